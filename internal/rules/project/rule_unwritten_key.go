package project

import (
	"cmp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

var UnwrittenKey = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unwritten-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key is read, but nothing sets it and no default is shown",
	Why: "A required key without a writer fails every run. An optional one is empty forever, and the optional marker " +
		"in {city?} hides that from everybody but the model. A framework that expands a prompt itself knows no defaults, " +
		"so that the same is true of a default that Initial does not store: of user:, app: and temp: keys, and of " +
		"families. The key is often written under another name. The rule runs when a check covers the whole project; " +
		"tests don't count as writers. written_by names those outside it: another program, a seed file, the model " +
		"through a tool.",
	Bad: "version: 1\nkeys:\n  city: string?\n" +
		"instructions:\n  greeter: {text: \"Weather in {city?}.\"}\n",
	Good: "version: 1\nkeys:\n  city: {type: string, optional: true, written_by: [booking_form]}\n" +
		"instructions:\n  greeter: {text: \"Weather in {city?}.\"}\n",
})

func (all *usageByKey) checkUnwrittenKey(k *schema.Key, a *usage) diag.List {
	if k.Default != nil {
		return checkUnshownDefault(k, a)
	}
	read := len(a.reads) > 0 || a.loaded && k.Required()
	if !read || a.written(k) {
		return nil
	}
	if a.lost {
		return nil
	}
	meant, sure := all.isMeant(k)
	if meant == nil && (a.anyIsWritten || all.drafted() && !slices.ContainsFunc(a.reads, expectsKey)) {
		return nil
	}
	d := diag.New(UnwrittenKey, k.Span, "%s is read, but nothing sets it", diag.Key(k.Wire()))
	if len(a.reads) > 0 && !slices.ContainsFunc(a.reads, needsValue) {
		d = diag.New(UnwrittenKey, k.Span,
			"nothing sets %s: the optional marker of its placeholder hides that the text is always empty", diag.Key(k.Wire()))
	}
	d.Related = firstPlaces(a.reads, "it is read here")
	if all.drafted() && len(d.Related) > 0 {
		d.Span, d.Related = d.Related[0].Span, d.Related[1:]
	}
	switch {
	case meant != nil:
		d.Hint = "did you mean " + diag.Quote(meant.Wire()) + "?"
		d.Related = append(firstPlaces(all.byKey[meant].writes, diag.Quote(meant.Wire())+" is set here"), d.Related...)
		if sure = sure && !a.anyIsWritten; !sure {
			d.Hint += " If both are meant, look for what sets " + diag.Quote(k.Wire())
		} else if all.drafted() {
			d.MakeCertain()
		}
	case !all.drafted():
		d.Hint = "set it, or name who does in written_by"
	case all.code.Begun && slices.ContainsFunc(a.reads, failsWithout):
		d.MakeCertain()
		d.Message += ": the run fails in the sessions that this program creates"
		d.Hint = "create sessions with it, or write {" + k.Wire() + "?} if it may be missing; " +
			"use other brackets if the braces are meant as text"
	default:
		d.Hint = "nothing is wrong if a client creates sessions with it; otherwise set it"
		if slices.ContainsFunc(a.reads, func(u source.Use) bool { return u.Kind == source.Placeholder }) {
			d.Hint += ", or leave the braces out if they are text"
		}
	}
	return diag.List{d}
}

// expectsKey reports whether a use is none of code that has a value for a key that is missing.
func expectsKey(u source.Use) bool { return u.Kind == source.Placeholder || !u.Optional }

// failsWithout reports whether a use is a placeholder without which a run fails.
func failsWithout(u source.Use) bool { return u.Kind == source.Placeholder && !u.Optional }

// needsValue reports whether a use is none of a placeholder that may be empty.
func needsValue(u source.Use) bool { return u.Kind != source.Placeholder || !u.Optional }

// isMeant returns the one key that is set and that was probably meant by another one, and whether that is
// sure: it reads the same, or nobody reads it by its own name.
func (all *usageByKey) isMeant(k *schema.Key) (meant *schema.Key, sure bool) {
	near := all.written.Nearest(k.Wire())
	if near == "" {
		return nil, false
	}
	meant = all.checker.Find(near)
	all.meant[near] = true
	const short = 3 // letters: of these, any two are near
	same := diag.Fold(near) == diag.Fold(k.Wire())
	return meant, same || len(k.Wire()) > short && all.of(meant).unread()
}

// checkUnshownDefault reports placeholders that a framework replaces by nothing, because it does not know the default
// of their key. Without the optional marker another rule reports them.
func checkUnshownDefault(k *schema.Key, a *usage) diag.List {
	empty := slices.DeleteFunc(slices.Clone(a.reads), func(u source.Use) bool {
		return u.Kind != source.Placeholder || !u.Optional || u.Defaults
	})
	stored := k.Scope == runtime.ScopeSession && len(k.Params) == 0 // by Initial
	if stored || len(empty) == 0 || len(a.writes) > 0 {
		return nil
	}
	if a.written(k) || a.anyIsWritten {
		return nil
	}
	d := diag.New(UnwrittenKey, k.Span,
		"nothing sets %s, and a framework does not know its default: the text of its placeholder is always empty",
		diag.Key(k.Wire())).
		WithHint("set it, list the prompt under instructions, whose generated functions show the default, " +
			"or name who sets the key in written_by")
	d.Related = firstPlaces(empty, "it is read here")
	return diag.List{d}
}

// firstPlaces shows a few uses, in order.
func firstPlaces(uses []source.Use, message string) []diag.Related {
	const most = 3
	uses = slices.Clone(uses)
	slices.SortFunc(uses, func(a, b source.Use) int {
		return cmp.Or(cmp.Compare(a.Place().File, b.Place().File), cmp.Compare(a.Place().Start, b.Place().Start))
	})
	var list []diag.Related
	for _, u := range uses[:min(len(uses), most)] {
		list = append(list, diag.Related{Span: u.Place(), Message: message})
	}
	return list
}
