package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// notShown is what is said of a text that names a key, before the key.
const notShown = "the instruction doesn't show the value of "

// named is a key that a text names, without showing its value.
type named struct {
	name, placeholder string
	finding           diag.Diagnostic
}

// inProse joins what is said of the keys that one text names, and leaves out those whose values the
// model sees elsewhere.
func (j *judge) inProse(list diag.List) (rest diag.List) {
	var kept []named
	in, programs := j.textsByFile(), j.programsByFile()
	for _, d := range list {
		n, ok := readNamed(d)
		if !ok {
			rest = append(rest, d)
			continue
		}
		if k := j.Keys[n.name]; k != nil {
			heard, sure := j.ComesBefore(k, d.Span)
			if heard || j.IsForTools(k, d.Span) {
				continue
			}
			begins := func(w audit.Fact) bool {
				return w.Kind == audit.Initial && index.Meet(w.Programs, programs[d.Span.File])
			}
			if !sure && !slices.ContainsFunc(k.Writes, begins) {
				n.placeholder = strings.Replace(n.placeholder, n.name+"}", n.name+"?}", 1)
				n.finding.Hint = strings.Replace(d.Hint, n.name+"}", n.name+"?}", 1)
			}
		}
		kept = append(kept, n)
	}
	text := func(n named) diag.Span { return textOf(in[n.finding.Span.File], n.finding.Span) }
	for _, all := range index.Grouped(kept, text) {
		rest = append(rest, joinNamed(all))
	}
	return rest
}

// readNamed takes a finding about a key that a text names apart.
func readNamed(d diag.Diagnostic) (n named, ok bool) {
	quoted, ok := strings.CutPrefix(d.Message, notShown)
	if !ok || d.ID != "prose-reference" {
		return n, false
	}
	name, err := strconv.Unquote(quoted)
	placeholder, _, _ := strings.Cut(strings.TrimPrefix(d.Hint, "write "), " ")
	return named{name, placeholder, d}, err == nil
}

func joinNamed(list []named) diag.Diagnostic {
	slices.SortStableFunc(list, func(a, b named) int { return a.finding.Span.Start - b.finding.Span.Start })
	d := list[0].finding
	var names, shown []string
	var at []diag.Span
	for _, n := range list {
		if !slices.Contains(names, n.name) {
			names, shown, at = append(names, n.name), append(shown, n.placeholder), append(at, n.finding.Span)
		}
	}
	if len(names) > 1 {
		d.Message = "the instruction doesn't show the values of " + words.Keys(names)
		d.Hint = "write " + words.Enumerate(shown) + " where the values should be"
		d.Related = slices.Clone(d.Related)
		for i, r := range d.Related {
			d.Related[i].Message = diag.Quote(names[0]) + " is " + r.Message
		}
		d = finding.AlsoNamed(d, names[1:], at[1:])
	}
	return d
}

// textsByFile are the places of texts.
func (j *judge) textsByFile() map[string][]diag.Span {
	in := map[string][]diag.Span{}
	for _, t := range j.Texts {
		in[t.File] = append(in[t.File], t)
	}
	for _, a := range j.Agents {
		for _, t := range a.Texts {
			in[t.File] = append(in[t.File], t)
		}
	}
	return in
}

// textOf is the text that a place is in; the place itself if that is not known.
func textOf(texts []diag.Span, place diag.Span) diag.Span {
	for _, t := range texts {
		if t.Start <= place.Start && place.End <= t.End {
			return t
		}
	}
	return place
}

// programsByFile are the programs that files are part of.
func (j *judge) programsByFile() map[string][]string {
	of := map[string][]string{}
	for _, f := range j.Facts {
		of[f.Place.File] = f.Programs
	}
	return of
}
