package survey

import (
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// MisuseKind says what is wrong with a call of what ADK has.
type MisuseKind uint8

const (
	StateAsDict    MisuseKind = iota // a context's state is no dict
	UnknownMethod                    // no session service has that method
	CreatedAgain                     // create_session updates no session
	KeyAsAttribute                   // a context's state has no attributes for its keys
	EventsDropped                    // what an agent's events set is not stored
	DictAsState                      // a session's state is a dict
	StateUnstored                    // a service stores events without what they set
)

// Misuse is a use of a state or a session service that fails whenever it runs.
type Misuse struct {
	Path       string
	Start, End int
	Kind       MisuseKind
	What       string // what is asked of a state: "keys()", "len(…)", "for"; or the method
	// Sure is whether the state or the service is ADK's, as far as these files show.
	Sure bool
	// There is where the session was got that is created again.
	There [2]int
}

// misuses notes the misuses in the file.
func (r *checker) misuses() {
	r.Each(0, r.Plain, func(i int) bool {
		isCall := r.Tokens[i].Kind == syntax.Name && r.Word(i-1) == "." && r.Word(i+1) == "("
		switch word := r.Word(i); {
		case (word == "state" || word == "events") && r.Word(i-1) == ".":
			r.stale(i)
		case isCall && adk.IsServiceMethod(word):
			r.unawaited(i)
			if word == "create_session" {
				r.recreates(i)
			}
		case word == "getattr" && r.Word(i+1) == "(" && r.Word(i-1) != ".":
			r.asObject(i)
		case word == "async" && r.Tokens[i].Line == i:
			r.swallowed(i)
		case callbackArguments[word] != nil && r.Word(i+1) == "=":
			r.callbacks(i)
		case unfilledArguments[word] && r.Word(i+1) == "=":
			r.unfilled(i)
		case word == "append_event" && r.Word(i-1) == "def":
			r.unstored(i)
		default:
			if isCall {
				r.unknownMethod(i)
			}
			r.asDict(i)
		}
		return true
	})
}

func (r *checker) misuse(kind MisuseKind, first, last int, what string, sure bool) {
	r.project.survey.Misuses = append(r.project.survey.Misuses, Misuse{
		Path: r.Path, Start: r.Tokens[first].Start, End: r.Tokens[last].End, Kind: kind, What: what, Sure: sure,
	})
}
