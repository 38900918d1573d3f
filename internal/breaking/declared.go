package breaking

import (
	"fmt"
	"slices"

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
		how:  always,
		text: fmt.Sprintf(noSessionYet, k.Read(k.Wire(), nil).Err),
		cure: optionalOrDefault,
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
		old: c.old.Removed[i].Span, before: "removed", how: dependent,
		text: nameWasRemoved,
		cure: cureOfTaken,
	})
}

// removed looks at a key that the new schema has under no name.
func (c *comparison) removed(k *reading.Key) {
	c.clientsOf(k)
	if k.Scope == runtime.ScopeTemp {
		return
	}
	listed := slices.IndexFunc(c.new.Removed, func(r schema.Removed) bool { return r.Key == k.Wire() })
	var f finding
	if listed >= 0 {
		f.new = c.new.Removed[listed].Span
	} else {
		f.text = fmt.Sprintf(undeclared, c.example(k))
		f.how, f.cure = extentOf(true, true), c.cureOfRemoval(k)
		c.report(storedValueLost, f)
	}
	if k.Required() && len(k.Params) == 0 {
		f.text = fmt.Sprintf(begunWithout, k.Read(k.Wire(), nil).Err)
		f.how, f.cure = always, requiredFirst
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
		text: fmt.Sprintf(schemaGone,
			diag.Count(int64(len(stored)), "key"), c.example(stored[0]), diag.Quote(stored[0].Wire())),
		how: silent, cure: cureOfGone,
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
			return fmt.Sprintf(cureOfRenamed, diag.Quote(p.new.Wire()), diag.Quote(k.Wire()), p.new.Wire())
		}
	}
	return cureOfRemoved
}

// defaults compares what is read where nothing is stored.
func (c *comparison) defaults(p pair, oldWire, newWire string) {
	before, now := p.old.Read(oldWire, nil), p.new.Read(newWire, nil)
	c.beginnings(p)
	if before.Presence != reading.Defaulted || now.Presence != reading.Defaulted || reading.Same(before.Value, now.Value) {
		return
	}
	text := fmt.Sprintf(otherDefault, reading.Text(before.Value), reading.Text(now.Value))
	if p.new.Merge != schema.MergeLast {
		text += firstMergeThere
	}
	c.report(defaultChanged, finding{
		new: p.new.Default.Span, old: p.old.Default.Span, before: reading.Text(before.Value), text: text, how: silentlySet,
		cure: cureOfDefault,
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
	cure := keepDefault
	if p.old.Default == nil {
		cure = noDefault + map[bool]string{true: ", or " + before}[before != nothing]
	}
	c.report(defaultChanged, finding{
		how: silentlySet, cure: cure,
		text: fmt.Sprintf(otherBeginning, before, now),
	})
}

// nothing is where min and max begin without a default.
const nothing = "nothing"

// beginning is what a merge takes for the value of a key that is not set.
func beginning(k *reading.Key) string {
	switch {
	case k.Default != nil:
		return jsonText(schema.Stored(k.Default.Data))
	case k.Merge == schema.MergeSum:
		return "0"
	case k.Merge == schema.MergeAppend, k.Merge == schema.MergeUnion:
		return "[]"
	}
	return nothing
}

// merges compares operations.
func (c *comparison) merges(p pair) {
	var f finding
	switch {
	case p.old.Merge != p.new.Merge:
		f.text = fmt.Sprintf(otherMerge, p.old.Merge, p.new.Merge, together(p.old.Merge, p.new.Merge))
		f.cure = cureOfMerge
		c.report(mergeChanged, f)
	case p.old.Merge != schema.MergeLast && constraints(p.old.Constraints) != constraints(p.new.Constraints):
		f.text = fmt.Sprintf(otherLimits, constraints(p.old.Constraints), constraints(p.new.Constraints))
		f.cure = cureOfLimits
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
	text := widerScope
	if p.old.Scope > today.Scope || p.old.Scope == runtime.ScopeUser && today.Scope == runtime.ScopeSession {
		text = narrowerScope
	}
	c.report(scopeChanged, finding{
		before: p.old.Wire(), text: fmt.Sprintf(text, p.old.Scope, today.Scope), how: dependent,
		cure: c.beside(p.old.Key, &today),
	})
}

func (c *comparison) sensitive(p pair) {
	var f finding
	switch {
	case p.old.Sensitive && !p.new.Sensitive:
		f.text, f.how = noLongerSensitive, silent
		f.cure = keepSensitive
		c.report(sensitiveRemoved, f)
	case p.new.Sensitive && !p.old.Sensitive:
		f.text, f.how = becomesSensitive, silent
		f.cure = cureOfSensitive
		c.report(sensitiveAdded, f)
	}
}
