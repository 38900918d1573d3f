package exact

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// EveryStoreGivesBackWhatWasSet sets all keys of each package to random values,
// in each of some rounds, and reads them from each store. They must be equal,
// and must not be shared with the store. Values that no store may take must be
// refused by the setters.
func EveryStoreGivesBackWhatWasSet(t *testing.T, packages []Package, rounds uint64, postgresURL string) {
	stores := stores(t, postgresURL)
	for _, p := range packages {
		for round := range rounds {
			delta, want := p.draw(t, &drawer{Rand: rand.New(rand.NewPCG(1, round)), enums: p.enums})
			for name, keep := range stores {
				state := keep(t, delta)
				got := p.mustLoad(t, state)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, round %d: from %s comes\n%+v, not\n%+v", p.name, round, name, got, want)
				}
				scramble(reflect.ValueOf(got).Elem())
				if again := p.mustLoad(t, state); !reflect.DeepEqual(again, want) {
					t.Fatalf("%s, round %d: what %s gave is shared with the state:\n%+v, not\n%+v", p.name, round, name, again, want)
				}
			}
		}
	}
}

// draw sets every key to a random value, and up to three of each family. It
// returns the delta, and what Load must make of it.
func (p Package) draw(t *testing.T, d *drawer) (runtime.Delta, any) {
	t.Helper()
	snapshot := reflect.New(p.snapshot)
	all := runtime.Delta{}
	for i := range p.snapshot.NumField() {
		k := key{p, p.snapshot.Field(i)}
		for range k.count(d) {
			params := d.params(k.parameters())
			delta, value := k.draw(t, d, params)
			for key, stored := range delta {
				all[key] = stored
			}
			k.put(snapshot.Elem().Field(i), params, inUTC(value))
		}
	}
	return all, snapshot.Interface()
}

func (k key) count(d *drawer) int {
	if k.parameters() == 0 {
		return 1
	}
	return 1 + d.IntN(3)
}

// draw sets one key to a random value. Before that it tries one that may have
// to be refused.
func (k key) draw(t *testing.T, d *drawer, params []string) (runtime.Delta, reflect.Value) {
	t.Helper()
	value := reflect.New(k.typ()).Elem()
	d.bad, d.refused = true, false
	d.fill(value, 3)
	if _, err := k.set(params, value); d.refused != (err != nil) {
		t.Fatalf("%s.%s = %#v: refused %v, want %v", k.name, k.field.Name, value, err, d.refused)
	}
	d.bad = false
	value.SetZero()
	d.fill(value, 3)
	delta, err := k.set(params, value)
	if err != nil {
		t.Fatalf("%s.%s = %#v: %v", k.name, k.field.Name, value, err)
	}
	if len(delta) != 1 {
		t.Fatalf("%s.%s = %#v makes %v", k.name, k.field.Name, value, fmt.Sprint(map[string]any(delta)))
	}
	return delta, value
}

// inUTC replaces the times in a value, which lose their zone and no more.
func inUTC(v reflect.Value) reflect.Value {
	if at, ok := v.Addr().Interface().(*time.Time); ok {
		*at = at.UTC()
		return v
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			inUTC(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			inUTC(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			inUTC(v.Index(i))
		}
	case reflect.Map:
		for _, name := range v.MapKeys() {
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(v.MapIndex(name))
			v.SetMapIndex(name, inUTC(item))
		}
	}
	return v
}

// scramble changes whatever can be reached from a value.
func scramble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			scramble(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scramble(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			scramble(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Map:
		for _, name := range v.MapKeys() {
			scramble(v.MapIndex(name))
		}
		v.Clear()
	}
}
