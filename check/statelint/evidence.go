package statelint

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/packages"
)

// Evidence is one thing that Go source says about a state key.
type Evidence struct {
	Use
	// Types are those of the written value, or those that the code around a
	// read takes the value for. Decoded are the types of what is in the
	// value, which is JSON text in a string.
	Types, Decoded []types.Type
	// Constant is the written value, if the compiler knows it; else nil.
	Constant constant.Value
	Presence Presence
	// Fallback is what the code goes on with when the key is missing; nil
	// if it is not known.
	Fallback constant.Value
	// Holes are the expressions that fill the unknown parts of the key.
	Holes []string
	// Builder is the form of the key where it was put together, if what
	// filled its unknown part is known here; empty otherwise.
	Builder string
	// Passed is whether what fills the unknown part was followed further, so
	// that other evidence with this Builder may say what it is.
	Passed bool
	// Package is the import path of the package that says so.
	Package string
	// awaits is the exported function or field whose other users say what
	// fills the unknown part, if there are any.
	awaits string
	// answers is such a function or field that is used here; then this is no
	// evidence of a key.
	answers string
	// About is whether this is only about a value that was read elsewhere.
	About bool
}

// Presence says whether the code around a read goes on when the key is
// missing.
type Presence uint8

// A read that demands its key fails without it; one that tolerates goes on.
const (
	PresenceUnknown Presence = iota
	Demanded
	Tolerated
)

// Found is what Collect found in all packages.
type Found struct {
	Evidence []Evidence
	// Unresolved are the places where a key is known only when the program
	// runs, and the packages that could not be read whole; sorted.
	Unresolved []NotChecked
	Sources    diag.Sources
	Packages   int
	Modules    []Module // that the packages belong to
	ADK        Module   // Google's ADK, if a package imports it
}

// Module is a Go module.
type Module struct{ Path, Version, Dir string }

// Collect gathers what the packages that match patterns say about state keys.
// It needs no schema. Test files are read if the options say so.
func Collect(patterns []string, o CheckOptions) (Found, error) {
	roots, all, err := load(patterns, o)
	if err != nil {
		return Found{}, err
	}
	l := newLinter(o.Options)
	l.collecting = true
	facts := newFactStore()
	var found Found
	var r Report
	seen := map[string]bool{}
	for _, pkg := range dependenciesFirst(all) {
		result, err := l.check(pkg, facts)
		if err != nil {
			return Found{}, fmt.Errorf("reading %s: %w", pkg.PkgPath, err)
		}
		if slices.Contains(roots, pkg) {
			r.add(pkg, result, l)
			found.add(result.Evidence, seen)
			found.modules(pkg)
		}
	}
	found.settle(&r)
	slices.SortFunc(r.NotChecked, compareNotChecked)
	found.Unresolved = slices.Compact(r.NotChecked)
	found.Sources, found.Packages = l.sources.all(), r.Packages
	return found, nil
}

// settle decides what became of keys whose unknown part other packages may
// fill. Those that none fills stay unknown.
func (f *Found) settle(r *Report) {
	answered := map[string]bool{}
	for _, e := range f.Evidence {
		answered[e.answers] = true
	}
	kept := f.Evidence[:0]
	for _, e := range f.Evidence {
		if e.answers != "" {
			continue
		}
		if e.awaits != "" {
			e.Passed = answered[e.awaits]
		}
		if e.Key != holeMark {
			kept = append(kept, e)
			continue
		}
		if !e.Passed && !e.About {
			r.NotChecked = append(r.NotChecked, NotChecked{Span: e.Span, Reason: "this state key is known only when the program runs"})
		}
	}
	f.Evidence = kept
}

// modules notes the module of a package, and that of the kit it uses.
func (f *Found) modules(pkg *packages.Package) {
	if m := moduleOf(pkg); m.Path != "" && !slices.Contains(f.Modules, m) {
		f.Modules = append(f.Modules, m)
	}
	for path, imported := range pkg.Imports {
		if m := moduleOf(imported); adkPath.MatchString(path) && m.Path > f.ADK.Path {
			f.ADK = m
		}
	}
}

