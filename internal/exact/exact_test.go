package exact_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/pgtest"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/collections"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/scalars"
	gentypes "github.com/seed92179c4c/stategen/testdata/golden/generate/types"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

// store keeps a state and gives it back as a reader in another process would
// see it.
type store func(t *testing.T, delta runtime.Delta) runtime.State

func ofService(t *testing.T, service *runtime.Service, err error) store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(t *testing.T, delta runtime.Delta) runtime.State {
		ctx := context.Background()
		session, err := service.Create(ctx, runtime.CreateRequest{AppName: "app", UserID: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		if err := service.AppendEvent(ctx, session, &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatalf("the store refuses what the setters took: %v", err)
		}
		again, err := service.Get(ctx, runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: session.ID()})
		if err != nil {
			t.Fatal(err)
		}
		return copyOf(again.State())
	}
}

// copyOf makes a state that only this test has, of the very values.
func copyOf(s runtime.ReadonlyState) runtime.State {
	m := runtime.MapState{}
	for key, value := range s.All() {
		m[key] = value
	}
	return m
}

// asJSON keeps a state as services do that know only JSON.
func asJSON(t *testing.T, delta runtime.Delta) runtime.State {
	text, err := json.Marshal(delta)
	if err != nil {
		t.Fatal(err)
	}
	back := runtime.MapState{}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// generated is a generated package.
type generated struct {
	name string
	set  func(key string, v reflect.Value) (runtime.Delta, error)
	load func(runtime.ReadonlyState) (any, error)
	snap reflect.Type
}

func packageOf[D interface {
	Build() (runtime.Delta, error)
}, S any](name string, newDelta func() D, load func(runtime.ReadonlyState) (*S, error)) generated {
	return generated{
		name: name,
		set: func(key string, v reflect.Value) (runtime.Delta, error) {
			d := newDelta()
			reflect.ValueOf(d).MethodByName("Set" + key).Call([]reflect.Value{v})
			return d.Build()
		},
		load: func(s runtime.ReadonlyState) (any, error) { return load(s) },
		snap: reflect.TypeFor[S](),
	}
}

var packages = []generated{
	packageOf("scalars", scalars.NewDelta, scalars.Load),
	packageOf("types", gentypes.NewDelta, gentypes.Load),
	packageOf("collections", collections.NewDelta, collections.Load),
}

func TestEveryStoreGivesBackWhatWasSet(t *testing.T) {
	file, fileErr := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	pg, pgErr := postgres.Open(t.Context(), server.NewDatabase(t))
	stores := map[string]store{
		"memory":      ofService(t, memory.New(), nil),
		"sqlite":      ofService(t, file, fileErr),
		"postgres":    ofService(t, pg, pgErr),
		"map":         func(_ *testing.T, d runtime.Delta) runtime.State { return runtime.MapState(d) },
		"json floats": asJSON,
	}
	for _, p := range packages {
		for round := range uint64(60) {
			delta, want := p.draw(t, &drawer{Rand: rand.New(rand.NewPCG(1, round))})
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

// draw sets every key to a random value. Before that it tries a value that
// must be refused.
func (p generated) draw(t *testing.T, d *drawer) (runtime.Delta, any) {
	t.Helper()
	snapshot := reflect.New(p.snap)
	all := runtime.Delta{}
	for i := range p.snap.NumField() {
		field := p.snap.Field(i)
		value := reflect.New(typeSet(p, field)).Elem()
		d.bad, d.refused = true, false
		d.fill(value, 3)
		if _, err := p.set(field.Name, value); d.refused != (err != nil) {
			t.Fatalf("%s.%s = %#v: refused %v, want %v", p.name, field.Name, value, err, d.refused)
		}
		d.bad = false
		value.SetZero()
		d.fill(value, 3)
		delta, err := p.set(field.Name, value)
		if err != nil {
			t.Fatalf("%s.%s = %#v: %v", p.name, field.Name, value, err)
		}
		for key, stored := range delta {
			all[key] = stored
		}
		into(snapshot.Elem().Field(i), inUTC(value))
	}
	return all, snapshot.Interface()
}

// typeSet is the type that a key's setter takes.
func typeSet(p generated, field reflect.StructField) reflect.Type {
	if field.Type.Kind() == reflect.Pointer {
		return field.Type.Elem()
	}
	return field.Type
}

func into(field, value reflect.Value) {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(value.Type()))
		field = field.Elem()
	}
	field.Set(value)
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

func (p generated) mustLoad(t *testing.T, s runtime.ReadonlyState) any {
	t.Helper()
	snap, err := p.load(s)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return snap
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
