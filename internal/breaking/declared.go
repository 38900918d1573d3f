package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// This file compares what is declared of keys beyond their values.

// added looks at a key that the old schema has under no name.
func (c *comparison) added(k *reading.Key) {
	c.taken(k)
	if !k.Required() || len(k.Params) > 0 || k.Scope == runtime.ScopeTemp {
		return
	}
	c.report(missingValueRefused, finding{
		key: k.Wire(), new: k.Span, how: always,
		text:     "no session that exists has it, and reading it there is an error: " + k.Read(k.Wire(), nil).Err.Error(),
		cure:     "make it optional or give it a default, at least until every session has it",
		counters: absentees(pair{new: k}, func(_, now reading.Result) bool { return runtime.IsMissing(now.Err) }),
	})
}

// taken looks for the key's name among those that the old schema had removed: what an
// earlier declaration stored there may be left.
func (c *comparison) taken(k *reading.Key) {
	i := slices.IndexFunc(c.old.Removed, func(r schema.Removed) bool { return r.Key == k.Wire() })
	if i < 0 || k.Scope == runtime.ScopeTemp {
		return
	}
	c.report(storedValueChanged, finding{
		key: k.Wire(), new: k.Span, old: c.old.Removed[i].Span, before: "removed", how: dependent,
		text:     "the name was listed under removed, and what is still stored under it is taken for a value of the new key",
		cure:     "take a new name; or, once `stategen db scan` finds nothing under this one, accept this in the baseline",
		counters: []counter{{pair: pair{new: k}}},
	})
}

const requiredFirst = "make it optional first, in code that still sets it, and accept that in the baseline; remove it in the next release"

// removed looks at a key that the new schema has under no name.
func (c *comparison) removed(k *reading.Key) {
	if k.Scope == runtime.ScopeTemp {
		return
	}
	listed := slices.IndexFunc(c.new.Removed, func(r schema.Removed) bool { return r.Key == k.Wire() })
	f := finding{key: k.Wire(), old: k.Span, before: describe(k)}
	if listed >= 0 {
		f.new = c.new.Removed[listed].Span
	} else {
		f.text = "it is no longer declared, and the new code does not find what the old code stored under it, such as " + c.example(k)
		f.how, f.cure = extentOf(true, true), c.cureOfRemoval(k)
		f.counters = []counter{{pair: pair{old: k}, of: func(h *holding) effect { return h.effect }}}
		c.report(storedValueLost, f)
	}
	if k.Required() && len(k.Params) == 0 {
		f.text = "the new code begins sessions without it, and the old code has an error there: " + k.Read(k.Wire(), nil).Err.Error()
		f.how, f.cure, f.counters = always, requiredFirst, nil
		c.report(rollingMissingRefused, f)
	}
}

// Gone returns what it breaks that a schema is there no longer, where it was.
func Gone(old *schema.Schema, file string) diag.List {
	c := newComparison(old, &schema.Schema{File: file})
	stored := slices.DeleteFunc(slices.Clone(c.old.read.Keys), func(k *reading.Key) bool { return k.Scope == runtime.ScopeTemp })
	if len(stored) == 0 {
		return nil
	}
	c.report(storedValueLost, finding{
		text: fmt.Sprintf("the schema is gone, and no code generated from it reads what is stored under its %s, such as %s under %s",
			diag.Count(int64(len(stored)), "key"), c.example(stored[0]), diag.Quote(stored[0].Wire())),
		how: silent, cure: "keep the schema until nothing is stored under its keys; if another schema declares them now, or that is so, accept this in the baseline",
	})
	return c.diagnostics()
}

// example is a value that the old code stores under a key.
func (c *comparison) example(k *reading.Key) string {
	v := c.maker.sample(formOf(k.Key), formOf(k.Key), depth)
	if k.Encoding == schema.JSONString {
		v = jsonText(v)
	}
	return shown(v)
}

// cureOfRemoval names the new key that a removed one may have become.
func (c *comparison) cureOfRemoval(k *reading.Key) string {
	for _, p := range c.pairs[:min(len(c.pairs), 2000)] {
		if p.old == nil && p.new.Type.String() == k.Type.String() && len(p.new.Params) == len(k.Params) &&
			p.new.Merge == k.Merge && p.new.Scope == k.Scope {
			return fmt.Sprintf("if %s is its new name, keep %s in this release with renamed_to: %s; else list it under removed",
				diag.Quote(p.new.Wire()), diag.Quote(k.Wire()), p.new.Wire())
		}
	}
	return "if it has a new name, keep it in this release with renamed_to; else list it under removed"
}

