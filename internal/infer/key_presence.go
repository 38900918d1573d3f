package infer

import (
	"go/constant"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// setPresence decides between required, optional and a default.
func (k *Key) setPresence(list []observation) {
	var demands, tolerates, fallbacks []observation
	for _, o := range list {
		switch {
		case o.test:
		case o.fallback != nil && k.fits(o.fallback):
			fallbacks = append(fallbacks, o)
		case o.presence == source.Tolerated || o.kind == cleared:
			tolerates = append(tolerates, o)
		case o.presence == source.Demanded:
			demands = append(demands, o)
		}
	}
	switch {
	case len(k.params) > 0, k.scope == runtime.ScopeTemp && len(fallbacks) == 0:
		k.optional = true // no run begins with it
	case len(fallbacks) > 0:
		k.setFallback(fallbacks, tolerates)
	case len(tolerates) > 0:
		k.optional = true
		if len(demands) > 0 {
			k.doubt("it is needed at %s, but %s goes on without it", demands[0].place, tolerates[0].place)
		}
	default:
		k.optional = len(demands) == 0
	}
	if k.optional && len(k.params) == 0 {
		k.setNeeded(list, demands, append(tolerates, fallbacks...))
	}
}

// setNeeded makes a key required that an instruction needs and an agent saves its answer under: that
// agent runs before, or each run would fail. Who goes on without the key may run at other times.
func (k *Key) setNeeded(list, demands, tolerates []observation) {
	needed := slices.IndexFunc(demands, func(o observation) bool { return o.kind == inText })
	if needed < 0 || !slices.ContainsFunc(list, func(o observation) bool { return o.kind == output && !o.test }) {
		return
	}
	k.optional = false
	k.byModel = k.scope == runtime.ScopeTemp // or no run would have it
	if len(tolerates) > 0 {
		k.doubt("it is needed at %s, but %s goes on without it", demands[needed].place, tolerates[0].place)
	}
}

// setFallback takes the value that all readers fall back on as the default.
func (k *Key) setFallback(fallbacks, tolerates []observation) {
	first := fallbacks[0]
	for _, o := range fallbacks[1:] {
		if yamlConstant(o.fallback) != yamlConstant(first.fallback) {
			k.optional = true
			k.doubt("without it, %s takes %s and %s takes %s", first.place, yamlConstant(first.fallback), o.place, yamlConstant(o.fallback))
			return
		}
	}
	value := yamlConstant(first.fallback)
	switch {
	case len(tolerates) > 0:
		k.optional = true
		k.doubt("%s falls back on %s, but %s asks whether it is set", first.place, value, tolerates[0].place)
	case value == `""`:
		k.optional = true
	default:
		k.fallback = value
	}
}

// fits reports whether a constant is a value of the key's type.
func (k *Key) fits(c constant.Value) bool {
	if k.json {
		return false
	}
	switch k.typ.base {
	case text:
		return c.Kind() == constant.String
	case boolean:
		return c.Kind() == constant.Bool
	case integer, integer64, whole:
		return c.Kind() == constant.Int
	case real, jsonNumber:
		return c.Kind() == constant.Int || c.Kind() == constant.Float
	}
	return false
}

func yamlConstant(c constant.Value) string {
	switch c.Kind() {
	case constant.String:
		return quoteYAML(constant.StringVal(c))
	case constant.Float:
		f, _ := constant.Float64Val(c)
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return c.ExactString()
}
