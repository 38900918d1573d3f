package moves

import (
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// Reader reads the moves of one schema while its types and keys are read, and
// checks them when all of it is known.
type Reader struct {
	*report.Report
	Types Types

	names   []otherName
	entries []entry

	compared int                  // enum values and fields, so far
	told     map[*schema.Key]bool // whose place has a finding about families
}

// Types is what a Reader asks of those who read types.
type Types interface {
	// DeclaredType reads the fields type and go_type of a mapping. It returns nil
	// after it has reported what is wrong.
	DeclaredType(n *yamlsrc.Node) *schema.Type
	// Incomplete reports whether values or fields of a type are missing, because a
	// mistake in its declaration has been reported.
	Incomplete(n *schema.Named) bool
	// Doubtful reports whether a type has a mistake, or holds one that has.
	Doubtful(t *schema.Type) bool
	// Doubt notes that a key or a type can't stay as it is; the other is nil.
	Doubt(k *schema.Key, n *schema.Named)
}

// Key reads the moves of a key.
func (r *Reader) Key(k *schema.Key, body *yamlsrc.Node) {
	owner := owner{key: k, today: schema.Form{Type: k.Type, Encoding: k.Encoding}}
	if text, at := body.Str("renamed_to"); at != nil && r.keyName(k, at, "new") && r.newName(k, at) {
		k.RenamedTo = text
		r.names = append(r.names, otherName{owner: owner, text: text, kind: newName, span: at.Span})
	}
	for _, item := range body.Strings("renamed_from") {
		if r.keyName(k, item, "old") {
			k.RenamedFrom = append(k.RenamedFrom, item.Text)
			r.names = append(r.names, otherName{owner: owner, text: item.Text, kind: oldName, span: item.Span})
		}
	}
	k.Was = r.was(owner, body)
}

// Field reads the moves of a field of an object.
func (r *Reader) Field(n *schema.Named, f *schema.Field, body *yamlsrc.Node) {
	owner := owner{object: n, field: f, today: schema.Form{Type: f.Type}}
	for _, item := range body.Strings("renamed_from") {
		f.RenamedFrom = append(f.RenamedFrom, item.Text)
		r.names = append(r.names, otherName{owner: owner, text: item.Text, kind: oldName, span: item.Span})
	}
	f.Was = r.was(owner, body)
}

// Check reports what is wrong with the moves of a schema that has been read.
func (r *Reader) Check(s *schema.Schema) {
	r.checkKeyNames(s)
	r.checkFieldNames()
	r.checkRemoved(s)
	r.checkShapes(s)
	for _, e := range r.entries {
		r.checkEntry(e)
	}
	r.checkSideBySide()
}

// owner is the key or the field that something belongs to.
type owner struct {
	key    *schema.Key
	object *schema.Named
	field  *schema.Field
	today  schema.Form
}

// noun says what an owner is.
func (o owner) noun() string {
	if o.key != nil {
		return "key"
	}
	return "field"
}

// name is what an owner is called in a store.
func (o owner) name() string {
	if o.key != nil {
		return o.key.Wire()
	}
	return o.field.Name
}
