package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// meets reports whether two lists of programs have one in common.
func meets(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(p string) bool { return slices.Contains(b, p) })
}

// linked reports whether one of the facts is in a part of the program that is linked with a
// fact's.
func linked(list []Fact, f Fact) bool {
	return slices.ContainsFunc(list, func(o Fact) bool { return o.Part == "" || f.Part == "" || o.Part == f.Part })
}

// runs reports whether a fact counts for another one: code that no program runs counts for
// code of that kind only.
func runs(f, other Fact) bool { return f.Uncalled == "" || other.Uncalled != "" }

// running leaves the facts that count for one, in its programs.
func running(list []Fact, f Fact) []Fact {
	return slices.DeleteFunc(sharing(list, f), func(other Fact) bool { return !runs(other, f) })
}

// sharing leaves the facts that have a program in common with one.
func sharing(list []Fact, f Fact) []Fact {
	var rest []Fact
	for _, other := range list {
		if meets(other.Programs, f.Programs) {
			rest = append(rest, other)
		}
	}
	return rest
}

// apart asks about the facts in turn, and no more about programs or places that a finding is about.
func apart(facts []Fact, judge func(Fact) *diag.Diagnostic) (list diag.List) {
	asked, told := map[string]bool{}, map[diag.Span]bool{}
	for _, f := range facts {
		programs := fmt.Sprint(f.Uncalled != "", strings.Join(f.Programs, "\x00"))
		if asked[programs] || told[f.Place] {
			continue
		}
		asked[programs] = true
		if d := judge(f); d != nil {
			list = append(list, *d)
			for _, other := range sharing(facts, f) {
				told[other.Place] = true
			}
		}
	}
	return list
}

// others are the facts that share a program with one, without it.
func others(facts []Fact, f Fact) []Fact {
	return slices.DeleteFunc(sharing(facts, f), func(other Fact) bool { return other.Place == f.Place })
}

// places shows a few facts.
func places(facts []Fact, message string) []diag.Related {
	var list []diag.Related
	for _, f := range facts[:min(len(facts), mostShown)] {
		list = append(list, diag.Related{Span: f.Place, Message: message})
	}
	return list
}
