package jsonschema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	validate "github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/schematest"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestStateJSONSchemaAgreesWithLoad compares the JSON Schema of random schemas
// with what the helpers that Load is generated from say about random states.
func TestStateJSONSchemaAgreesWithLoad(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range uint64(300) {
		d := draw.New(seed, draw.Options{Limits: true, Moves: true, Loose: true})
		text := expressible(d).String()
		s := schematest.MustLoad(t, text)
		validator, r := compileState(t, s), reading.New(s)
		for range 20 {
			state := jsonState(t, d.State(r))
			loadErr, schemaErr := loadState(s, state), validator.Validate(map[string]any(state))
			if (loadErr == nil) != (schemaErr == nil) {
				t.Fatalf("seed %d\n%s\nstate %#v\nLoad: %v\nJSON Schema: %v", seed, text, state, loadErr, schemaErr)
			}
			if loadErr == nil {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < 500 || refused < 500 {
		t.Errorf("%d states were accepted and %d refused, too few to tell", accepted, refused)
	}
}

// expressible draws a schema without what State says that JSON Schema can't say.
func expressible(d *draw.Drawer) *draw.Schema {
	s, _ := d.Sound()
	plain := func(e *draw.Decl) {
		if strings.HasPrefix(e.Type, "[]int") {
			delete(e.Limits, "unique")
		}
		if len(e.Was) > 0 && !strings.HasPrefix(e.Type, "[]") {
			e.Limits = nil
		}
	}
	for name, k := range s.Keys {
		if plain(k); strings.Contains(name, "{") {
			k.RenamedFrom, k.RenamedTo, k.Was = nil, "", nil
		}
	}
	for _, t := range s.Types {
		for _, f := range t.Fields {
			plain(f)
		}
	}
	return s
}

// jsonState is a state as JSON decodes it.
func jsonState(t *testing.T, drawn map[string]any) (state map[string]any) {
	t.Helper()
	text, err := json.Marshal(drawn)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	return state
}

func compileState(t *testing.T, s *schema.Schema) *validate.Schema {
	t.Helper()
	out, err := jsonschema.State(s)
	if err != nil {
		t.Fatal(err)
	}
	c := validate.NewCompiler()
	c.AssertFormat, c.AssertContent = true, true
	if err := c.AddResource("state.json", strings.NewReader(string(out))); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("state.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return compiled
}

// load is what the generated Load does.
func loadState(s *schema.Schema, state map[string]any) error {
	var errs []error
	for _, k := range s.Keys {
		if len(k.Params) == 0 {
			errs = append(errs, loadKey(k, state))
			continue
		}
		f := typed.NewFamily(k.Wire(), familyTexts(k), concrete(s)...)
		for key, value := range state {
			if f.Has(key) && value != nil {
				errs = append(errs, loadValue(k, value))
			}
		}
	}
	return errors.Join(errs...)
}

func familyTexts(k *schema.Key) []string {
	texts, end := []string{k.Scope.Prefix()}, 0
	for i, p := range k.Params {
		texts[i] += k.Name[end:p.Start]
		texts, end = append(texts, ""), p.End
	}
	texts[len(k.Params)] = k.Name[end:]
	return texts
}

func concrete(s *schema.Schema) []string {
	var keys []string
	for _, k := range s.Keys {
		if len(k.Params) == 0 {
			keys = append(keys, k.Wire())
		}
	}
	return keys
}

func loadKey(k *schema.Key, state map[string]any) error {
	m := movable{k.Wire(), k.OtherNames(), k.Was, schema.Form{Type: k.Type, Encoding: k.Encoding}}
	v, err := m.find(state)
	switch {
	case err != nil:
		return err
	case v == nil && k.Required():
		return fmt.Errorf("%s is missing", k.Wire())
	case v == nil:
		return nil
	}
	return loadValue(k, v)
}

func loadValue(k *schema.Key, v any) error {
	as := func(v any) (any, error) { return nil, convert(k.Type, k.Constraints, v) }
	if k.Encoding == schema.JSONString {
		_, err := typed.AsText(v, as)
		return err
	}
	_, err := as(v)
	return err
}

// convert reads a value of a type and checks its limits.
func convert(t *schema.Type, c schema.Constraints, v any) error {
	switch t.Kind {
	case schema.String:
		s, err := typed.AsString(v)
		return errors.Join(err, lengths(utf8.RuneCountInString(s), c), matches(s, c))
	case schema.Bool:
		_, err := typed.AsBool(v)
		return err
	case schema.Int, schema.Int64:
		n, err := typed.AsInt64(v)
		return errors.Join(err, within(n, c))
	case schema.Float:
		n, err := typed.AsFloat(v)
		return errors.Join(err, within(n, c))
	case schema.Time:
		_, err := typed.AsTime(v)
		return err
	case schema.Duration:
		_, err := typed.AsDuration(v)
		return err
	case schema.Bytes:
		b, err := typed.AsBytes(v)
		return errors.Join(err, lengths(len(b), c))
	case schema.JSON:
		_, err := typed.AsJSON(v)
		return err
	case schema.Enum:
		s, err := typed.AsString(v)
		if !slices.ContainsFunc(t.Named.Values, func(e schema.EnumValue) bool { return e.Value == s || slices.Contains(e.RenamedFrom, s) }) {
			return errors.New("no value of the enum")
		}
		return err
	case schema.List:
		_, err := typed.AsList(v, element(t))
		return errors.Join(err, listLimits(v, c))
	case schema.Map:
		_, err := typed.AsMap(v, element(t))
		return err
	case schema.Object:
		return convertObject(t.Named, v)
	}
	return fmt.Errorf("no such kind: %s", t.Kind)
}

func element(t *schema.Type) func(any) (any, error) {
	return func(v any) (any, error) { return nil, convert(t.Elem, schema.Constraints{}, v) }
}

func convertObject(n *schema.Named, v any) error {
	stored, isObject := v.(map[string]any)
	if !isObject {
		return errors.New("no object")
	}
	values := maps.Clone(stored)
	for _, f := range n.Fields {
		m := movable{f.Name, f.RenamedFrom, f.Was, schema.Form{Type: f.Type}}
		v, err := m.find(stored)
		if err != nil {
			return err
		}
		if stored[f.Name] != nil { // an explicit null stays
			delete(values, f.Name)
		}
		if v != nil {
			values[f.Name] = v
		}
	}
	o := typed.AsObject(values, n.Name)
	for _, f := range n.Fields {
		as := func(v any) (any, error) { return nil, convert(f.Type, f.Constraints, v) }
		if f.Optional {
			typed.OptField(o, f.Name, as)
		} else {
			typed.Field(o, f.Name, as)
		}
	}
	return o.Err()
}

func lengths(n int, c schema.Constraints) error {
	if c.MinLength != nil && n < c.MinLength.N || c.MaxLength != nil && n > c.MaxLength.N {
		return errors.New("length")
	}
	return nil
}

func matches(s string, c schema.Constraints) error {
	if c.Pattern != nil && !regexp.MustCompile(c.Pattern.Expr).MatchString(s) {
		return errors.New("pattern")
	}
	return nil
}

func within[T int64 | float64](n T, c schema.Constraints) error {
	if c.Min != nil && n < c.Min.Data.(T) || c.Max != nil && n > c.Max.Data.(T) {
		return errors.New("range")
	}
	return nil
}

func listLimits(v any, c schema.Constraints) error {
	items, _ := v.([]any)
	if c.MinItems != nil && len(items) < c.MinItems.N || c.MaxItems != nil && len(items) > c.MaxItems.N {
		return errors.New("items")
	}
	if c.Unique {
		seen := map[any]bool{}
		for _, item := range items {
			if s, ok := item.(string); ok && seen[s] {
				return errors.New("unique")
			} else if ok {
				seen[s] = true
			}
		}
	}
	return nil
}

// FuzzStateTexts compares the patterns for times and durations with Go.
func FuzzStateTexts(f *testing.F) {
	for _, text := range []string{"2030-01-31T08:00:00Z", "0000-02-29T0:00:00,1+24:60", "1900-02-29T00:00:00Z", "1h30m", "-.5s", "+0", "9999999h"} {
		f.Add(text)
	}
	s := mustLoadFuzz(f, "version: 1\nkeys:\n  a: time\n")
	times := s
	durations := mustLoadFuzz(f, "version: 1\nkeys:\n  a: duration\n")
	f.Fuzz(func(t *testing.T, text string) {
		state := map[string]any{"a": text}
		_, err := time.Parse(time.RFC3339Nano, text)
		if schemaErr := times.Validate(state); (err == nil) != (schemaErr == nil) && utf8.ValidString(text) {
			t.Errorf("time %q: %v, JSON Schema: %v", text, err, schemaErr)
		}
		_, err = time.ParseDuration(text)
		if schemaErr := durations.Validate(state); err == nil && schemaErr != nil {
			t.Errorf("duration %q: JSON Schema: %v", text, schemaErr)
		}
	})
}

func mustLoadFuzz(f *testing.F, yaml string) *validate.Schema {
	f.Helper()
	r := load.Schema("stategen.yaml", schematest.Files(yaml))
	out, err := jsonschema.State(r.Schema)
	if err != nil {
		f.Fatal(err)
	}
	return validate.MustCompileString("state.json", string(out))
}
