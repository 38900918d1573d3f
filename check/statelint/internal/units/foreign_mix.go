package units

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// mix is what a text is put together from, as far as is seen.
type mix struct {
	known   bool // some of it is written in the program
	foreign []piece
}

// piece is a text from outside of the program.
type piece struct {
	what     string
	from, at diag.Span
	joined   bool // with what is written in the program
}

// part is what a text is put together from, and where it is put in.
type part struct {
	mix
	at diag.Span
}

const (
	mostMixed    = 1000 // texts that are looked at for one instruction
	mostSteps    = 1000 // to follow one of them
	deepMixed    = 40
	mostFollowed = 300000 // steps in all
)

// text says what a text is put together from.
func (m *mixer) text(v value) mix {
	at := activity{expr: v.expr, env: v.env}
	if m.steps++; v.isList || v.expr == nil || m.active[at] || m.steps > mostMixed || len(m.active) > deepMixed {
		return mix{}
	}
	m.active[at] = true
	defer delete(m.active, at)
	if list, ok := m.ranged(v); ok {
		return m.list(list)
	}
	escaped := false
	var named mix // by what the text is called on the way
	terms := m.follow(v, func(v value) {
		escaped = escaped || m.escapes(v)
		if len(named.foreign) == 0 {
			named = m.named(v)
		}
	})
	found := m.sumOf(v, terms)
	switch {
	case escaped:
		return mix{}
	case len(found.foreign) == 0 && slices.ContainsFunc(terms, isNotWritten):
		found.foreign = named.foreign
	}
	return found
}

// isNotWritten reports whether a text is not all written in the program.
func isNotWritten(v value) bool { return v.isList || !v.pkg.Eval(v.expr).Known() }

// sum puts together what several assignments make of one text.
func (m *mixer) sum(texts []value) mix { return m.sumOf(value{}, texts) }

// sumOf puts together what a variable gets: some value, and what is added to it.
func (m *mixer) sumOf(of value, terms []value) mix {
	var whole part
	var parts []part
	for _, term := range terms {
		switch {
		case term.expr == of.expr:
			whole.with(m.term(term))
		case m.added[term.expr]:
			parts = append(parts, part{m.text(term), m.placeOf(term)})
		default:
			whole.with(m.text(term))
		}
	}
	if len(parts) == 0 {
		return whole.mix
	}
	return joined(append(parts, whole))
}

func (p *mix) with(o mix) {
	p.known = p.known || o.known
	p.foreign = append(p.foreign, o.foreign...)
}

func (m *mixer) placeOf(v value) diag.Span { return v.pkg.Span(v.expr) }

// joined is a text of several parts.
func joined(parts []part) (all mix) {
	known := 0
	for _, p := range parts {
		if p.known {
			known++
		}
	}
	for _, p := range parts {
		for _, f := range p.foreign {
			if f.at.IsZero() {
				f.at = p.at
			}
			f.joined = f.joined || known > 1 || known == 1 && !p.known
			all.foreign = append(all.foreign, f)
		}
	}
	all.known = known > 0
	return all
}

// term says what an expression is put together from that is followed to here.
func (m *mixer) term(v value) mix {
	if text := v.pkg.Eval(v.expr); text.Known() {
		return mix{known: strings.ContainsFunc(text.String(), unicode.IsLetter)}
	}
	switch e := ast.Unparen(v.expr).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return m.parts(v, e.X, e.Y)
		}
	case *ast.SliceExpr:
		return m.text(v.with(e.X))
	case *ast.CallExpr:
		return m.call(v, e)
	case *ast.Ident, *ast.SelectorExpr:
		if found := m.named(v); len(found.foreign) > 0 {
			return found
		}
		return m.anywhere(v)
	}
	return mix{}
}

