package breaking

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// observation is what became of a value, or of none, that one side leaves in a state.
type observation struct {
	rule, key string // the key in the new schema, or of the old one if it is gone
	state     map[string]any
	what      string
}

// observe tries drawn values of all keys of one side on the other side. It knows
// nothing of how Compare matches keys and finds witnesses.
func observe(d *draw.Drawer, from, to *reading.Schema, removed []schema.Removed, rolling bool, tries int) []observation {
	var list []observation
	rule := func(stored, rolled string) string { return map[bool]string{false: stored, true: rolled}[rolling] }
	for _, k := range from.Keys {
		if k.Scope == runtime.ScopeTemp {
			continue
		}
		wire := member(k)
		others := counterparts(k, wire, to)
		name := k.Wire()
		if !rolling && len(others) > 0 {
			name = others[0].Wire()
		}
		add := func(rule string, state map[string]any, what string) {
			list = append(list, observation{rule, name, state, what})
		}
		for range tries {
			v := d.Of(k.Key)
			if !k.Stores(v) {
				continue
			}
			state := map[string]any{wire: v}
			if len(others) == 0 {
				if !rolling && !listed(removed, k) {
					add(storedValueLost.ID, state, "is gone")
				}
				break
			}
			for _, alias := range k.Names(wire)[1:] {
				for _, other := range others {
					state := map[string]any{alias: v}
					if now := other.Read(wireOf(other, wire), state); now.Presence != reading.Stored && !rolling {
						add(storedValueLost.ID, state, "is no longer found")
					}
				}
			}
			for _, other := range others {
				before, now := k.Read(wire, state), other.Read(wireOf(other, wire), state)
				switch {
				case now.ByHand:
				case now.Presence != reading.Stored:
					add(rule(storedValueLost.ID, rollingValueLost.ID), state, "is not found")
				case now.Err != nil:
					add(rule(storedValueRefused.ID, rollingValueRefused.ID), state, now.Err.Error())
				case !now.Converted && !reading.Same(before.Value, now.Value):
					add(rule(storedValueChanged.ID, rollingValueChanged.ID), state, fmt.Sprintf("%s reads as %s", reading.Text(before.Value), reading.Text(now.Value)))
				case returnsAsOther(k, other, wire, state):
					add(rule(storedValueChanged.ID, rollingValueChanged.ID), state, "comes back as another value")
				case !rolling && losesField(before.Value, now.Value):
					add(storedValueLost.ID, state, "loses a field")
				case now.Invalid != nil:
					add(rule(constraintTightened.ID, constraintLoosened.ID), state, now.Invalid.Error())
				}
			}
		}
	}
	if !rolling {
		list = append(list, observeOlder(d, from, to, tries)...)
		list = append(list, observeJoined(d, from, to)...)
		list = append(list, observeFirstMerges(d, from, to, tries)...)
	}
	list = append(list, observeMembers(d, from, to, rolling)...)
	return append(list, observeAbsence(from, to, rolling)...)
}

// observeJoined stores values under several keys that are one on the other side.
func observeJoined(d *draw.Drawer, from, to *reading.Schema) []observation {
	var list []observation
	for _, o := range to.Keys {
		state := map[string]any{}
		for _, name := range o.Names(member(o)) {
			if k := from.Key(name); k != nil && k.Scope != runtime.ScopeTemp {
				state[name] = d.Of(k.Key)
			}
		}
		if len(state) > 1 && o.Read(member(o), state).Err == nil {
			list = append(list, observation{storedValueLost.ID, o.Wire(), state, "is read in part"})
		}
	}
	return list
}