func moduleOf(pkg *packages.Package) Module {
	if pkg.Module == nil {
		return Module{}
	}
	return Module{pkg.Module.Path, pkg.Module.Version, pkg.Module.Dir}
}

// add leaves out what was seen before: the files of a package are read again
// as part of its tests.
func (f *Found) add(list []Evidence, seen map[string]bool) {
	for _, e := range list {
		e.Package = strings.TrimSuffix(e.Package, "_test")
		id := fmt.Sprint(e.answers, e.Use, e.Types, e.Decoded, e.Presence, e.Builder, e.About, e.Passed)
		if !seen[id] {
			seen[id] = true
			f.Evidence = append(f.Evidence, e)
		}
	}
}

// emptySchema stands for the schema while evidence is collected.
func emptySchema() *schema.Schema {
	return &schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}}
}

// collector gathers evidence in a pass, instead of findings.
type collector struct {
	*pass
	notes int
}

// key notes what a sink says about the key that reaches it.
func (c *collector) key(s sink, t text, e ast.Expr) {
	wire := t.string()
	if wire == "" || c.skippedEvidence(e) {
		return
	}
	if t.known() {
		c.add(s, t, e, false)
		return
	}
	passed, awaits := c.passOn(s, t)
	if t.onlyHole() && awaits == "" {
		if !passed {
			c.unknown(s, e)
		}
		return
	}
	c.add(s, t, e, passed)
	c.result.Evidence[len(c.result.Evidence)-1].awaits = awaits
}

// passOn follows the one unknown part of a key to where it comes from. What an
// exported function or field gets, other packages may say.
func (c *collector) passOn(s sink, t text) (passed bool, awaits string) {
	holes := t.holes()
	if len(holes) != 1 || t[holes[0]].source == nil {
		return false, ""
	}
	if s.builder == "" && !t.onlyHole() {
		s.builder = t.string()
	}
	v := t[holes[0]].source
	s.Before, s.After = t[:holes[0]].placeless(), t[holes[0]+1:].placeless()
	if !c.push(v, s) {
		return false, ""
	}
	if len(c.index.defs[v]) > 0 {
		return true, ""
	}
	return false, c.awaited(v)
}

// awaited names the exported function or field that a value comes in by.
func (c *collector) awaited(v *types.Var) string {
	if at, ok := c.index.params[v]; ok && at.fn != nil && at.fn.Exported() {
		return at.fn.FullName()
	}
	if v.IsField() && v.Exported() {
		return v.Pkg().Path() + "." + v.Name()
	}
	return v.Name() // nobody's
}

// answer notes that another package's function or field gets a value here.
func (c *collector) answer(obj types.Object) {
	name := obj.Pkg().Path() + "." + obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		name = fn.FullName()
	}
	c.result.Evidence = append(c.result.Evidence, Evidence{answers: name})
}

func (c *collector) skippedEvidence(e ast.Expr) bool {
	return c.generated && c.generatedFiles[c.sources.path(c.span(e).File)]
}

func (c *collector) add(s sink, t text, e ast.Expr, passed bool) {
	at, _ := c.keyPlace(t, e)
	ev := Evidence{Use: c.useOf(s, t, at), Package: c.Pkg.Path(), Builder: s.builder, Passed: passed, Holes: c.holeTexts(t), About: s.Op == opAssert}
	c.valueOf(&ev, s)
	if s.note != nil {
		ev.Types, ev.Decoded = s.note.types, s.note.decoded
		ev.Presence, ev.Fallback = s.note.presence, s.note.fallback
	}
	c.result.Evidence = append(c.result.Evidence, ev)
}

func (c *collector) useOf(s sink, t text, at diag.Span) Use {
	kinds := map[op]UseKind{opGet: Get, opSet: Set, opClear: Clear, opOutput: Output, opAssert: Get}
	u := Use{Key: t.string(), Kind: kinds[s.Op], Span: at, Test: isTestFile(at.File)}
	u.Partial = strings.Contains(u.Key, holeMark)
	return u
}

