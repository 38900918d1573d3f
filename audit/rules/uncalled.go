package rules

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// uncalledUse is a key that a program sets or reads, and that only functions read or set
// which no program runs.
type uncalledUse struct {
	key   string
	first audit.Fact // in the program
	idle  []audit.Fact
}

// uncalled reports keys that only functions read, or set, which no program runs: all of the
// same functions at once.
func (j *judge) uncalled() (list diag.List) {
	by := func(u uncalledUse) string { return fmt.Sprint(u.first.Writes(), u.idleFuncs(), u.first.Programs) }
	for _, all := range index.Grouped(j.unused, by) {
		list = append(list, uncalledFinding(all))
	}
	return list
}

// idleFuncs are the functions that no program runs.
func (u uncalledUse) idleFuncs() (names []string) {
	for _, f := range u.idle {
		if !slices.Contains(names, f.Uncalled) {
			names = append(names, f.Uncalled)
		}
	}
	return names
}

func uncalledFinding(all []uncalledUse) diag.Diagnostic {
	u, funcs := all[0], all[0].idleFuncs()
	var keys []string
	for _, other := range all {
		keys = append(keys, other.key)
	}
	it, by := words.One(keys, "it", "them"), words.Enumerate(funcs)
	d := diag.Diagnostic{
		ID: "unread-key", Severity: diag.Warning, Span: u.first.Place,
		Hint: "nothing is wrong if a client of the sessions reads " + it + "; otherwise call " + by + ", or don't set " + it,
	}
	done, do := "set", "read"
	if !u.first.Writes() {
		d.ID, done, do = "unwritten-key", "read", "set"
		d.Hint = "nothing is wrong if the value comes from outside of this project; otherwise call " + by
	}
	d.Message = fmt.Sprintf("%s %s %s, but only %s %s %s, which %s never called outside of tests",
		words.Keys(keys), words.One(keys, "is", "are"), done, by, words.One(funcs, do+"s", do), it, words.One(funcs, "is", "are"))
	d.Related = index.Places(u.idle, diag.Quote(u.key)+" is "+do+" here")
	for _, other := range all[1:min(len(all), 1+words.MostShown)] {
		d.Related = append(d.Related, diag.Related{Span: other.first.Place, Message: diag.Quote(other.key) + " is " + done + " here"})
	}
	return d
}

// placed says of findings that they are in functions that no program runs.
func (j *judge) placed(list diag.List) diag.List {
	in := map[diag.Span]string{}
	for _, f := range j.Facts {
		if f.Uncalled != "" {
			in[f.Place] = f.Uncalled
		}
	}
	for i := range list {
		if fn := in[list[i].Span]; fn != "" && list[i].Hint != "" {
			list[i].Hint += "; it is in " + fn + ", which is never called outside of tests"
		}
	}
	return list
}