// anywhere says what a parameter or a field is put together from that is not known for one
// call or struct: what it is given in all places.
func (m *mixer) anywhere(v value) (found mix) {
	const most = 100
	x, pkg := m.variable(v)
	if x == nil {
		return mix{}
	}
	if found, ok := m.anywhereOf[x]; ok {
		return found
	}
	m.anywhereOf[x] = mix{}
	before := m.steps
	m.steps = max(before, mostMixed-most)
	found = m.givenTo(x, pkg)
	m.steps = before
	m.anywhereOf[x] = found
	return found
}

func (m *mixer) givenTo(x *types.Var, pkg *Package) (found mix) {
	if at, isParam := pkg.Index.Params[x]; isParam && at.Fn != nil {
		for _, site := range m.callers[at.Fn] {
			if at.At < len(site.call.Args) && !at.Fn.Signature().Variadic() {
				found.with(m.text(value{expr: site.call.Args[at.At], pkg: site.in.pkg}))
			}
		}
	} else if x.IsField() {
		for _, in := range m.packages {
			for _, d := range in.Index.Defs[x] {
				if d.Kind == flow.ValueDef {
					found.with(m.text(value{expr: d.Expr, pkg: in}))
				}
			}
		}
	}
	return found
}

func (m *mixer) parts(v value, exprs ...ast.Expr) mix {
	var parts []part
	for _, e := range exprs {
		if isText(v.pkg.TypesInfo.TypeOf(e)) {
			parts = append(parts, part{m.text(v.with(e)), v.pkg.Span(e)})
		}
	}
	return joined(parts)
}

func isText(t types.Type) bool {
	return t != nil && (framework.IsStringKind(t) || framework.IsBytes(t))
}

// built says what is written to a builder.
func (m *mixer) built(v value, x *types.Var) mix {
	var parts []part
	for _, w := range m.writes[x] {
		if p := m.write(value{expr: w.call, pkg: w.pkg, env: v.env}, w.call, x); p.known || len(p.foreign) > 0 {
			parts = append(parts, part{mix: p, at: w.pkg.Span(w.call)})
		}
	}
	if from, ok := m.streams[x]; ok {
		parts = append(parts, part{mix: mix{foreign: []piece{{what: "the output of a command", from: from}}}})
	}
	return joined(parts)
}

// write says what one call writes to a builder.
func (m *mixer) write(v value, call *ast.CallExpr, x *types.Var) mix {
	if fn := v.pkg.Index.Function(call); fn != nil {
		switch fn.FullName() {
		case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString", "(*strings.Builder).Write", "(*bytes.Buffer).Write":
			return m.parts(v, call.Args...)
		case "fmt.Fprintf", "io.WriteString", "fmt.Fprint", "fmt.Fprintln":
			return m.parts(v, call.Args[1:]...)
		case "(*text/template.Template).Execute":
			return m.template(v, call.Args[1])
		}
	}
	return m.passed(v, call, x)
}

// passed says what functions of the program write to a builder that they are given.
func (m *mixer) passed(v value, call *ast.CallExpr, x *types.Var) mix {
	if m.active[activity{expr: call, env: v.env}] || len(m.active) > deepMixed {
		return mix{}
	}
	m.active[activity{expr: call, env: v.env}] = true
	defer delete(m.active, activity{expr: call, env: v.env})
	var parts []part
	for _, c := range m.tracer(nil).callees(v, call) {
		sig := signature(c.fn)
		for i := range sig.Params().Len() {
			if i < len(call.Args) && v.pkg.BuilderOf(call.Args[i]) == x {
				inner := value{expr: call, pkg: c.fn.pkg, env: c.env}
				parts = append(parts, part{mix: m.built(inner, sig.Params().At(i))})
			}
		}
	}
	return joined(parts)
}

// template says what the data of a template is put together from.
func (m *mixer) template(v value, data ast.Expr) mix {
	parts := []part{{mix: mix{known: true}}}
	for _, d := range m.follow(v.with(data), nil) {
		lit, ok := ast.Unparen(d.expr).(*ast.CompositeLit)
		if !ok || d.isList {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			parts = append(parts, part{m.parts(d, elt), d.pkg.Span(elt)})
		}
	}
	return joined(parts)
}
