package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

var emptiedOutputKey = diag.Rule{
	ID: "emptied-output-key", Severity: diag.Warning,
	Summary: "an agent that ends a loop saves what it says then in place of what the loop made",
	Why: "An agent with an output key that calls a tool such as exit_loop has its turn saved like any other: " +
		"as an empty text, or as the remark that the loop is done. What it wrote the turn before is gone.",
}

// emptied reports output keys of agents that can end the loop around them: what the model says
// in that turn is saved under the key, too, and that is nothing, or a remark.
func (j *judge) emptied() (list diag.List) {
	said := map[diag.Span]bool{}
	inside := j.inside()
	for _, loop := range j.Agents {
		if loop.Runs != audit.Loop {
			continue
		}
		for _, a := range j.Known(loop.Below) {
			if a.Exit == "" || said[a.Output] {
				continue
			}
			if key := j.KeyAt(a.Output); key != "" && j.outlives(j.Keys[key], a, inside[key]) {
				said[a.Output] = true
				list = append(list, emptiedBy(a, key))
			}
		}
	}
	return list
}

func emptiedBy(a audit.Agent, key string) diag.Diagnostic {
	what := "what it says then is saved under "
	d := diag.Diagnostic{
		ID: emptiedOutputKey.ID, Severity: diag.Warning, Span: a.Output,
		Hint: "let an agent without an output key end the loop",
	}
	switch {
	case a.SavesAll:
		d.Severity = diag.Error
		what = "an empty text is saved under "
	case a.Silent:
		what = "many versions of ADK save an empty text under "
		d.Hint += "; nothing is wrong in those versions that save nothing if the model says nothing"
	default:
		d.Hint += "; nothing is wrong if the model repeats the text then"
	}
	d.Message = "when the model calls " + a.Exit + ", " + what + diag.Quote(key) + ", in place of what is there"
	return d
}

// inside are the members of the loops that end by an agent which saves its answer under a key.
func (j *judge) inside() map[string][]audit.Agent {
	inside := map[string][]audit.Agent{}
	for _, loop := range j.Agents {
		if loop.Runs != audit.Loop {
			continue
		}
		members := j.Known(loop.Below)
		for _, a := range members {
			if key := j.KeyAt(a.Output); a.Exit != "" && key != "" && len(inside[key]) < mostMembers {
				inside[key] = append(inside[key], members...)
			}
		}
	}
	return inside
}

// outlives reports whether something sets a key, or reads it, outside of all such loops. What
// reads it inside has no turn after the end.
func (j *judge) outlives(k *index.Key, a audit.Agent, inside []audit.Agent) bool {
	own := k.At(a.Output)
	return own != nil && len(inside) < mostMembers && slices.ContainsFunc(index.Sharing(k.Facts, *own), func(f audit.Fact) bool {
		return (f.Reads() || f.Writes()) && !f.Tool && !slices.ContainsFunc(inside, func(a audit.Agent) bool { return a.Output == f.Place || a.Has(f.Place) })
	})
}

// mostMembers is how many members of loops are compared with the facts about a key.
const mostMembers = 100
