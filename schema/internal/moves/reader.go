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

// entry is an entry of was, to be checked when all types are known.
type entry struct {
	owner owner
	was   *schema.Was
	body  *yamlsrc.Node
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
