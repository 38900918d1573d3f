package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/audit/rules"
	"github.com/seed92179c4c/stategen/diag"
)

func at(start int) diag.Span { return diag.Span{File: "a.go", Start: start, End: start + 1} }

// counter is a key that is set to an int and read as a float64.
func counter() []audit.Fact {
	float := audit.Type{Form: audit.Float, Name: "float64"}
	return []audit.Fact{
		{Key: "visits", Kind: audit.Write, Place: at(10), Programs: []string{"trip"}, Type: audit.Type{Form: audit.Int, Name: "int"}},
		{Key: "visits", Place: at(20), Programs: []string{"trip"}, Asserted: []audit.Assertion{{Type: float, Place: at(25), All: []audit.Type{float}}}},
	}
}

// TestEarlyAndLost holds what is said of a number that only a database makes a float64,
// and of writes that no session stores.
func TestEarlyAndLost(t *testing.T) {
	lost := diag.Diagnostic{ID: "direct-state-mutation", Severity: diag.Error, Span: diag.Span{File: "a.go", Start: 5, End: 9}, Message: "lost"}
	inRun := lost
	inRun.Message = "ADK doesn't store what is written to the session of a run: it is gone when the run ends"
	late := counter()
	late[1].Late = true
	delta := audit.Fact{Key: "visits", Kind: audit.Write, Place: at(30), Type: audit.Type{Form: audit.Int, Name: "int"}, Delta: true}
	for name, c := range map[string]struct {
		project audit.Project
		want    string
	}{
		"stored":           {audit.Project{Facts: counter()}, `warning: "visits" is an int until a database gives it back as float64`},
		"in memory":        {audit.Project{Facts: counter(), Stores: map[string]audit.Storage{"trip": audit.Memory}}, `error: "visits" is never a float64: it is set to an int, and sessions are only kept in memory`},
		"lost":             {audit.Project{Facts: counter(), Found: diag.List{lost}}, "error: lost"},
		"lost, and stored": {audit.Project{Facts: append(counter(), delta), Found: diag.List{lost}}, "warning: lost\nwarning: \"visits\" is an int until a database gives it back as float64"},
		"for the run":      {audit.Project{Facts: counter(), Found: finding.Undeclared(diag.List{inRun}, audit.UnknownStorage)}, ""},
		"read later":       {audit.Project{Facts: late, Found: finding.Undeclared(diag.List{inRun}, audit.UnknownStorage)}, "warning: " + inRun.Message},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range rules.Findings(c.project) {
				got = append(got, fmt.Sprintf("%s: %s", d.Severity, d.Message))
			}
			if strings.Join(got, "\n") != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), c.want)
			}
		})
	}
}

// TestModulesInAnotherOrder holds that a key of a package that several modules load, and
// whose places they find in another order, is reported once.
func TestModulesInAnotherOrder(t *testing.T) {
	read := func(place int, program string) audit.Fact {
		return audit.Fact{Key: "step", Place: at(place), Programs: []string{program}}
	}
	project := audit.Project{Facts: []audit.Fact{read(20, "critic"), read(10, "critic"), read(10, "visualizer"), read(20, "visualizer")}}
	if found := rules.Findings(project); len(found) != 1 || found[0].Span != at(20) {
		t.Errorf("got %v, want one finding, at the first place", found)
	}
}

// TestUndeclaredWords holds that findings of a project without a schema don't speak of one,
// nor of code that is generated from it.
func TestUndeclaredWords(t *testing.T) {
	found := finding.Undeclared(diag.List{
		{ID: "angle-placeholder", Message: `"<city>" is left as text: the schema has no angle placeholders`, Hint: "add one"},
		{ID: "unserializable-value", Message: "shared", Hint: "store a copy of basic values, or use the generated setter"},
	}, audit.Database)
	for i, want := range []string{`"<city>" is left as text: a placeholder has braces; `, "shared; store a copy of basic values"} {
		if got := found[i].Message + "; " + found[i].Hint; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestJoinedPointers holds that pointers of one literal are one finding, which says what a prompt
// shows of them.
func TestJoinedPointers(t *testing.T) {
	get := func(key, rest string, start int) diag.Diagnostic {
		return diag.Diagnostic{ID: "unserializable-value", Span: at(start), Message: `"` + key + `" gets a ` + rest, Hint: "store a copy"}
	}
	found := finding.Undeclared(diag.List{
		get("country", "*string, which is shared", 10), get("charge", "*string, which is shared", 50), get("area", "*string, which is shared", 90),
		get("job", "*string, which is shared", 900), get("rca", "*RCA, which is shared", 950),
	}, audit.Database)
	want := []string{
		`"country", "charge" and "area" get a *string, which is shared; store a copy; in memory, a placeholder shows an address, or <nil>`,
		`"job" gets a *string, which is shared; store a copy; in memory, a placeholder shows an address, or <nil>`,
		`"rca" gets a *RCA, which is shared; store a copy`,
	}
	for i, d := range found {
		if got := d.Message + "; " + d.Hint; i >= len(want) || got != want[i] {
			t.Errorf("got %q", got)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d findings, want %d", len(found), len(want))
	}
}

// TestReadersOfBoth holds that two types of one key are no finding where each reader expects
// both.
func TestReadersOfBoth(t *testing.T) {
	text, list := audit.Type{Form: audit.String, Name: "string"}, audit.Type{Form: audit.TypedList, Name: "[]string"}
	for name, c := range map[string]struct {
		all  []audit.Type
		want int
	}{"both": {[]audit.Type{text, list}, 0}, "one": {[]audit.Type{text}, 1}} {
		t.Run(name, func(t *testing.T) {
			p := audit.Project{Facts: []audit.Fact{
				{Key: "names", Kind: audit.Write, Place: at(10), Type: text},
				{Key: "names", Kind: audit.Write, Place: at(20), Type: list},
				{Key: "names", Place: at(30), Asserted: []audit.Assertion{{Type: text, Place: at(35), All: c.all}}},
			}}
			if found := rules.Findings(p); len(found) != c.want {
				t.Errorf("found %v", found)
			}
		})
	}
}
