package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

func TestGoldenMoves(t *testing.T) {
	for _, c := range draw.Cases(t, "moves") {
		t.Run(c.Name, func(t *testing.T) {
			c.Check(t, draw.Lines(load.Schema("stategen.yaml", c.Read)), *update)
		})
	}
}

// TestRead holds what a schema without mistakes says of other releases.
func TestRead(t *testing.T) {
	s := draw.MustLoad(t, `version: 1
types:
  Step: {enum: [{value: pay, renamed_from: [payment, buy]}, search]}
  Seat: {fields: {row: {type: int, renamed_from: [line], was: [{key: rank, type: float, else: fail}]}}}
keys:
  town: {type: string, optional: true, renamed_to: city, renamed_from: [place], was: [{key: spot, type: int}]}
  step: {type: Step, default: pay, was: [{type: string, values: {a: pay, b: search}, else: default}, {key: steps, type: int, convert: go}]}
  seat: {type: Seat, optional: true, was: [{encoding: json-string}]}
removed: [gone, {key: user:phone, purge: true, doc: Not asked for.}, "temp:gone"]
`)
	town, step, seat := s.Keys[0], s.Keys[1], s.Keys[2]
	row, left, right := seat.Type.Named.Fields[0], step.Was[0], step.Was[1]
	for _, c := range []struct{ got, want any }{
		{town.RenamedTo, "city"}, {town.RenamedFrom[0], "place"}, {town.Was[0].Key, "spot"}, {town.Was[0].Type.Kind, schema.Int},
		{left.Values[0].From, "a"}, {left.Values[1].To, "search"}, {left.Else, schema.ElseDefault}, {left.Convert, schema.ConvertBuiltIn},
		{right.Convert, schema.ConvertGo}, {right.Key, "steps"}, {seat.Was[0].Encoding, schema.JSONString}, {seat.Was[0].Type == nil, true},
		{row.RenamedFrom[0], "line"}, {row.Was[0].Key, "rank"}, {row.Was[0].Else, schema.ElseFail}, {step.Type.Named.Values[0].RenamedFrom[1], "buy"},
		{s.Removed[0].Key, "gone"}, {s.Removed[0].Purge, false}, {s.Removed[1].Key, "user:phone"}, {s.Removed[1].Purge, true}, {s.Removed[1].Doc, "Not asked for."}, {s.Removed[2].Key, "temp:gone"},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// TestLimits compares what is said of moves that are too many to be compared, or that
// no store can keep.
func TestLimits(t *testing.T) {
	entries, families := "", ""
	for i := range 20 {
		entries += fmt.Sprintf("{key: b%d, type: float, else: fail},", i)
	}
	for i := range 667 {
		families += fmt.Sprintf("  \"k%d_{a}\": {type: int, default: 0, renamed_from: [\"x%d_{a}\", \"y%d_{a}\"]}\n", i, i, i)
	}
	for _, c := range []struct{ text, want string }{
		{"keys: {a: {type: int, was: [" + entries + "]}}", ""},
		{"keys: {a: {type: int, was: [" + entries + "{key: b, type: float, else: fail}]}}", "more than 20 earlier declarations are listed"},
		{"keys:\n" + families, "the families of keys, and the names that they had, are too many to be compared"},
		{"types: {E: {enum: [{value: a, renamed_from: [\"\\0\"]}]}}\nkeys: {k: E}", "the text contains a NUL, which a store can't keep"},
		{"keys: {a: {type: int, optional: true, renamed_to: " + strings.Repeat("k", 257) + "}}", `"` + strings.Repeat("k", 80) + `…" is not a key`},
	} {
		var got []string
		for _, d := range load.Schema("stategen.yaml", draw.Read("stategen.yaml", "version: 1\n"+c.text)).Diagnostics {
			got = append(got, d.Message)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%.300q, want %s", got, c.want)
		}
	}
}