// observeMembers stores values that are a single key's for one side and a family's for
// the other.
func observeMembers(d *draw.Drawer, from, to *reading.Schema, rolling bool) []observation {
	var list []observation
	for _, k := range from.Keys {
		for _, o := range to.Keys {
			single, name := k.Wire(), o.Wire()
			if len(k.Params) > 0 {
				single = o.Wire()
			}
			if rolling {
				name = k.Wire()
			}
			if k.Scope == runtime.ScopeTemp || (len(k.Params) > 0) == (len(o.Params) > 0) || !k.Has(single) || !o.Has(single) {
				continue
			}
			state := map[string]any{single: d.Of(k.Key)}
			if k.Read(single, state).Refused() == nil && o.Read(single, state).Err == nil {
				id := map[bool]string{false: storedValueChanged.ID, true: rollingValueChanged.ID}[rolling]
				list = append(list, observation{id, name, state, "is of a family on one side alone"})
			}
		}
	}
	return list
}

// observeFirstMerges merges into keys that are not set, as both sides do.
func observeFirstMerges(d *draw.Drawer, from, to *reading.Schema, tries int) []observation {
	var list []observation
	for _, k := range from.Keys {
		for _, o := range counterparts(k, member(k), to) {
			if k.Merge == schema.MergeLast || k.Merge != o.Merge {
				continue
			}
			for range tries {
				v := d.Of(k.Key)
				if before, now := firstMerge(k, v), firstMerge(o, v); k.Stores(v) && before != "" && now != "" && before != now {
					list = append(list, observation{defaultChanged.ID, o.Wire(), map[string]any{}, "a merge gives " + now + " instead of " + before})
				}
			}
		}
	}
	return list
}

// firstMerge is what a merge of a value gives where nothing is stored; empty: an error.
func firstMerge(k *reading.Key, v any) string {
	kind, _ := runtime.ParseOpKind(k.Merge.String())
	op := runtime.Op{Kind: kind, Operand: v}
	if k.Default != nil {
		op.Base = schema.Stored(k.Default.Data)
	}
	result, err := op.Apply(nil)
	if err != nil {
		return ""
	}
	return jsonText(result)
}

// returnsAsOther reports whether a value is another one, or goes through a function of
// the user's, once the other side has written it back.
func returnsAsOther(k, other *reading.Key, wire string, state map[string]any) bool {
	at := wireOf(other, wire)
	got := other.Read(at, state)
	raw, err := other.Encode(got)
	if err != nil {
		return false
	}
	back := k.Read(wire, map[string]any{at: raw})
	if back.ByHand || back.Err != nil || !back.Converted && !hasConverted(back.Value) {
		return back.ByHand
	}
	again, err := k.Encode(back)
	return err == nil && jsonText(again) != jsonText(state[wire])
}

// hasConverted reports whether a field was converted in a value.
func hasConverted(v any) bool {
	switch v := v.(type) {
	case reading.Object:
		return len(v.Converted) > 0 || hasConverted(v.Fields)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), hasConverted)
	case []any:
		return slices.ContainsFunc(v, hasConverted)
	}
	return false
}

// observeOlder tries values in the forms that the entries under was speak of.
func observeOlder(d *draw.Drawer, from, to *reading.Schema, tries int) []observation {
	var list []observation
	for _, k := range from.Keys {
		wire := member(k)
		others := counterparts(k, wire, to)
		for _, o := range k.Older() {
			for range tries {
				v := d.Stored(o.Type, schema.Constraints{}, o.Encoding)
				state := map[string]any{k.Names(wire)[o.Name]: v}
				before := k.Read(wire, state)
				if before.Presence != reading.Stored || before.Err != nil || before.ByHand || len(others) == 0 {
					continue
				}
				now := others[0].Read(wireOf(others[0], wire), state)
				if now.Err != nil || now.Presence != reading.Stored {
					list = append(list, observation{storedValueRefused.ID, others[0].Wire(), state, "is no longer read"})
				}
			}
		}
	}
	return list
}

