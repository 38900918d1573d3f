package rules

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

var sharedOutputKey = diag.Rule{
	ID: "shared-output-key", Severity: diag.Warning,
	Summary: "an agent has the output key of another one that it hands over to or calls",
	Why: "An agent's final text is saved under its output key each turn. If an agent below it has saved a document there, " +
		"any remark or question of the agent above replaces it, and what reads the key gets the remark.",
}

// raced reports a key under which two agents save their answers that run at the same time: in two
// branches, each of which may run several, one after another.
func (j *judge) raced() (list diag.List) {
	for _, a := range j.Agents {
		if a.Runs == audit.Parallel {
			list = append(list, j.racedIn(a)...)
		}
	}
	return list
}

func (j *judge) racedIn(a audit.Agent) (list diag.List) {
	type saver struct {
		branch int
		place  diag.Span
	}
	first, found := map[string]saver{}, map[string]int{}
	for n, below := range a.Below {
		for _, b := range j.Certain(below) {
			key := j.KeyAt(b.Output)
			other, twice := first[key]
			at, said := found[key]
			switch {
			case key == "" || twice && (other.branch == n || other.place == b.Output):
			case !twice:
				first[key] = saver{n, b.Output}
			case said:
				if related := &list[at].Related; len(*related) < words.MostShown {
					*related = append(*related, diag.Related{Span: b.Output, Message: "it is set here, too"})
				}
			default:
				found[key] = len(list)
				list = append(list, diag.Diagnostic{
					ID: "parallel-write", Severity: diag.Error, Span: b.Output,
					Message: diag.Quote(key) + " gets the answers of agents that run at the same time: only the last one is kept",
					Hint:    "give each its own output key",
					Related: []diag.Related{{Span: other.place, Message: "it is set here, too"}},
				})
			}
		}
	}
	return list
}

// overwritten reports the output key of an agent that is also that of one which it hands over to or
// calls, and that an instruction reads: whatever the agent answers itself takes its place.
func (j *judge) overwritten() (list diag.List) {
	said := map[diag.Span]bool{}
	for _, a := range j.Agents {
		key := j.KeyAt(a.Output)
		if a.Runs != audit.Model || key == "" || said[a.Output] {
			continue
		}
		for _, n := range a.Below {
			for _, b := range j.Certain(n) {
				if said[a.Output] || b.Output == a.Output || j.KeyAt(b.Output) != key || !j.isRead(key, b.Output) {
					continue
				}
				said[a.Output] = true
				list = append(list, diag.Diagnostic{
					ID: "shared-output-key", Severity: diag.Warning, Span: a.Output,
					Message: "whatever this agent answers takes the place of " + diag.Quote(key) + ", which an agent below it has made",
					Hint:    "give this agent another output key, or none; nothing is wrong if both answers are meant to be the same text",
					Related: []diag.Related{{Span: b.Output, Message: "the agent below saves it here"}},
				})
			}
		}
	}
	return list
}

// isRead reports whether something reads a key in the program that sets it at a place.
func (j *judge) isRead(key string, at diag.Span) bool {
	k := j.Keys[key]
	own := k.At(at)
	return own != nil && len(index.Sharing(k.Reads, *own)) > 0
}
