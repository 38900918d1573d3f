package moves

import (
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

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
