package generator

import (
	"fmt"
	"go/token"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// newModel decides all names of a schema.
func newModel(s *schema.Schema, o Options) (*model, diag.List) {
	b := &builder{
		namer: namer{reported: map[[2]diag.Span]bool{}},
		model: &model{
			pkg:     s.Package,
			source:  o.Source,
			schema:  s,
			helpers: newHelpers(),
		},
		pkg:       newNamespace(packageNames(s)),
		accessors: newNamespace(reservedAccessors),
		snapshot:  newNamespace(reservedSnapshot),
		initial:   newNamespace(reservedInitial),
		named:     map[*schema.Named]*namedType{},
		imported:  importedNames(s),
	}
	b.packageName(o)
	b.namedTypes()
	b.keys()
	b.instructions()
	for _, k := range b.model.keys {
		b.model.helpers.need(k.typ)
	}
	return b.model, b.problems
}

// packageNames are the names at package level that generated code needs.
func packageNames(s *schema.Schema) map[string]string {
	names := maps.Clone(reservedPackage)
	if len(s.Targets) > 0 {
		maps.Copy(names, reservedADK)
	}
	return names
}

type builder struct {
	namer
	model *model
	named map[*schema.Named]*namedType
	// imported are names of packages that hold types of the user's own.
	imported map[string]bool

	pkg, accessors, snapshot, initial *namespace
}

func (b *builder) packageName(o Options) {
	if b.model.pkg == "" {
		b.model.pkg = o.Package
	}
	if !b.model.schema.Sound() {
		return // it may be what is wrong
	}
	if name := b.model.pkg; !token.IsIdentifier(name) || name == "_" {
		b.problems = append(b.problems, diag.Diagnostic{
			ID:      idPackageName,
			Span:    diag.Span{File: b.model.schema.File},
			Message: fmt.Sprintf("%q is no name for a Go package", name),
			Hint:    "set package: to a name of lower-case letters",
		})
	}
}

// namedTypes names the types before any of their fields, which may refer to
// types further down.
func (b *builder) namedTypes() {
	for _, n := range b.model.schema.Types {
		t := &namedType{Named: n}
		o := t.owner()
		t.name = b.exported(n.Name, n.GoName, o)
		b.named[n] = t
		b.model.types = append(b.model.types, t)
		if n.Import == nil {
			b.claim(b.pkg, t.name, o)
		}
	}
	for _, t := range b.model.types {
		if t.Kind == schema.Enum {
			b.enum(t)
		} else {
			b.object(t)
		}
	}
}

func (t *namedType) owner() owner { return owner{what: fmt.Sprintf("type %q", t.Name), span: t.Span} }

func (b *builder) enum(t *namedType) {
	o := t.owner()
	pkg := b.pkg
	if t.Import != nil {
		pkg = newNamespace(nil) // its names are taken elsewhere
	}
	b.claim(pkg, "Parse"+t.name, o)
	b.claim(pkg, t.name+"Values", o)
	for _, v := range t.Values {
		o := owner{what: fmt.Sprintf("value %q of %s", v.Value, o.what), span: v.Span}
		suffix := b.suffix(v.Value, v.GoName, o)
		name := t.name + suffix
		if suffix != "" {
			b.claim(pkg, name, o)
		}
		t.values = append(t.values, enumValue{v, name})
	}
}

func (b *builder) object(t *namedType) {
	fields := newNamespace(nil)
	for _, f := range t.Fields {
		o := owner{what: fmt.Sprintf("field %q of %s", f.Name, t.owner().what), span: f.Span}
		name := b.exported(f.Name, f.GoName, o)
		b.claim(fields, name, o)
		t.fields = append(t.fields, &field{f, name, b.typeOf(f.Type)})
	}
}

func (b *builder) keys() {
	for _, k := range b.model.schema.Keys {
		o := owner{what: fmt.Sprintf("key %q", k.Wire()), span: k.Span}
		key := &key{Key: k, typ: b.typeOf(k.Type)}
		if k.GoName != "" {
			key.name = b.override(k.GoName, o)
		} else {
			key.name = b.keyName(k, o)
		}
		b.family(key, o)
		b.model.keys = append(b.model.keys, key)
		b.claimKey(key, o)
	}
}

// keyName names a key by its scope and what stands around its parameters.
func (b *builder) keyName(k *schema.Key, o owner) string {
	text := strings.TrimPrefix(strings.Join(k.Literals(), "_"), k.Scope.Prefix())
	if k.Scope == runtime.ScopeSession {
		return b.exported(text, "", o)
	}
	return title(k.Scope.String()) + b.suffix(text, "", o)
}

func (b *builder) claimKey(k *key, o owner) {
	if k.isFamily() {
		b.claim(b.pkg, k.keyFunc(), o)
	} else {
		b.claim(b.pkg, k.constant(), o)
	}
	for _, prefix := range []string{"", "Has", "Set", "Clear"} {
		b.claim(b.accessors, prefix+k.name, o)
	}
	if k.verb() != "" {
		b.claim(b.accessors, k.verb()+k.name, o)
	}
	b.claim(b.snapshot, k.name, o)
	if k.Scope != runtime.ScopeTemp {
		b.claim(b.initial, k.name, o)
	}
}
