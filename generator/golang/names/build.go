package names

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

var invalidPackageName = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "invalid-package-name",
	Summary: "the name of the generated package is not valid in Go",
	Why:     "The schema names no package, and the name that is used instead is not a Go identifier.",
	Bad:     "generator.Generate(s, generator.Options{Package: \"my-state\"})\n",
	Good:    "generator.Generate(s, generator.Options{Package: \"mystate\"})\n",
})

// New names everything in a plan. The package gets the name otherwise if its
// schema gives no name. Names that collide or can't be made are returned as
// diagnostics.
func New(p *plan.Plan, otherwise, source string) (*Package, diag.List) {
	b := &builder{
		namer:     namer{reported: map[[2]diag.Span]bool{}},
		pkg:       &Package{Plan: p, Name: cmp.Or(p.Schema.Package, otherwise), Source: source},
		declared:  newNamespace(packageNames(p)),
		accessors: newNamespace(reservedAccessors),
		snapshot:  newNamespace(reservedSnapshot),
		initial:   newNamespace(reservedInitial),
		types:     newTypes(),
		imported:  importedNames(p.Schema),
	}
	b.packageName(p.Schema)
	b.namedTypes(p.Schema)
	b.keys(p)
	b.instructions(p)
	nameConverters(b.pkg)
	return b.pkg, b.problems
}

// packageNames are the names at package level that generated code needs.
func packageNames(p *plan.Plan) map[string]string {
	names := maps.Clone(reservedPackage)
	switch {
	case hasTarget(p, "trpc"):
		maps.Copy(names, reservedTRPC)
	case hasTarget(p, "eino"):
		maps.Copy(names, reservedEino)
	case hasAdapter(p):
		maps.Copy(names, reservedADK)
	}
	if p.Migrates() {
		maps.Copy(names, reservedMigrate)
	}
	if p.Schema.HasClients() {
		maps.Copy(names, reservedClients)
	}
	return names
}

func hasTarget(p *plan.Plan, name string) bool { return p.Schema.HasTarget(name) }

func hasAdapter(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Schema.Targets, schema.Target.IsAdapter)
}

type builder struct {
	namer
	pkg   *Package
	types types
	// imported are names of packages that hold types of the user's own.
	imported map[string]bool

	declared, accessors, snapshot, initial *namespace
}

func (b *builder) packageName(s *schema.Schema) {
	if s.Partial {
		return // it may be what is wrong
	}
	if name := b.pkg.Name; !token.IsIdentifier(name) || name == "_" {
		b.problems = append(b.problems, diag.New(invalidPackageName, diag.Span{File: s.File}, "%s is not a valid name for a Go package", diag.Name(name)).
			WithHint("set package: to a name of lower-case letters"))
	}
}

// namedTypes names the types before any of their fields, which may refer to
// types further down.
func (b *builder) namedTypes(s *schema.Schema) {
	for _, n := range s.Types {
		t := b.types.declare(n)
		o := t.owner()
		t.Ident = b.exported(n.Name, n.GoName, o)
		b.pkg.Types = append(b.pkg.Types, t)
		if n.Import == nil {
			b.claim(b.declared, t.Ident, o)
		}
	}
	for _, t := range b.pkg.Types {
		if t.Kind == schema.Enum {
			b.enum(t)
		} else {
			b.object(t)
		}
	}
}

func (t *Named) owner() owner { return owner{what: fmt.Sprintf("type %q", t.Name), span: t.Span} }

func (b *builder) enum(t *Named) {
	o := t.owner()
	declared := b.declared
	if t.Import != nil {
		declared = newNamespace(nil) // its names are taken elsewhere
	}
	b.claim(declared, "Parse"+t.Ident, o)
	b.claim(declared, t.Ident+"Values", o)
	for _, v := range t.Named.Values {
		o := owner{what: fmt.Sprintf("value %q of %s", v.Value, o.what), span: v.Span}
		suffix := b.suffix(v.Value, v.GoName, o)
		name := t.Ident + suffix
		if suffix != "" {
			b.claim(declared, name, o)
		}
		t.Values = append(t.Values, EnumValue{EnumValue: v, Ident: name})
	}
}

func (b *builder) object(t *Named) {
	fields, declared := newNamespace(reservedFields), b.declared
	if t.Import != nil {
		declared = newNamespace(nil) // its functions are elsewhere
	}
	for _, f := range t.Named.Fields {
		o := owner{what: fmt.Sprintf("field %q of %s", f.Name, t.owner().what), span: f.Span}
		name := b.exported(f.Name, f.GoName, o)
		b.claim(fields, name, o)
		moves := b.moves(plan.FieldMoves(f), t.Ident+name, declared, o)
		t.Fields = append(t.Fields, &Field{Field: f, Ident: name, GoType: b.types.of(f.Type), Moves: moves})
	}
}

func (b *builder) keys(p *plan.Plan) {
	for _, k := range p.Keys {
		o := owner{what: fmt.Sprintf("key %q", k.Wire()), span: k.Span}
		key := &Key{Key: k, GoType: b.types.of(k.Type)}
		if k.GoName != "" {
			key.Ident = b.override(k.GoName, o)
		} else {
			key.Ident = b.keyName(k, o)
		}
		key.Moves = b.moves(k.Moves, key.Ident, b.declared, o)
		b.params(key, b.imported, b.declared, o)
		b.pkg.Keys = append(b.pkg.Keys, key)
		b.claimKey(key, o)
	}
}

// keyName names a key by its scope and the text around its parameters.
func (b *builder) keyName(k *plan.Key, o owner) string {
	scope, text := k.NewestName()
	if scope == runtime.ScopeSession {
		return b.exported(text, "", o)
	}
	return Title(scope.String()) + b.suffix(text, "", o)
}

func (b *builder) claimKey(k *Key, o owner) {
	if k.IsFamily() {
		b.claim(b.declared, k.KeyFunc(), o)
	} else {
		b.claim(b.declared, k.Constant(), o)
	}
	b.claim(b.accessors, k.Ident, o)
	b.claim(b.accessors, "Set"+k.Ident, o)
	if k.CanBeCleared() {
		b.claim(b.accessors, "Clear"+k.Ident, o)
	}
	if k.Verb() != "" {
		b.claim(b.accessors, k.Verb()+k.Ident, o)
	}
	b.claim(b.snapshot, k.Ident, o)
	if k.CanBeInitial() {
		b.claim(b.initial, k.Ident, o)
	}
}

func (b *builder) instructions(p *plan.Plan) {
	keys := make(map[*plan.Key]*Key, len(b.pkg.Keys))
	for _, k := range b.pkg.Keys {
		keys[k.Key] = k
	}
	for _, in := range p.Instructions {
		o := owner{what: fmt.Sprintf("instruction %q", in.Name), span: in.Span}
		t := &Instruction{Instruction: in, Ident: b.exported(in.Name, in.GoName, o)}
		b.claim(b.declared, t.Func(), o)
		if hasAdapter(p) && !hasTarget(p, "trpc") {
			b.claim(b.declared, t.Provider(), o)
		}
		for _, piece := range in.Pieces {
			t.Pieces = append(t.Pieces, Piece{Piece: piece, Key: keys[piece.Key]})
		}
		b.pkg.Instructions = append(b.pkg.Instructions, t)
	}
}