// losesField reports whether an object has a field that the other side doesn't know.
func losesField(before, now any) bool {
	switch a := before.(type) {
	case reading.Object:
		b, ok := now.(reading.Object)
		if !ok {
			return false
		}
		taken := map[string]bool{} // by fields that become one
		for name, value := range a.Fields {
			other, known := b.Other(name, a.Known[name])
			if !known || taken[other] || losesField(value, b.Fields[other]) {
				return true
			}
			taken[other] = true
		}
	case []any:
		b := now.([]any)
		for i := range a {
			if losesField(a[i], b[i]) {
				return true
			}
		}
	case map[string]any:
		for name, value := range a {
			if b, ok := now.(map[string]any); ok && losesField(value, b[name]) {
				return true
			}
		}
	}
	return false
}

// gravest leaves, of what is observed of one key in one direction, what is graver.
func gravest(list []observation) []observation {
	has := func(rule, key string) bool {
		return slices.ContainsFunc(list, func(o observation) bool { return o.rule == rule && o.key == key })
	}
	return slices.DeleteFunc(slices.Clone(list), func(o observation) bool {
		return o.rule == storedValueChanged.ID && has(storedValueRefused.ID, o.key) ||
			o.rule == rollingValueChanged.ID && has(rollingValueRefused.ID, o.key) ||
			o.rule == constraintTightened.ID && (has(storedValueRefused.ID, o.key) || has(storedValueChanged.ID, o.key)) ||
			o.rule == constraintLoosened.ID && (has(rollingValueRefused.ID, o.key) || has(rollingValueChanged.ID, o.key))
	})
}

// observeAbsence reads keys that are not set.
func observeAbsence(from, to *reading.Schema, rolling bool) []observation {
	var list []observation
	for _, k := range to.Keys {
		wire := member(k)
		others := counterparts(k, wire, from)
		if k.Scope == runtime.ScopeTemp || len(k.Params) > 0 && len(others) == 0 {
			continue
		}
		now, accepted, name := k.Read(wire, nil), true, k.Wire()
		for _, other := range others {
			before := other.Read(wireOf(other, wire), nil)
			accepted = accepted && before.Err == nil
			if rolling {
				name = other.Wire()
			}
			if !rolling && before.Presence == reading.Defaulted && now.Presence == reading.Defaulted && !reading.Same(before.Value, now.Value) {
				list = append(list, observation{defaultChanged.ID, name, map[string]any{}, "another default"})
			}
		}
		if accepted && now.Err != nil {
			id := map[bool]string{false: missingValueRefused.ID, true: rollingMissingRefused.ID}[rolling]
			list = append(list, observation{id, name, map[string]any{}, now.Err.Error()})
		}
	}
	return list
}

// counterparts are the declarations of the other side that read, or are meant by, a
// key of a state.
func counterparts(k *reading.Key, wire string, other *reading.Schema) []*reading.Key {
	var list []*reading.Key
	for _, o := range other.Keys {
		at := wireOf(o, wire)
		if o.Has(wire) || slices.Contains(o.Names(at), wire) || slices.Contains(k.Names(wire), at) {
			list = append(list, o)
		}
	}
	return list
}

// wireOf is the key of a declaration that stands for one of the other side.
func wireOf(o *reading.Key, wire string) string {
	if o.Has(wire) || len(o.Params) == 0 {
		if len(o.Params) == 0 {
			return o.Wire()
		}
		return wire
	}
	return member(o)
}

func listed(removed []schema.Removed, k *reading.Key) bool {
	return slices.ContainsFunc(removed, func(r schema.Removed) bool { return r.Key == k.Wire() })
}

// inValues are the rules on values, which observe can confirm.
var inValues = map[string]bool{}

func init() {
	for _, r := range Rules() {
		if r == clientValueRefused {
			continue // a page of the older release refuses it, and no Go code
		}
		if strings.Contains(r.ID, "value") || strings.HasPrefix(r.ID, "constraint") || r == defaultChanged || r == rollingMissingRefused {
			inValues[r.ID] = true
		}
	}
}
