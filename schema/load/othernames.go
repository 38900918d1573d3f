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

// otherName is a name that a key, a field or a value of an enum has had or will have, or a key that is gone had.
type otherName struct {
	owner owner
	text  string
	id    string      // equal for names that are the same
	key   *schema.Key // what a key of that name looks like; nil: it is no key's
	kind  nameKind
	span  diag.Span
}

type nameKind uint8

const (
	oldName     nameKind = iota // of renamed_from
	wasName                     // of an entry of was; several may have it
	newName                     // of renamed_to
	removedName                 // of removed
)

// rule is what a mistake about the name is.
func (n otherName) rule() diag.Rule {
	if n.kind == removedName {
		return invalidRemoval
	}
	return invalidRename
}

// keyOf reads a name that is to be one of a key, or reports that no key can have it.
func (m *moves) keyOf(rule diag.Rule, item *yamlsrc.Node) (*schema.Key, bool) {
	scope, name := runtime.ParseKey(item.Text)
	k := &schema.Key{Scope: scope, Name: name, Span: item.Span}
	if name == "" || len(item.Text) > maxKeyLength || strings.ContainsFunc(name, unicode.IsControl) {
		m.Add(rule, item.Span, "%s is not a key", diag.Key(item.Text)).
			Hint("write the key with its prefix, such as user:theme")
		return nil, false
	}
	return k, parameters(m.Report, k, item, len(item.Text)-len(name))
}

// keyName notes another name of a key, or reports one that no key can have, or this one can't.
func (m *moves) keyName(o owner, item *yamlsrc.Node, kind nameKind) bool {
	k := o.key
	other, ok := m.keyOf(invalidRename, item)
	if !ok {
		return false
	}
	word := "old"
	if kind == newName {
		word = "new"
	}
	if !slices.Equal(paramNames(other), paramNames(k)) {
		m.Add(invalidRename, item.Span, "the %s key %s has other parameters than %s", word, diag.Key(item.Text), diag.Key(k.Wire())).
			Hint("write the same parameters in the same order")
		return false
	}
	if k.Merge != schema.MergeLast && other.Scope != k.Scope {
		m.Add(invalidRename, item.Span, "the %s key %s is in another scope, and merge: %s works within one", word, diag.Key(item.Text), k.Merge).
			Hint("remove it and move its value with one write, or remove merge").Related(k.Span, "the key")
		return false
	}
	if kind == newName && !m.newName(k, other, item) {
		return false
	}
	m.otherNames = append(m.otherNames, otherName{o, item.Text, unnamed(item.Text), other, kind, item.Span})
	return true
}

func paramNames(k *schema.Key) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	return names
}

// newName reports a new name that changes nothing, that was probably meant to be in the scope that the key has by
// its field scope, or that the next release could not declare as this one declares the key: without its scope.
func (m *moves) newName(k, next *schema.Key, at *yamlsrc.Node) bool {
	switch {
	case at.Text == k.Wire():
		m.Add(invalidRename, at.Span, "renamed_to has the name that the key has already").
			Hint("write the name that it is to have in the next release, or remove renamed_to")
		return false
	case k.ScopeWritten && next.Scope == runtime.ScopeSession && k.Scope != next.Scope:
		m.Add(invalidRename, at.Span, "the new key %s would be a key of the session, and the scope here is %s", diag.Key(at.Text), k.Scope).
			Hint("write %s", diag.Quote(k.Scope.Key(next.Name))).Suggest(at.Span, diag.Quote(k.Scope.Key(next.Name)))
		return false
	}
	return k.ScopeWritten || m.plainName(next, at, len(at.Text)-len(next.Name))
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

// place is something that is declared, and where.
type place struct {
	owner owner
	span  diag.Span
}

// checkNames reports other names that are declared, by what is the same, or that two claim.
func (m *moves) checkNames(names []otherName, declared map[string]place) {
	claimed := map[string]otherName{}
	for _, name := range names {
		first, taken := claimed[name.id]
		switch used, inUse := declared[name.id]; {
		case inUse:
			m.inUse(name, used)
		case taken && !(name.kind == wasName && first.kind == wasName && first.owner == name.owner):
			m.claimedTwice(name, first)
		case !taken:
			claimed[name.id] = name
		}
	}
}

func (m *moves) inUse(name otherName, used place) {
	m.doubt(name.owner)
	m.doubt(used.owner)
	problem, hint := "%s is still declared as a %s", "remove the old declaration, or take the name out here"
	switch name.kind {
	case newName:
		problem = "%s is already declared as a %s"
		hint = "a rename takes two releases: in the first, declare the old key alone, with renamed_to; " +
			"in the second, the new key alone, with renamed_from"
	case removedName:
		hint = "take it out here if it is back with its old type; else take a new name"
	}
	m.Add(name.rule(), name.span, problem, diag.Key(name.text), used.owner.noun()).Hint("%s", hint).
		Related(used.span, "declared here")
}

func (m *moves) claimedTwice(name, first otherName) {
	m.doubt(name.owner)
	m.doubt(first.owner)
	noun := name.owner.noun()
	problem, hint := "is already a name of another "+noun, "one name can lead to one "+noun+" only"
	switch {
	case first.kind == removedName && name.kind == removedName:
		problem, hint = "is listed twice", "remove one of the two"
	case first.kind == removedName:
		problem, hint = "is listed under removed", "take it out there: its values are still read"
	case first.owner == name.owner:
		problem, hint = "is already a name of this "+noun, "remove one of the two"
	}
	m.Add(first.rule(), name.span, "%s %s", diag.Key(name.text), problem).Hint("%s", hint).
		Related(first.span, "first written here")
}
