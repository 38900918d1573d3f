package exact_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/seed92179c4c/stategen/test/exact"
)

// features are what a key may be drawn with. Each must be drawn.
var features = []string{
	"required", "optional", "default", "json-string", "go_type", "family of one", "family of two", "object", "enum", "list", "map",
	"string", "bool", "int", "int64", "float", "time", "duration", "bytes", "json", "scope session", "scope user", "scope app", "sensitive",
}

// schemaDrawer draws schemas whose keys take any value of their type: limits
// have tests of their own.
type schemaDrawer struct {
	*rand.Rand
	drawn   map[string]int // keys by feature
	enums   []string
	objects []string
}

type tree = map[string]any

func newSchemaDrawer(seed uint64, drawn map[string]int) *schemaDrawer {
	return &schemaDrawer{Rand: rand.New(rand.NewPCG(seed, 0)), drawn: drawn}
}

func (d *schemaDrawer) oneIn(n int) bool { return d.IntN(n) == 0 }

func (d *schemaDrawer) pick(list ...string) string { return list[d.IntN(len(list))] }

func (d *schemaDrawer) schema() tree {
	types := tree{}
	for i := range 2 {
		name := fmt.Sprintf("Enum%d", i)
		types[name] = tree{"enum": []string{"one", "two words", "+1", "日本", `say "x"`}[:1+d.IntN(5)]}
		d.enums = append(d.enums, name)
	}
	for i := range 4 {
		name := fmt.Sprintf("Object%d", i)
		types[name] = tree{"fields": d.fields()}
		d.objects = append(d.objects, name)
	}
	keys := tree{}
	for i := range 20 {
		d.key(keys, fmt.Sprintf("key%02d", i))
	}
	return tree{"version": 1, "types": types, "keys": keys}
}

// fields draws an object's fields. Their types may be the objects before it.
func (d *schemaDrawer) fields() tree {
	fields := tree{}
	for i := range 1 + d.IntN(5) {
		field := d.typ()
		if d.oneIn(2) {
			field["optional"] = true
		}
		fields[fmt.Sprintf("field%d", i)] = field
	}
	return fields
}

func (d *schemaDrawer) key(keys tree, name string) {
	k := d.typ()
	switch {
	case d.oneIn(6):
		name += "_{first}"
		d.drawn["family of one"]++
	case d.oneIn(6):
		name += "_{first}_at_{second}"
		d.drawn["family of two"]++
	}
	k["scope"] = d.pick("session", "user", "app")
	d.drawn["scope "+k["scope"].(string)]++
	if d.oneIn(8) {
		k["sensitive"] = true
		d.drawn["sensitive"]++
	}
	if d.oneIn(4) && k["go_type"] == nil {
		k["encoding"] = "json-string"
		d.drawn["json-string"]++
	}
	d.presence(k)
	keys[name] = k
}

func (d *schemaDrawer) presence(k tree) {
	defaults := map[any]any{"string": "x", "bool": true, "int": 5, "int64": 7, "float": 0.5, "duration": "1h0m0s", "json": tree{"a": nil}}
	value, ok := defaults[k["type"]]
	switch {
	case ok && d.oneIn(2):
		k["default"] = value
		d.drawn["default"]++
	case d.oneIn(2):
		k["optional"] = true
		d.drawn["optional"]++
	default:
		d.drawn["required"]++
	}
}

// typ draws the type of a key or field.
func (d *schemaDrawer) typ() tree {
	if d.oneIn(8) {
		thing := reflect.TypeFor[exact.Thing]()
		d.drawn["go_type"]++
		return tree{"go_type": thing.PkgPath() + "." + thing.Name()}
	}
	return tree{"type": d.typeName(2)}
}

func (d *schemaDrawer) typeName(depth int) string {
	switch {
	case depth > 0 && d.oneIn(4):
		d.drawn["list"]++
		return "[]" + d.typeName(depth-1)
	case depth > 0 && d.oneIn(4):
		d.drawn["map"]++
		return "map[string]" + d.typeName(depth-1)
	case len(d.enums) > 0 && d.oneIn(6):
		d.drawn["enum"]++
		return d.pick(d.enums...)
	case len(d.objects) > 0 && d.oneIn(4):
		d.drawn["object"]++
		return d.pick(d.objects...)
	}
	scalar := d.pick("string", "bool", "int", "int64", "float", "time", "duration", "bytes", "json")
	d.drawn[scalar]++
	return scalar
}