// defaults compares what is read where nothing is stored.
func (c *comparison) defaults(p pair, oldWire, newWire string) {
	before, now := p.old.Read(oldWire, nil), p.new.Read(newWire, nil)
	c.beginnings(p)
	if before.Presence != reading.Defaulted || now.Presence != reading.Defaulted || reading.Same(before.Value, now.Value) {
		return
	}
	text := fmt.Sprintf("where nothing is stored, the old code reads %s, and the new code %s", reading.Text(before.Value), reading.Text(now.Value))
	if p.new.Merge != schema.MergeLast {
		text += "; the first merge of each begins there"
	}
	c.report(defaultChanged, finding{
		key: p.new.Wire(), new: p.new.Default.Span, old: p.old.Default.Span, before: reading.Text(before.Value), text: text, how: silentlySet,
		cure: "keep the default, or store the new one where it is to count",
		counters: absentees(p, func(before, now reading.Result) bool {
			return before.Presence == reading.Defaulted && now.Presence == reading.Defaulted
		}),
	})
}

// beginnings compares where merges begin if only one side has a default.
func (c *comparison) beginnings(p pair) {
	if p.old.Merge != p.new.Merge || p.new.Merge == schema.MergeLast || (p.old.Default == nil) == (p.new.Default == nil) {
		return
	}
	before, now := beginning(p.old), beginning(p.new)
	if before == now {
		return
	}
	cure := "keep the default"
	if p.old.Default == nil {
		cure = "declare no default" + map[bool]string{true: ", or " + before}[before != nothing]
	}
	c.report(defaultChanged, finding{
		key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: describe(p.old), how: silentlySet, cure: cure,
		text: fmt.Sprintf("where nothing is stored, the first merge of the old code begins at %s, and that of the new code at %s", before, now),
		counters: absentees(p, func(before, now reading.Result) bool {
			return before.Presence != reading.Stored && now.Presence != reading.Stored
		}),
	})
}

// nothing is where min and max begin without a default.
const nothing = "nothing"

// beginning is what a merge takes for the value of a key that is not set.
func beginning(k *reading.Key) string {
	switch {
	case k.Default != nil:
		return jsonText(plan.Stored(k.Default.Data))
	case k.Merge == schema.MergeSum:
		return "0"
	case k.Merge == schema.MergeAppend, k.Merge == schema.MergeUnion:
		return "[]"
	}
	return nothing
}

// merges compares operations.
func (c *comparison) merges(p pair) {
	f := finding{key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: describe(p.old)}
	switch {
	case p.old.Merge != p.new.Merge:
		f.text = fmt.Sprintf("merge: %s became %s: while both run, %s", p.old.Merge, p.new.Merge, together(p.old.Merge, p.new.Merge))
		f.cure = "take a new key, or stop the old code before the new one starts"
		c.report(mergeChanged, f)
	case p.old.Merge != schema.MergeLast && !sameConstraints(p.old.Constraints, p.new.Constraints):
		f.text = "operations of old code are carried out within " + constraints(p.old.Constraints) + ", and those of new code within " +
			constraints(p.new.Constraints) + ", whatever the value has come to by the others"
		f.cure = "stop the old code before the new one starts, or be ready for values beyond the narrower constraint"
		c.report(mergeConstraintChanged, f)
	}
}

// together says what two kinds of merge make of each other's work.
func together(a, b schema.Merge) string {
	kinds := []schema.Merge{a, b}
	switch {
	case slices.Contains(kinds, schema.MergeLast):
		return "plain sets overwrite what the other version has merged"
	case slices.Contains(kinds, schema.MergeUnion):
		return "appended items are in the list twice"
	}
	return "each takes the other's result for its own"
}

// scope compares where a key is, and where its next name is.
func (c *comparison) scope(p pair) {
	today := *p.new.Key
	if today.Scope == p.old.Scope && today.RenamedTo != "" && today.RenamedTo != p.old.RenamedTo {
		today.Scope, today.Name = runtime.ParseKey(today.RenamedTo)
	}
	if p.old.Scope == today.Scope {
		return
	}
	text := fmt.Sprintf("the key moves from the scope %s to %s: %s", p.old.Scope, today.Scope, "of many values, one sooner or later replaces the others")
	if p.old.Scope > today.Scope || p.old.Scope == runtime.ScopeUser && today.Scope == runtime.ScopeSession {
		text = fmt.Sprintf("the key moves from the scope %s to %s: the first session that writes takes the value from all others", p.old.Scope, today.Scope)
	}
	c.report(scopeChanged, finding{
		key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: p.old.Wire(), text: text, how: dependent,
		cure: c.beside(p.old.Key, &today),
		counters: []counter{{pair: p, quiet: true, of: func(h *holding) effect {
			if h.alias != "" {
				return same
			}
			return concerned
		}}},
	})
}

func (c *comparison) sensitive(p pair) {
	f := finding{key: p.new.Wire(), new: p.new.Span, old: p.old.Span}
	switch {
	case p.old.Sensitive && !p.new.Sensitive:
		f.text, f.how = "it is no longer sensitive: logs, errors and prompts may show what is stored", silent
		f.cure = "keep sensitive, or accept this in the baseline with the reason"
		c.report(sensitiveRemoved, f)
	case p.new.Sensitive && !p.old.Sensitive:
		f.text, f.how = "it becomes sensitive, and its values so far are in history, logs and backups as they were", silent
		f.cure = "find out where the values went, and erase them there if they must not stay"
		c.report(sensitiveAdded, f)
	}
}
