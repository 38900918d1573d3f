package infer

import (
	"fmt"
	"go/constant"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// Key is one key of the drafted schema, with what was found out about it.
type Key struct {
	wire     string // with hole for each parameter of a family
	scope    runtime.Scope
	name     string   // without prefix, with {param} for each parameter
	params   []string // of a family
	odd      bool     // the scope has to be written out
	typ      typ
	json     bool // the value is JSON text in a string
	optional bool
	fallback string // the default as YAML; empty: none
	byModel  bool   // whether to say that a model writes it
	goName   string
	places   map[source.UseKind][]string
	doubts   []string
}

func (k *Key) doubt(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(k.doubts, text) {
		k.doubts = append(k.doubts, text)
	}
}

// newKey merges what is known about one key; nil if no schema can declare it.
func newKey(list []observation) *Key {
	k := &Key{wire: list[0].Key, places: map[source.UseKind][]string{}}
	if !k.setName() {
		return nil
	}
	k.setPlaces(list)
	k.setType(list)
	k.setPresence(list)
	k.setWriters(list)
	return k
}

// setPlaces notes where a key was met; of tests, only what nothing else does.
func (k *Key) setPlaces(list []observation) {
	for _, tests := range []bool{false, true} {
		before := maps.Clone(k.places)
		for _, o := range list {
			if o.About || o.Test != tests || len(before[o.Kind]) > 0 {
				continue
			}
			mention := o.place
			if o.Test {
				mention += " (a test)"
			}
			if !slices.Contains(k.places[o.Kind], mention) {
				k.places[o.Kind] = append(k.places[o.Kind], mention)
			}
		}
	}
}

// setType finds the one type that all observations may mean. Code counts
// before tests and data.
func (k *Key) setType(list []observation) {
	plain, decoded := typesOf(list)
	isOther := func(t typ) bool { return t.base != text && t.base != unknown }
	k.json = len(decoded) > 0 && !slices.ContainsFunc(plain, isOther)
	if k.json {
		plain = decoded
	}
	t, sure := mergeAll(plain)
	k.typ = t
	switch {
	case !sure:
		k.doubt("it is taken for %s", contradiction(plain))
	case t.base == unknown:
		k.doubt("its type is not known")
	case t.hidden() != "":
		k.doubt("the source keeps %s in it, which a schema can't name: it names only exported structs "+
			"that generated code can import, and in a list or map what types declares", t.hidden())
	}
	switch answer := k.places[source.Output]; {
	case k.json && len(answer) > 0:
		k.doubt("it is an agent's answer; if that may be no JSON, its type is string")
	case t.base == unknown && len(k.places) == 1 && k.places[source.Placeholder] != nil:
		k.typ.base = text // whatever it is, it is printed
	}
}

func typesOf(list []observation) (plain, decoded []typ) {
	for _, tests := range []bool{false, true} {
		if tests && len(plain)+len(decoded) > 0 {
			break
		}
		for _, o := range list {
			if o.Test != tests {
				continue
			}
			if o.Kind == source.Output {
				o.types = append(slices.Clip(o.types), typ{base: text})
			}
			for _, t := range o.types {
				t.place = o.place
				plain = append(plain, t)
			}
			for _, t := range o.decoded {
				t.place = o.place
				decoded = append(decoded, t)
			}
		}
	}
	return plain, decoded
}

// contradiction lists each type with the first place that tells it.
func contradiction(list []typ) string {
	var parts []string
	seen := map[string]bool{}
	for _, t := range list {
		if t.base != unknown && !seen[t.shown()] {
			seen[t.shown()] = true
			parts = append(parts, t.shown()+" at "+t.place)
		}
	}
	return strings.Join(parts, ", for ")
}

// setPresence decides between required, optional and a default.
func (k *Key) setPresence(list []observation) {
	var demands, tolerates, fallbacks []observation
	for _, o := range list {
		switch {
		case o.Test:
		case o.Evidence.Fallback != nil && k.fits(o.Evidence.Fallback):
			fallbacks = append(fallbacks, o)
		case o.Evidence.Presence == source.Tolerated || o.Kind == source.Clear:
			tolerates = append(tolerates, o)
		case o.Evidence.Presence == source.Demanded:
			demands = append(demands, o)
		}
	}
	others := slices.Concat(tolerates, fallbacks)
	needed := slices.IndexFunc(demands, func(o observation) bool { return o.Kind == source.Placeholder })
	isAnswered := slices.ContainsFunc(list, func(o observation) bool { return o.Kind == source.Output && !o.Test })
	k.optional = len(demands) == 0 || len(others) > 0
	switch {
	case len(k.params) > 0:
		k.optional = true
	case len(fallbacks) > 0 && k.setFallback(fallbacks, tolerates):
	case needed >= 0 && isAnswered: // that agent runs before, or each run would fail; others may run at other times
		k.optional = false
		k.byModel = k.scope == runtime.ScopeTemp // or no run would have it
		demands = demands[needed:]
	case k.scope == runtime.ScopeTemp:
		k.optional, others = true, nil // no run begins with it
	}
	if len(demands) > 0 && len(others) > 0 && k.fallback == "" && len(k.params) == 0 {
		k.doubt("it is needed at %s, but %s goes on without it", demands[0].place, others[0].place)
	}
}

// setFallback takes the value that all readers fall back on as the default; false if they don't agree, or it is as
// good as none.
func (k *Key) setFallback(fallbacks, tolerates []observation) bool {
	first := fallbacks[0]
	value := yamlConstant(first.Evidence.Fallback)
	others := slices.Concat(tolerates, fallbacks)
	i := slices.IndexFunc(others, func(o observation) bool {
		return o.Evidence.Fallback == nil || yamlConstant(o.Evidence.Fallback) != value
	})
	switch {
	case i >= 0:
		k.doubt("without it, %s takes %s, and %s does not", first.place, value, others[i].place)
		return false
	case value == `""`:
		return false
	}
	k.fallback, k.optional = value, false
	return true
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
	case integer, integer64:
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

// setWriters finds keys that nobody writes, as far as the source shows.
func (k *Key) setWriters(list []observation) {
	isTested := slices.ContainsFunc(list, func(o observation) bool { o.Test = false; return o.isWrite() })
	inText := len(k.places) == 1 && k.places[source.Placeholder] != nil
	switch {
	case len(k.places) == 1 && k.places[stored] != nil:
		k.doubt("the source does not name it")
	case slices.ContainsFunc(list, observation.isWrite):
	case isTested:
		k.doubt("only tests write it")
	case inText:
		k.doubt("nothing in the source writes it; " +
			"if it is text in braces rather than a placeholder, rephrase the instruction")
	default:
		k.doubt("nothing in the source writes it")
	}
}
