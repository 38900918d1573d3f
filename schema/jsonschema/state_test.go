package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	validate "github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestStateJSONSchemaAgreesWithLoad compares the JSON Schema of random schemas
// with what Load says about random states.
func TestStateJSONSchemaAgreesWithLoad(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range uint64(300) {
		d := draw.New(seed, draw.Options{Limits: true, Moves: true, Loose: true})
		text := expressible(d).String()
		s := draw.MustLoad(t, text)
		validator, r := compileState(t, s), reading.New(s)
		for range 20 {
			state := jsonState(t, d.State(r))
			loadErr, schemaErr := loadState(r, state), validator.Validate(map[string]any(state))
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

// TestIntLimits holds that numbers are within limits, and that text may be beyond.
func TestIntLimits(t *testing.T) {
	s := draw.MustLoad(t, "version: 1\nkeys:\n  a: {type: int, optional: true, min: -3, max: 10}\n  b: {type: int64, optional: true, min: 9007199254740993}\n")
	validator := compileState(t, s)
	for state, want := range map[string]bool{
		`{"a": -4}`: false, `{"a": -3}`: true, `{"a": 10}`: true, `{"a": 11}`: false, `{"a": 1.5}`: false, `{"a": "11"}`: true, `{"a": null}`: true,
		`{"b": 9007199254740991}`: false, `{"b": "9007199254740993"}`: true, `{"b": "x"}`: false,
	} {
		var decoded any
		if err := json.Unmarshal([]byte(state), &decoded); err != nil {
			t.Fatal(err)
		}
		if err := validator.Validate(decoded); (err == nil) != want {
			t.Errorf("%s: %v", state, err)
		}
	}
}

// expressible draws a schema without what State says that JSON Schema can't say, and
// without what it doesn't say otherwise.
func expressible(d *draw.Drawer) *draw.Schema {
	s, _ := d.Sound()
	plain := func(e *draw.Decl) {
		e.Was = slices.DeleteFunc(e.Was, func(w draw.Was) bool {
			text := e.Encoding != ""                                        // has values without a counterpart that Load alone refuses
			number := e.Type == "float" && strings.HasPrefix(w.Type, "int") // has integers as text that Load alone takes
			return text || number
		})
		for _, w := range e.Was { // Load alone takes the older words of an earlier enum
			if t := s.Types[w.Type]; t != nil {
				for i := range t.Enum {
					t.Enum[i].RenamedFrom = nil
				}
			}
		}
		unchecked := slices.Contains([]string{"time", "duration", "int", "int64"}, e.Type) // TestIntLimits has those of numbers
		if len(e.Was) > 0 && !strings.HasPrefix(e.Type, "[]") || unchecked {
			e.Limits = nil
		}
		if strings.HasPrefix(e.Type, "int") { // Load alone takes numbers beyond 2^53 in JSON text
			e.Encoding = ""
		}
		if e.Type != "[]string" { // an item can be written in two ways
			delete(e.Limits, "unique")
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
	// One more digit tells that it is too large.
	text = bytes.ReplaceAll(text, []byte("9223372036854775808"), []byte("92233720368547758080"))
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
	return compile(t, out)
}

func compile(t *testing.T, out []byte) *validate.Schema {
	t.Helper()
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

// loadState is what the generated Load does.
func loadState(r *reading.Schema, state map[string]any) error {
	var errs []error
	for _, k := range r.Keys {
		if len(k.Params) == 0 {
			errs = append(errs, k.Read(k.Wire(), state).Refused())
			continue
		}
		for key, value := range state {
			if k.Has(key) && value != nil {
				errs = append(errs, k.Read(key, state).Refused())
			}
		}
	}
	return errors.Join(errs...)
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
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", yaml))
	out, err := jsonschema.State(r.Schema)
	if err != nil {
		f.Fatal(err)
	}
	return validate.MustCompileString("state.json", string(out))
}
