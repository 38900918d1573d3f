package schema_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

// TestKinds holds that each kind has a name, and so a row unless it is made of others.
func TestKinds(t *testing.T) {
	named := 0
	for k := schema.String; !strings.HasPrefix(k.String(), "Kind("); k++ {
		named++
	}
	const made = 5 // lists, maps, enums, objects, Go types
	if want := len(schema.Scalars()) + made; named != want {
		t.Errorf("%d kinds have a name before the first that has none, want %d", named, want)
	}
	if next := schema.Go + 1; !strings.HasPrefix(next.String(), "Kind(") {
		t.Errorf("%s is not before the Go types", next)
	}
}

// TestScalars holds that rows are complete.
func TestScalars(t *testing.T) {
	for _, s := range schema.Scalars() {
		if s.Name == "" || s.Noun == "" || s.Plural == "" || s.Go.Name == "" || s.Typed == "" {
			t.Errorf("the row of %s has gaps: %+v", s.Kind, s)
		}
		if kind, ok := schema.ScalarKind(s.Name); !ok || kind != s.Kind || kind.String() != s.Name || kind.Scalar().Name != s.Name {
			t.Errorf("%s is not found by its name or kind", s.Name)
		}
		if (&schema.Type{Kind: s.Kind}).StoredAsText() && s.Kind != schema.String {
			checkText(t, s)
		}
	}
}

// checkText holds a row of a type that is stored as text to its own examples.
func checkText(t *testing.T, s schema.Scalar) {
	t.Helper()
	if len(s.Samples) == 0 {
		t.Errorf("%s has no samples", s.Name)
	}
	for _, sample := range s.Samples {
		v, err := s.As(sample)
		if err != nil {
			t.Errorf("%s does not read its sample: %v", s.Name, err)
			continue
		}
		if back, err := s.From(v); err != nil || back != sample {
			t.Errorf("%s reads %q and stores %q, %v", s.Name, sample, back, err)
		}
		if matched, err := regexp.MatchString(s.Pattern, sample.(string)); err != nil || !matched {
			t.Errorf("%s does not match %q: %v", s.Name, sample, err)
		}
	}
	example, err := strconv.Unquote(s.Example)
	if err != nil {
		t.Errorf("the example of %s is no text in quotes: %v", s.Name, err)
	}
	if _, err := s.As(example); err != nil {
		t.Errorf("%s does not read its example: %v", s.Name, err)
	}
	for _, other := range []any{"", "\x01", true, 1.5, []any{}, map[string]any{}} {
		if _, err := s.As(other); err == nil && other != "" {
			t.Errorf("%s reads %#v", s.Name, other)
		}
	}
}