// valueOf notes the type of a written value.
func (c *collector) valueOf(ev *Evidence, s sink) {
	if ev.Kind != Set {
		return
	}
	if s.value == nil {
		if t := basicOf(s.Shape); t != nil {
			ev.Types = []types.Type{t}
		}
		return
	}
	ev.Constant = c.TypesInfo.Types[s.value].Value
	if c.TypesInfo.Types[s.value].IsNil() {
		ev.Kind = Clear
		return
	}
	if decoded := c.encodedType(s.value, 0); decoded != nil {
		ev.Decoded = []types.Type{decoded}
		return
	}
	if t := c.valueType(s.value); t != nil {
		ev.Types = []types.Type{t}
	}
}

// valueType is the type of a value, which may be known better than by the
// interface it is kept in.
func (c *collector) valueType(e ast.Expr) types.Type {
	t := c.TypesInfo.TypeOf(e)
	if t != nil && types.IsInterface(t) {
		t = c.TypesInfo.TypeOf(c.resolved(e))
	}
	if t == nil {
		return nil
	}
	if lit, ok := c.resolved(e).(*ast.CompositeLit); ok {
		if elem := c.elementType(lit); elem != nil {
			return types.NewSlice(elem)
		}
	}
	return types.Default(t)
}

// elementType is the one type of all elements of a []any that is written out.
func (c *collector) elementType(lit *ast.CompositeLit) types.Type {
	s, ok := c.TypesInfo.TypeOf(lit).Underlying().(*types.Slice)
	if !ok || !isAny(s.Elem()) || len(lit.Elts) == 0 {
		return nil
	}
	var elem types.Type
	for _, e := range lit.Elts {
		t := types.Default(c.TypesInfo.TypeOf(e))
		if t == nil || elem != nil && !types.Identical(elem, t) {
			return nil
		}
		elem = t
	}
	return elem
}

// basicOf is the type of a value of which only the shape is known.
func basicOf(s shape) types.Type {
	kinds := map[shapeKind]types.BasicKind{
		shapeString: types.String, shapeNamedString: types.String, shapeBool: types.Bool, shapeInt: types.Int,
		shapeInteger: types.Int64, shapeFloat64: types.Float64, shapeFloat32: types.Float64,
	}
	if k, ok := kinds[s.Kind]; ok {
		return types.Typ[k]
	}
	return nil
}

// holeTexts lists the source of what fills the unknown parts of a key.
func (c *collector) holeTexts(t text) []string {
	var list []string
	for _, i := range t.holes() {
		o := t[i].From
		name := ""
		if src := c.sources.open(o.File); o.File != "" && src != nil && o.End <= len(src.Text) {
			name = string(src.Text[o.Start:o.End])
		}
		if v := t[i].source; v != nil {
			name = v.Name()
		}
		list = append(list, name)
	}
	return list
}

// placeholders notes the keys that an instruction reads: those that a check
// without any declared key would miss.
func (c *collector) placeholders(t text, value string, e ast.Expr) {
	undeclared, _ := c.checker.Undeclared("")
	missed := map[int]bool{}
	for _, d := range c.checker.Text(check.Text{File: textFile, Text: value}) {
		if d.ID == undeclared.ID && !bordersHole(value, d.Span) {
			missed[d.Span.Start] = true
		}
	}
	for tok := range instruction.Tokens(value, c.schema.Grammar) {
		if tok.Kind != instruction.Key || !missed[tok.NameStart] {
			continue
		}
		at, _ := c.place(t, tok.NameStart, tok.NameEnd, e)
		u := Use{Key: tok.Name(value), Kind: Placeholder, Span: at, Optional: tok.Optional, Test: isTestFile(at.File)}
		ev := Evidence{Use: u, Package: c.Pkg.Path(), Presence: Demanded}
		if u.Optional {
			ev.Presence = Tolerated
		}
		c.result.Evidence = append(c.result.Evidence, ev)
	}
}

// collect gathers evidence instead of checking.
func (p *pass) collect() *Result {
	p.schema = emptySchema()
	p.checker = check.New(p.schema)
	p.collector = &collector{pass: p}
	p.run()
	return &p.result
}

// answered tells the collector, if there is one, that obj's sinks are used.
func (p *pass) answered(obj types.Object) {
	if p.collector != nil && obj != nil && obj.Pkg() != nil {
		p.collector.answer(obj)
	}
}
