package follow_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"golang.org/x/tools/txtar"
)

// TestFlow holds that a Handler is told of all that reaches a framework in a snippet: the
// place, what is done there, and with which text. An archive that begins with "each use"
// wants each place that uses a value, one that begins with "sinks" has more of them.
func TestFlow(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, a *txtar.Archive, p *snippet.Program) string {
		h := &told{each: strings.HasPrefix(string(a.Comment), "each use")}
		for _, ap := range p.Passes {
			pkg := follow.NewPackage(ap, p.Sources)
			pkg.Sinks = sinks(string(a.Comment))
			pkg.IndexAll()
			values := follow.NewValues(pkg)
			h.Tracer = follow.NewTracer(values, h)
			h.EachUse = h.each
			for _, f := range ap.Files {
				h.Seed(f)
				h.Assertions(f)
			}
			h.calls()
			h.ExportFacts()
		}
		slices.SortFunc(h.lines, func(a, b line) int {
			return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
		})
		var b strings.Builder
		for _, l := range slices.Compact(h.lines) {
			fmt.Fprintf(&b, "%s:%d: %s\n", l.file, l.number, l.text)
		}
		return b.String()
	})
}

// sinks are those of a schema: lines such as "key state.Read 2".
func sinks(comment string) *framework.Sinks {
	s := &framework.Sinks{}
	for i, l := range strings.Split(comment, "\n") {
		kinds := map[string]framework.SinkKind{"key": framework.KeySink, "text": framework.TextSink, "map": framework.MapSink}
		f := strings.Fields(l)
		if len(f) != 3 || kinds[f[0]] == framework.NoSink {
			continue
		}
		arg, _ := strconv.Atoi(f[2])
		s.Add(i, f[1], framework.Taken{Arg: arg, Kind: kinds[f[0]]})
	}
	return s
}

// told notes what a tracer tells.
type told struct {
	*follow.Tracer
	each  bool
	lines []line
}

type line struct {
	file   string
	number int
	text   string
}

func (h *told) note(at diag.Span, format string, args ...any) {
	h.lines = append(h.lines, line{at.File, h.lineOf(at), fmt.Sprintf(format, args...)})
}

var braces = regexp.MustCompile(`\{[^{}]+\}`)

var ops = []string{"get", "set", "create", "clear", "output", "assert", "render"}

// manner is what else a sink says.
func (h *told) manner(s follow.Sink) string {
	text := ""
	for _, said := range []struct {
		is   bool
		text string
	}{
		{s.Manner.Scope != "", s.Manner.Scope}, {s.Manner.Local, "local"}, {s.Manner.Bytes, "bytes"},
		{s.Manner.JSON, "JSON"}, {s.Manner.Kept, "kept"},
		{s.Manner.Dialect != 0, fmt.Sprint(s.Manner.Dialect)}, {s.Delta, "delta"}, {s.Partial, "partial"},
		{s.Shape.Name != "", "as " + s.Shape.Name}, {len(s.Shapes) > 1, fmt.Sprintf("of %d", len(s.Shapes))},
	} {
		if said.is {
			text += ", " + said.text
		}
	}
	if s.Value != nil {
		text += ", " + h.Source(s.Value)
	}
	if h.each {
		text += fmt.Sprintf(", used %s, taken %s", h.cut(s.Used), h.cut(s.Taken))
	}
	return text
}

func (h *told) cut(at diag.Span) string {
	if at.IsZero() {
		return "nowhere"
	}
	return fmt.Sprintf("%d %s", h.lineOf(at), h.textOf(at))
}

// shown is a text as people read it: a mark for what is not known.
func shown(t follow.Text) string {
	return strings.ReplaceAll(strconv.Quote(t.String()), strings.Trim(strconv.Quote(follow.HoleMark), `"`), "…")
}

func (h *told) Key(s follow.Sink, t follow.Text, e ast.Expr) {
	at, _ := h.KeyPlace(t, e)
	if s.Op == framework.OpAssert && !s.At.IsZero() {
		at = s.At
	}
	h.note(at, "%s %s at %s%s", ops[s.Op], shown(t), h.textOf(at), h.manner(s))
	if i := t.Holes(); len(i) == 1 && t[i[0]].FilledBy() != nil {
		if of := h.Index.Params[t[i[0]].FilledBy()].Fn; of != nil && !h.Index.AllCallsSeen(of) {
			h.note(at, "not all calls of %s", of.Name())
		}
		s.Before, s.After = t[:i[0]].Placeless(), t[i[0]+1:].Placeless()
		if !h.Push(t[i[0]].FilledBy(), s) {
			h.Unknown(s, e)
		}
	}
}

func (h *told) lineOf(at diag.Span) int {
	return h.Sources.Open(h.Sources.Path(at.File)).Position(at.Start).Line
}

func (h *told) textOf(at diag.Span) string {
	return string(h.Sources.Open(h.Sources.Path(at.File)).Text[at.Start:at.End])
}

func (h *told) Instruction(s follow.Sink, t follow.Text, e ast.Expr) {
	places := ""
	for _, m := range braces.FindAllStringIndex(t.String(), -1) {
		at, _ := h.Place(t, m[0], m[1], e)
		places += fmt.Sprintf(", %d %s", h.lineOf(at), h.textOf(at))
	}
	h.note(h.Span(e), "text %s%s%s", shown(t), h.manner(s), places)
}

func (h *told) Unknown(s follow.Sink, e ast.Expr) {
	h.note(h.Span(e), "unknown %s%s", h.Source(e), h.manner(s))
}

func (h *told) Unfilled(s follow.Sink, v *types.Var) {
	o := h.Fset.Position(v.Pos())
	h.lines = append(h.lines, line{h.Sources.Name(o.Filename), o.Line, "unfilled " + v.Name() + h.manner(s)})
}

func (h *told) StateSet(state ast.Expr, call *ast.CallExpr) {
	h.note(h.Span(call), "sets by %s", h.Source(state))
}

// calls notes the calls of generated methods.
func (h *told) calls() {
	for _, call := range h.Index.Calls {
		if fn, receiver := h.GeneratedMethod(call); fn != nil {
			h.note(h.Span(call), "calls %s of a generated %s", fn.Name(), receiver)
		}
	}
}

// TestSyntax holds what is said of the nodes around a call.
func TestSyntax(t *testing.T) {
	const source = `package a; func f() { _ = func() { (b.C)(1) }; d() }; var _ = func() int { return 1 }; var e = x[0]()`
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	parents, got := follow.Parents(file), ""
	text := func(n ast.Node) string { return source[n.Pos()-1 : n.End()-1] }
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			got += fmt.Sprintf("%s called %q", text(n), follow.CalledName(n))
			if body := follow.FunctionAround(stack); body != nil {
				got += " in " + text(body)
			}
			got += " below " + text(parents[n]) + "\n"
		}
		return true
	})
	want := `(b.C)(1) called "C" in { (b.C)(1) } below (b.C)(1)
d() called "d" in { _ = func() { (b.C)(1) }; d() } below d()
x[0]() called "" below e = x[0]()
`
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}
