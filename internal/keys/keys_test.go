package keys_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

const schemaText = `version: 1
keys:
  city: string
  user:city: string
  user:theme: {type: string, default: light, renamed_from: [user:color]}
  trips: {type: int, default: 0, renamed_to: journeys}
  days: {type: int, default: 0, was: [{key: tours, type: string, else: default}]}
  booking_step: string
  "order_{id}": {type: string, optional: true, renamed_from: ["purchase_{id}"]}
  "seat_{row}_{letter}": {type: string, optional: true, renamed_from: ["place_{row}_{letter}"]}
removed: [order_total, {key: "old_{n}", doc: gone}]
foreign: ["app:*"]
`

func index(t *testing.T, text string) *keys.Index {
	t.Helper()
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Readable() == nil {
		t.Fatal(r.Diagnostics)
	}
	return keys.New(r.Readable())
}

func wires(list []*schema.Key) string {
	var names []string
	for _, k := range list {
		names = append(names, k.Wire())
	}
	return strings.Join(names, " ")
}

// TestIndex holds what each key in a text is: declared or one of a family, others', another name,
// or what may be meant.
func TestIndex(t *testing.T) {
	x := index(t, schemaText)
	for wire, want := range map[string]string{
		"city":            "city exact",
		"order_7":         "order_{id}",
		"order_total":     "removed",
		"seat_1_A":        "seat_{row}_{letter}",
		"app:anything":    "foreign",
		"user:color":      "now user:theme",
		"journeys":        "next trips",
		"tours":           "now days",
		"purchase_9":      "now order_9",
		"place_2_B":       "now seat_2_B",
		"old_1":           "removed",
		"City":            `did you mean "city"?`,
		"theme":           `did you mean "user:theme"?`,
		"bookingStep":     `did you mean "booking_step"?`,
		"temp:city":       `did you mean "city" or "user:city"?`,
		"ctiy":            `did you mean "city"?`,
		"user:ctiy":       `did you mean "user:city"?`,
		"app_ctiy":        "",
		"user:bokingstep": `did you mean "booking_step"?`,
		"zebra":           "",
	} {
		for range 2 { // it remembers
			if got := about(x, wire); got != want {
				t.Errorf("%s is %q, want %q", wire, got, want)
			}
		}
	}
	if got := wires(x.Named("city")); got != "city user:city" {
		t.Errorf("of that name are %s", got)
	}
	if got := wires(x.Folded("BookingStep")); got != "booking_step" {
		t.Errorf("folded it is %s", got)
	}
	if got := wires(x.Families()); got != "order_{id} seat_{row}_{letter}" {
		t.Errorf("families are %s", got)
	}
	declared := x.Suggest("ctiy").Declared()
	if len(declared) != 1 || declared[0].Message != `"city" is declared here` || declared[0].Span.IsZero() {
		t.Errorf("declared are %v", declared)
	}
}

// about says what an index knows of a key.
func about(x *keys.Index, wire string) string {
	var list []string
	if k := x.Find(wire); k != nil {
		list = append(list, k.Wire())
	}
	if x.Exact(wire) != nil {
		list = append(list, "exact")
	}
	if x.Foreign(wire) {
		list = append(list, "foreign")
	}
	if m, ok := x.Moved(wire); ok {
		switch {
		case m.Removed != nil:
			list = append(list, "removed")
		case m.Next:
			list = append(list, "next "+m.Wire)
		default:
			list = append(list, "now "+m.Wire)
		}
	}
	if len(list) == 0 {
		return x.Suggest(wire).Hint()
	}
	return strings.Join(list, " ")
}

// TestMistakes holds that nothing is said of a key that may be declared where a schema has a mistake.
func TestMistakes(t *testing.T) {
	x := index(t, "version: 1\nkeys: {city: strnig, town: string}\n")
	for _, key := range []string{"city", "user:city", "ctiy"} {
		if x.Find(key) != nil || !x.Foreign(key) {
			t.Errorf("%s may be declared, or be meant, and is judged", key)
		}
	}
	if x.Foreign("other") {
		t.Error("the mistake in city says nothing of other keys")
	}
	if x := index(t, "version: 1\nkeys: {usr:city: string, town: string}\n"); !x.Foreign("other") {
		t.Error("a key may be declared whose name is not known")
	}
	if x.Find("town") == nil || x.Foreign("town") {
		t.Error("a key is not known that has no mistake")
	}
}

// TestMayBe holds which declared key a key can be of which parts are not known.
func TestMayBe(t *testing.T) {
	x := index(t, schemaText)
	all := append([]*schema.Key{x.Find("city"), x.Find("user:city"), x.Find("trips")}, x.Families()...)
	for key, want := range map[string]string{
		"…":          "city user:city trips order_{id} seat_{row}_{letter}",
		"user:…":     "user:city",
		"…y":         "city user:city order_{id} seat_{row}_{letter}",
		"ci…ty":      "city",
		"cit…ity":    "",
		"order_…":    "order_{id}",
		"or…":        "order_{id}",
		"order_1…":   "order_{id}",
		"seat_1_…":   "seat_{row}_{letter}",
		"s…_A":       "seat_{row}_{letter}",
		"x…":         "",
		"order_…_of": "order_{id}",
	} {
		u := source.Use{Key: strings.ReplaceAll(key, "…", source.UnknownPart)}
		var may []*schema.Key
		for _, k := range all {
			if u.MayBe(k) {
				may = append(may, k)
			}
		}
		if got := wires(may); got != want {
			t.Errorf("%s may be %q", key, got)
		}
	}
}

// TestUse holds what kinds of uses do, and where people look for them.
func TestUse(t *testing.T) {
	var reads, writes []source.UseKind
	for k := source.Get; k <= source.Unset; k++ {
		if u := (source.Use{Kind: k}); u.Reads() {
			reads = append(reads, k)
		} else if u.Writes() {
			writes = append(writes, k)
		}
	}
	if !slices.Equal(reads, []source.UseKind{source.Get, source.Placeholder}) || !slices.Equal(writes, []source.UseKind{source.Set, source.Output, source.Begin}) {
		t.Errorf("%v read, and %v write", reads, writes)
	}
	here, there := diag.Span{File: "a.go", Start: 1, End: 2}, diag.Span{File: "b.go", Start: 3, End: 4}
	for _, c := range []struct {
		use  source.Use
		want diag.Span
	}{
		{source.Use{Span: here}, here},
		{source.Use{Span: here, Site: there}, there},
		{source.Use{Span: here, Site: diag.Span{File: "a.go", Start: 5, End: 6}}, here},
		{source.Use{Span: here, Site: there, Kind: source.Placeholder}, here},
	} {
		if got := c.use.Place(); got != c.want {
			t.Errorf("%s is at %v", fmt.Sprint(c.use), got)
		}
	}
}
