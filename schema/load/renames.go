package load

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidRename = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-rename",
	Summary: "an old name that is still in use, or fits the key badly",
	Why:     "Reads fall back on old names and writes clear them, so a name that is still declared would be emptied.",
	Bad:     "version: 1\nkeys:\n  city: string?\n  destination: {type: string, renamed_from: [city]}\n",
	Good:    "version: 1\nkeys:\n  destination: {type: string, renamed_from: [city]}\n",
})

// Its words about values of enums.
var (
	stillAValue  = invalidRename.Says("%s is still a value of the enum", "remove that value, or take it out here")
	alreadyOlder = invalidRename.Says("%s is already an older value of this enum",
		"an older value can become one value only")
)

// otherName is a name that a key or a field has had or will have.
type otherName struct {
	owner owner
	text  string
	kind  nameKind
	span  diag.Span
}

type nameKind uint8

const (
	oldName nameKind = iota // of renamed_from
	wasName                 // of an entry of was; several may have it
	newName                 // of renamed_to
)

// keyName reports another name of a key that no key can have, or this one can't.
// Word says whether it is the old one or the new one.
func (m *moves) keyName(k *schema.Key, item *yamlsrc.Node, word string) bool {
	scope, name := runtime.ParseKey(item.Text)
	other := &schema.Key{Scope: scope, Name: name}
	if name == "" || len(item.Text) > maxKeyLength || strings.ContainsFunc(name, unicode.IsControl) {
		m.Add(invalidRename, item.Span, "%s is not a key", diag.Key(item.Text)).
			Hint("write the %s key with its prefix, such as user:theme", word)
		return false
	}
	if !parameters(m.Report, other, item, len(item.Text)-len(name)) {
		return false
	}
	if !slices.Equal(paramNames(other), paramNames(k)) {
		m.Add(invalidRename, item.Span, "the %s key %s has other parameters than %s", word, diag.Key(item.Text), diag.Key(k.Wire())).
			Hint("write the same parameters in the same order")
		return false
	}
	if k.Merge != schema.MergeLast && scope != k.Scope {
		m.Add(invalidRename, item.Span, "the %s key %s is in another scope, and merge: %s works within one", word, diag.Key(item.Text), k.Merge).
			Hint("remove it and move its value with one write, or remove merge").Related(k.Span, "the key")
		return false
	}
	return true
}

// keyOf returns a key that looks like a name of which is known that it is one.
func keyOf(text string, at diag.Span) *schema.Key {
	scope, name := runtime.ParseKey(text)
	k := &schema.Key{Scope: scope, Name: name, Span: at}
	for start := strings.IndexByte(name, '{'); start >= 0; {
		end := start + strings.IndexByte(name[start:], '}') + 1
		k.Params = append(k.Params, schema.Param{Name: name[start+1 : end-1], Start: start, End: end})
		if start = strings.IndexByte(name[end:], '{'); start >= 0 {
			start += end
		}
	}
	return k
}

func paramNames(k *schema.Key) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	return names
}

// newName reports a new name that changes nothing, or that was probably meant to
// be in the scope that the key has by its field scope.
func (m *moves) newName(k *schema.Key, at *yamlsrc.Node) bool {
	scope, name := runtime.ParseKey(at.Text)
	switch {
	case at.Text == k.Wire():
		m.Add(invalidRename, at.Span, "renamed_to has the name that the key has already").
			Hint("write the name that it is to have in the next release, or remove renamed_to")
		return false
	case k.ScopeWritten && scope == runtime.ScopeSession && k.Scope != scope:
		m.Add(invalidRename, at.Span, "the new key %s would be a key of the session, and the scope here is %s", diag.Key(at.Text), k.Scope).
			Hint("write %s", diag.Quote(k.Scope.Key(name))).Suggest(at.Span, diag.Quote(k.Scope.Key(name)))
		return false
	}
	return true
}

// checkKeyNames reports other names of keys that are declared, or that two claim.
func (m *moves) checkKeyNames(s *schema.Schema) {
	declared := map[string]*schema.Key{}
	for _, k := range s.Keys {
		declared[unnamed(k.Wire())] = k
	}
	claimed := map[string]otherName{}
	for _, name := range m.otherNames {
		if name.owner.key == nil {
			continue
		}
		id := unnamed(name.text)
		first, taken := claimed[id]
		switch other := declared[id]; {
		case other != nil:
			m.declaredName(name, other, declared)
		case taken && !(name.kind == wasName && first.kind == wasName && first.owner == name.owner):
			m.claimedTwice(name, first)
		case !taken:
			claimed[id] = name
		}
	}
}

