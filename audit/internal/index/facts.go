package index

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// Meet reports whether two lists of programs have one in common.
func Meet(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(p string) bool { return slices.Contains(b, p) })
}

// Linked reports whether one of the facts is in a part of the program that is linked with a
// fact's.
func Linked(list []audit.Fact, f audit.Fact) bool {
	return slices.ContainsFunc(list, func(o audit.Fact) bool { return o.Part == "" || f.Part == "" || o.Part == f.Part })
}

// CountsFor reports whether a fact counts for another one: code that no program runs counts for
// code of that kind only.
func CountsFor(f, other audit.Fact) bool { return f.Uncalled == "" || other.Uncalled != "" }

// Counting leaves the facts that count for one, in its programs.
func Counting(list []audit.Fact, f audit.Fact) []audit.Fact {
	return slices.DeleteFunc(Sharing(list, f), func(other audit.Fact) bool { return !CountsFor(other, f) })
}

// Loose reports whether one of the facts may count for another one of a program that it is not known to
// share: where one of the two may be part of any.
func Loose(list []audit.Fact, f audit.Fact) bool {
	return slices.ContainsFunc(list, func(other audit.Fact) bool { return (other.Loose || f.Loose) && CountsFor(other, f) })
}

// Sharing leaves the facts that have a program in common with one.
func Sharing(list []audit.Fact, f audit.Fact) []audit.Fact {
	var rest []audit.Fact
	for _, other := range list {
		if Meet(other.Programs, f.Programs) {
			rest = append(rest, other)
		}
	}
	return rest
}

// PerProgram asks about the facts in turn, and no more about programs or places that a finding is about.
func PerProgram(facts []audit.Fact, judge func(audit.Fact) *diag.Diagnostic) (list diag.List) {
	asked, told := map[string]bool{}, map[diag.Span]bool{}
	for _, f := range facts {
		programs := fmt.Sprint(f.Uncalled != "", strings.Join(f.Programs, "\x00"))
		if asked[programs] || told[f.Place] {
			continue
		}
		asked[programs] = true
		if d := judge(f); d != nil {
			list = append(list, *d)
			for _, other := range Sharing(facts, f) {
				told[other.Place] = true
			}
		}
	}
	return list
}

// Grouped puts together what has one ID, in the order of the first of each.
func Grouped[T any, ID comparable](list []T, id func(T) ID) (groups [][]T) {
	number := map[ID]int{}
	for _, one := range list {
		key := id(one)
		n, known := number[key]
		if !known {
			n = len(groups)
			number[key], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], one)
	}
	return groups
}

// Others are the facts that share a program with one, without it.
func Others(facts []audit.Fact, f audit.Fact) []audit.Fact {
	return slices.DeleteFunc(Sharing(facts, f), func(other audit.Fact) bool { return other.Place == f.Place })
}

// Places shows a few facts.
func Places(facts []audit.Fact, message string) []diag.Related {
	var list []diag.Related
	for _, f := range facts[:min(len(facts), words.MostShown)] {
		list = append(list, diag.Related{Span: f.Place, Message: message})
	}
	return list
}
