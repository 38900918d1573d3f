package audit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// notShown is what is said of a text that names a key, before the key.
const notShown = "the instruction doesn't show the value of "

// UnknownInProse is the finding about keys that a text tells the model to read, each at a place, and
// that nothing sets.
func UnknownInProse(names []string, at []diag.Span) diag.Diagnostic {
	var shown []string
	for _, name := range names {
		shown = append(shown, "{"+name+"}")
	}
	d := diag.Diagnostic{
		ID: "prose-reference", Severity: diag.Warning, Span: at[0],
		Message: "the instruction shows no value of " + enumerateKeys(names) + ", and nothing that could be read sets " + one(names, "it", "them"),
		Hint: "set " + one(names, "the key", "the keys") + " and write " + enumerate(shown) + " where the " + one(names, "value", "values") + " should be, or tell the model where else " +
			one(names, "it is", "they are") + "; nothing is wrong if a tool takes " + one(names, "it", "them") + " from somewhere",
	}
	return alsoNamed(d, names[1:], at[1:])
}

// alsoNamed shows where else a text names keys.
func alsoNamed(d diag.Diagnostic, names []string, at []diag.Span) diag.Diagnostic {
	for i, name := range names[:min(len(names), mostShown)] {
		d.Related = append(slices.Clip(d.Related), diag.Related{Span: at[i], Message: diag.Quote(name) + " is named here"})
	}
	return d
}

// named is a key that a text names, without showing its value.
type named struct {
	name, placeholder string
	finding           diag.Diagnostic
}

// inProse joins what is said of the keys that one text names, and leaves out those whose values the
// model sees elsewhere.
func (j *judge) inProse(list diag.List) (rest diag.List) {
	var order []diag.Span
	texts := map[diag.Span][]named{}
	in, programs := j.textsByFile(), j.programsByFile()
	for _, d := range list {
		n, ok := readNamed(d)
		if !ok {
			rest = append(rest, d)
			continue
		}
		if k := j.keys[n.name]; k != nil {
			heard, sure := j.comesBefore(k, d.Span)
			if heard || j.isForTools(k, d.Span) {
				continue
			}
			begins := func(w Fact) bool { return w.Kind == Initial && meets(w.Programs, programs[d.Span.File]) }
			if !sure && !slices.ContainsFunc(k.writes, begins) {
				n.placeholder = strings.Replace(n.placeholder, n.name+"}", n.name+"?}", 1)
				n.finding.Hint = strings.Replace(d.Hint, n.name+"}", n.name+"?}", 1)
			}
		}
		text := textOf(in[d.Span.File], d.Span)
		if texts[text] == nil {
			order = append(order, text)
		}
		texts[text] = append(texts[text], n)
	}
	for _, text := range order {
		rest = append(rest, joinNamed(texts[text]))
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
		d.Message = "the instruction doesn't show the values of " + enumerateKeys(names)
		d.Hint = "write " + enumerate(shown) + " where the values should be"
		d.Related = slices.Clone(d.Related)
		for i, r := range d.Related {
			d.Related[i].Message = diag.Quote(names[0]) + " is " + r.Message
		}
		d = alsoNamed(d, names[1:], at[1:])
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

// comesBefore says of a key that an instruction names whether the model is shown its value in the
// conversation, as the answer of another agent, and whether the key is set whenever the agent runs.
func (j *judge) comesBefore(k *key, place diag.Span) (heard, sure bool) {
	var savers []int
	answers := true
	for _, w := range k.writes {
		savers = append(savers, j.saving(w)...)
		answers = answers && len(j.saving(w)) > 0
	}
	seen := false
	heard, sure = true, true
	for n, a := range j.Agents {
		if a.has(place) {
			isHeard, isSure := j.inOrder().hears(n, savers, answers)
			seen, heard, sure = true, heard && isHeard, sure && isSure
		}
	}
	return seen && heard, seen && sure
}

// isForTools reports whether tools of an agent whose instruction names a key read it.
func (j *judge) isForTools(k *key, place diag.Span) bool {
	return slices.ContainsFunc(k.reads, func(r Fact) bool {
		return r.By != "" && slices.ContainsFunc(j.Agents, func(a Agent) bool { return slices.Contains(a.Tools, r.By) && a.has(place) })
	})
}

// hears says whether an agent's model is shown the answer of one of several others, and whether one
// of these has always answered before. What an agent that it calls answers, it is told. If nothing
// else sets the key, no value is there that it was not shown.
func (o *order) hears(n int, others []int, alone bool) (heard, sure bool) {
	a := o.agents[n]
	if alone && len(others) > 0 && !a.Forgets && !slices.ContainsFunc(others, func(s int) bool { return s != n }) {
		return true, false // what it has said itself
	}
	unseen := slices.Contains(a.Below, -1)
	below := slices.ContainsFunc(others, func(s int) bool { return unseen || slices.Contains(a.Below, s) })
	if len(o.turns[n]) == 0 || o.steps > mostSteps {
		return below, false
	}
	heard, sure = true, true
	for _, at := range o.turns[n] {
		before := func(s int) bool { return s != n && at.must[s] }
		sure = sure && slices.ContainsFunc(others, before)
		may := func(s int) bool { return s != n && at.ended[s] }
		shown := slices.ContainsFunc(others, func(s int) bool { return before(s) && o.shares(s, at) })
		only := alone && at.seen && slices.ContainsFunc(others, may) && !slices.ContainsFunc(others, func(s int) bool { return may(s) && !o.shares(s, at) })
		heard = heard && !a.Forgets && (shown || only)
	}
	return heard || below, sure
}

// shares reports whether an agent has run in the session of a turn: those that tools call have
// sessions of their own, which begin without a conversation.
func (o *order) shares(agent int, at turn) bool {
	return slices.ContainsFunc(o.turns[agent], func(t turn) bool { return slices.Equal(t.tools, at.tools) })
}

// programsByFile are the programs that files are part of.
func (j *judge) programsByFile() map[string][]string {
	of := map[string][]string{}
	for _, f := range j.Facts {
		of[f.Place.File] = f.Programs
	}
	return of
}
