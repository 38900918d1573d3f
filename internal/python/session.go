package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// isInRun reports whether a state is that of the session of a run: ADK stores what is set
// through a context, and a session knows none.
func (r *recognizer) isInRun(state int) bool {
	if r.Word(state-1) != "." {
		return r.aliases[r.Word(state)].inRun
	}
	if r.Word(state) != "state" {
		return false
	}
	if owner := state - 2; r.Word(owner-1) == "." {
		return r.Word(owner) == "session" && r.isContextAt(owner-2)
	}
	return r.isAlways(state-2, ".session", func(v syntax.Value) bool { return r.isContextAt(v.End - 3) })
}

// isContextAt reports whether the name at a token is that of a context of a run, or stands for one:
// context = tool_context._invocation_context.
func (r *recognizer) isContextAt(i int) bool {
	if adk.IsContext(r.Word(i)) || r.Word(i-1) == "." {
		return adk.IsContext(r.Word(i))
	}
	return r.isAlways(i, "._invocation_context", func(syntax.Value) bool { return true })
}

// isAlways reports whether all that the name at a token may stand for is an attribute that is so.
func (r *recognizer) isAlways(i int, attribute string, is func(v syntax.Value) bool) bool {
	name := r.Word(i)
	if len(r.Assigns[name]) == 0 || len(r.Assigns[name]) > names.MostGiven {
		return false
	}
	given := r.Reaching(name, i)
	return len(given) > 0 && !slices.ContainsFunc(given, func(v syntax.Value) bool {
		return v.Kind != syntax.Reference || !strings.HasSuffix(v.Name, attribute) || !is(v)
	})
}

// runsAfter reports whether a function runs agents with its context behind a token.
func (r *recognizer) runsAfter(i int) bool {
	at := r.Host(i)
	return r.project.Search(names.MostBody) && r.InBody(r.Around(at).Def, func(i int) bool {
		isRun := i > at && (r.Word(i) == "run_async" || r.Word(i) == "run_live") && r.Word(i-1) == "." && r.Word(i+1) == "("
		return isRun && adk.IsContext(r.Word(r.ExprEnd(i+2)-1))
	})
}

// isOthers reports whether the state at a token is that of a session which a service of the
// project's own returns: what that keeps is its own affair.
func (r *recognizer) isOthers(state int) bool {
	return slices.ContainsFunc(r.Reaching(r.Word(state-2), state), func(v syntax.Value) bool {
		return slices.ContainsFunc(r.project.AsksFor(r.Scope, v), func(at names.Place) bool {
			there := r.project.Scope(at.In)
			owner, _ := there.OwnerOf(at.At)
			is, known := r.project.IsService(there, owner, 0)
			return !is && (known || r.project.IsDefined(there.Word(at.At)))
		})
	})
}

// isKept reports whether the state at a token is that of a session in a service's own memory:
// what is changed there is stored.
func isKept(f *names.File, state int) bool {
	owner := f.Word(state - 2)
	if f.Word(state-1) != "." || f.Word(state-3) == "." || len(f.Assigns[owner]) > names.MostGiven {
		return false
	}
	for _, v := range f.Assigns[owner] {
		for i := v.First; i < v.End && i < v.First+names.MostMerged; i++ {
			if f.Word(i) == "sessions" && f.Word(i+1) == "[" {
				return true
			}
		}
	}
	return false
}

// isPassed reports whether nobody knows where the session is from whose state is at a token.
func (r *recognizer) isPassed(state int) bool {
	if r.Word(state-1) != "." {
		return r.aliases[r.Word(state)].passed
	}
	return r.Word(state) == "state" && strings.Contains(strings.ToLower(r.Word(state-2)), "session") && !r.isInRun(state) && !r.project.IsReturned(r.Scope, state)
}
