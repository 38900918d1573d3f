package breaking

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// pass looks for values that one side stores and the other doesn't read as they
// are: from the old side to the new one, or when rolling the other way.
type pass struct {
	*comparison
	pair
	from, to         version
	fromKey, toKey   *reading.Key
	fromWire, toWire string
	rolling          bool
	walked           map[[2]*schema.Named]bool
}

// rule is the one of a pair of rules that is about this direction.
func (p *pass) rule(stored, rolling diag.Rule) diag.Rule {
	if p.rolling {
		return rolling
	}
	return stored
}

// effectRule is the rule on values with which something happens.
func (p *pass) effectRule(e effect) diag.Rule {
	switch e {
	case refused:
		return p.rule(storedValueRefused, rollingValueRefused)
	case dropped:
		return p.rule(storedValueLost, rollingValueLost)
	case altered:
		return p.rule(storedValueChanged, rollingValueChanged)
	}
	return p.rule(constraintTightened, constraintLoosened)
}

// cure says what to do instead.
func (p *pass) cure(c change, at place) string {
	ofKey := c == typeChanged && !at.inObject && p.pair.old.Merge == schema.MergeLast && len(p.pair.old.Params) == len(p.pair.new.Params)
	switch {
	case ofKey && p.rolling:
		return p.converting()
	case p.rolling:
		return rollingCures[c]
	case c == typeChanged && len(p.toKey.Older()) > 0:
		return cureOfEntry
	case ofKey:
		return p.saying()
	}
	return storedCures[c]
}

// encode writes a value as the key of the side that stores does.
func (p *pass) encode(v any) any {
	if p.fromKey.Encoding == schema.JSONString {
		return jsonText(v)
	}
	return v
}

// state is one in which a value is stored.
func (p *pass) state(value any) map[string]any { return map[string]any{p.fromWire: value} }

// sample is a plain value of the key that stores, and whether there is any.
func (p *pass) sample() (any, bool) {
	v := p.maker.sample(formOf(p.fromKey.Key), formOf(p.toKey.Key), depth)
	return v, v != nil
}

// reader is what reads values: of a key or a part of one.
type reader interface {
	Stores(any) bool
	ReadValue(any) reading.Result
	Encode(reading.Result) (any, error)
}

// keyReader reads whole values of a key, in whatever form and under whichever name
// they are stored.
type keyReader struct {
	*reading.Key
	wire, name string
}

func (r *keyReader) ReadValue(v any) reading.Result {
	return r.Read(r.wire, map[string]any{r.name: v})
}