// unnamed returns a key with its parameters unnamed.
func unnamed(wire string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(wire, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, wire, _ = strings.Cut(rest, "}")
		b.WriteString("{}")
	}
}

func (m *moves) declaredName(name otherName, other *schema.Key, declared map[string]*schema.Key) {
	m.doubt(owner{key: name.owner.key})
	m.doubt(owner{key: other})
	if name.kind != newName {
		m.Add(invalidRename, name.span, "%s is still declared as a key", diag.Key(name.text)).
			Hint("remove the old declaration, or take the name out here").Related(other.Span, "declared here")
		return
	}
	found := m.Add(invalidRename, name.span, "%s is already declared as a key", diag.Key(name.text))
	switch {
	case leadsTo(other, name.owner.key, declared):
		found.Hint("keys can't take each other's names at once: rename one of them to a name that is free first")
	case other.RenamedTo != "":
		found.Hint("rename that one in the releases before this")
	default:
		found.Hint("a rename takes two releases: in the first, declare the old key alone, with renamed_to; in the second, the new key alone, with renamed_from")
	}
	found.Related(other.Span, "declared here")
}

// leadsTo reports whether the new names of declared keys lead from one to another.
func leadsTo(from, to *schema.Key, declared map[string]*schema.Key) bool {
	const longest = 100 // longer chains are not followed
	for i := 0; i < longest && from != nil && from != to; i++ {
		from = declared[unnamed(from.RenamedTo)]
	}
	return from == to
}

func (m *moves) claimedTwice(name, first otherName) {
	m.doubt(name.owner)
	m.doubt(first.owner)
	switch noun := name.owner.noun(); {
	case first.owner != name.owner && name.kind == newName && first.kind == newName:
		m.Add(invalidRename, name.span, "%s is already the new name of another %s", diag.Key(name.text), noun).
			Hint("give each a name of its own").Related(first.span, "claimed here")
	case first.owner != name.owner && (name.kind == newName || first.kind == newName):
		m.Add(invalidRename, name.span, "%s is already a name of another %s", diag.Key(name.text), noun).
			Hint("remove one of the two").Related(first.span, "claimed here")
	case first.owner != name.owner:
		m.Add(invalidRename, name.span, "%s is already the old name of another %s", diag.Key(name.text), noun).
			Hint("an old value can move to one %s only", noun).Related(first.span, "claimed here")
	case name.kind == oldName && first.kind == newName:
		m.Add(invalidRename, name.span, "%s is the new name of this key, so it can't be an old one too", diag.Key(name.text)).
			Hint("remove it from renamed_from while renamed_to has it").Related(first.span, "the new name")
	case name.kind == wasName && first.kind == newName:
		m.Add(invalidRename, name.span, "%s is the new name of this key, so it can't have older values", diag.Key(name.text)).
			Hint("take another name in renamed_to").Related(first.span, "the new name")
	default:
		m.Add(invalidRename, name.span, "%s is already an old name of this %s", diag.Key(name.text), noun).
			Hint("remove one of the two").Related(first.span, "first written here")
	}
}

// checkFieldNames reports older names of fields that are still in use.
func (m *moves) checkFieldNames() {
	type id struct {
		object *schema.Named
		name   string
	}
	claimed, declared := map[id]otherName{}, map[id]*schema.Field{}
	for i, name := range m.otherNames {
		object := name.owner.object
		if object == nil {
			continue
		}
		if i == 0 || m.otherNames[i-1].owner.object != object {
			for _, f := range object.Fields {
				declared[id{object, f.Name}] = f
			}
		}
		first, taken := claimed[id{object, name.text}]
		switch used := declared[id{object, name.text}]; {
		case used != nil:
			m.doubt(name.owner)
			m.Add(invalidRename, name.span, "%s is still a field of %s", diag.Key(name.text), object.Name).
				Hint("remove the old field, or take the name out here").Related(used.Span, "declared here")
		case taken && !(name.kind == wasName && first.kind == wasName && first.owner == name.owner):
			m.claimedTwice(name, first)
		case !taken:
			claimed[id{object, name.text}] = name
		}
	}
}
