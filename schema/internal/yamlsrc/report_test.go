package yamlsrc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// TestReport holds what becomes of a finding: its level, its places in their order, and
// what can be written instead.
func TestReport(t *testing.T) {
	r := &yamlsrc.Report{}
	rule := diag.Rule{ID: "a-rule"}
	at := func(start int) diag.Span { return diag.Span{File: "a.yaml", Start: start, End: start + 1} }
	r.Add(rule, at(5), "no %s", "field").Hint("write \x1b%s", "it").Related(at(1), "see %d", 1).DidYouMean("tyep", []string{"doc", "type"})
	r.Add(diag.Rule{Severity: diag.Warning}, at(2), "alike").Fix(at(2), "b")
	r.Add(rule, at(9), "none").DidYouMean("x", []string{"string", "int", "bool"})
	r.Add(rule, at(10), "none").DidYouMean("x", slices.Repeat([]string{"string"}, yamlsrc.LongestChoice+1))
	r.Add(rule, at(11), "quoted").HintPlain("3", "3")
	r.Add(rule, at(12), "other").HintPlain("yes", "true")
	r.Add(rule, at(13), "dirty").Hint("write \x1b%s", "it").Suggest(at(13), "\x1b")
	if f := r.Add(rule, at(14), "placed"); f.Span() != at(14) || f.Tired() {
		t.Errorf("placed at %v", f.Span())
	}
	var got []string
	for _, d := range r.Findings() {
		line := fmt.Sprintf("%d %s %s: %s", d.Span.Start, d.Severity, d.Message, d.Hint)
		for _, fix := range d.Fixes {
			line += fmt.Sprintf(" [%s %d %v]", fix.Message, fix.Edits[0].Span.Start, fix.Certain)
		}
		got = append(got, fmt.Sprint(line, len(d.Related)))
	}
	want := []string{
		"2 warning alike:  [write b 2 true]0",
		`5 error no field: did you mean "type"? [write type 5 false]1`,
		"9 error none: write string, int or bool0",
		"10 error none: 0",
		"11 error quoted: write 3, without quotes [write 3 11 true]0",
		"12 error other: write true [write true 12 true]0",
		"13 error dirty: write \ufffdit [write \ufffd 13 false]0",
		"14 error placed: 0",
	}
	if !slices.Equal(got, want) || r.Mistakes != 7 {
		t.Errorf("%d mistakes:\n%s", r.Mistakes, strings.Join(got, "\n"))
	}
}

// TestManyFindings holds that findings beyond a number are counted alone, and words
// beyond a number not compared.
func TestManyFindings(t *testing.T) {
	r := &yamlsrc.Report{}
	for i := range 1001 {
		r.Add(diag.Rule{}, diag.Span{File: "a.yaml", Start: 3 + i, End: 4 + i}, "wrong").Hint("right").DidYouMean("a", []string{"aa"})
	}
	list := r.Findings()
	if first := list[0]; len(list) != 1001 || r.Mistakes != 1001 || first.Message != "1 more findings are not shown" || first.Hint != "fix these first" || first.Span.End != 3 {
		t.Errorf("%d findings, %d mistakes, the first is %+v", len(list), r.Mistakes, first)
	}
	r = &yamlsrc.Report{}
	if near := r.Nearest("cty", slices.Repeat([]string{"city"}, 500_000)); len(near) == 0 {
		t.Error("no word is near")
	}
	if f := r.Add(diag.Rule{}, diag.Span{}, "wrong"); len(f.Nearest("cty", []string{"city"})) != 0 || !f.Tired() {
		t.Error("one word more is compared")
	}
}
