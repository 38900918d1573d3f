package load

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// renames are the older names of all keys.
type renames struct {
	*report.Report
	gaps *gaps
	list []rename
}

// rename is an older name of a key, to be compared with all keys.
type rename struct {
	key  *schema.Key
	text string
	span diag.Span
}

// read adds an older name to a key.
func (r *renames) read(k *schema.Key, item *yamlsrc.Node) {
	scope, name := runtime.ParseKey(item.Text)
	old := &schema.Key{Scope: scope, Name: name}
	if name == "" || len(item.Text) > maxKeyLength || strings.ContainsFunc(name, unicode.IsControl) {
		r.Add(rules.InvalidRename, item.Span, "%s is not a key", diag.Quote(item.Text)).Hint("write the old key with its prefix, such as user:theme")
		return
	}
	if !parameters(r.Report, old, item, len(item.Text)-len(name)) {
		return
	}
	if !slices.Equal(paramNames(old), paramNames(k)) {
		r.Add(rules.InvalidRename, item.Span, "the old key %s has other parameters than %s", diag.Quote(item.Text), diag.Quote(k.Wire())).
			Hint("write the same parameters in the same order")
		return
	}
	if k.Merge != schema.MergeLast && scope != k.Scope {
		r.Add(rules.InvalidRename, item.Span, "the old key %s is in another scope, and merge: %s works within one", diag.Quote(item.Text), k.Merge).
			Hint("remove it and move its value with one write, or remove merge").Related(k.Span, "the key")
		return
	}
	k.RenamedFrom = append(k.RenamedFrom, item.Text)
	r.list = append(r.list, rename{key: k, text: item.Text, span: item.Span})
}

func paramNames(k *schema.Key) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	return names
}

// check reports older names that are declared, or that two keys claim.
func (r *renames) check(keys []*schema.Key) {
	declared := map[string]*schema.Key{}
	for _, k := range keys {
		declared[k.Wire()] = k
	}
	claimed := map[string]rename{}
	for _, old := range r.list {
		if other, ok := declared[old.text]; ok {
			r.Add(rules.InvalidRename, old.span, "%s is still declared as a key", diag.Quote(old.text)).
				Hint("remove the old declaration, or take the name out here").Related(other.Span, "declared here")
			r.gaps.declared[old.key], r.gaps.declared[other] = true, true
			continue
		}
		if other, ok := claimed[old.text]; ok {
			r.Add(rules.InvalidRename, old.span, "%s is already the old name of another key", diag.Quote(old.text)).
				Hint("an old value can move to one key only").Related(other.span, "claimed here")
			r.gaps.declared[old.key], r.gaps.declared[other.key] = true, true
			continue
		}
		claimed[old.text] = old
	}
}
