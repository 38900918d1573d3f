package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// alias says up to which token a name stands for a state, and whether that is the one of
// the session of a run, which notices no changes.
type alias struct {
	end    int
	inRun  bool
	passed bool
	copied bool // it is a dict of all keys, in which nothing is set
}

// copies notes NAME = context.state.to_dict(), of which the method is at a token.
func (r *reader) copies(method int) bool {
	if word := r.Word(method); word != "to_dict" && word != "copy" || r.Word(method+2) != ")" {
		return false
	}
	switch next := r.Word(method + 3); {
	case next == "." && r.Word(method+4) == "get" && r.Word(method+5) == "(":
		r.method(method + 4)
		return true
	case next == "[" && !r.ChangesValue(r.Closing(method+3)+1) && r.Word(r.Closing(method+3)+1) != "=":
		r.subscript(method + 3)
		return true
	}
	return r.gives(method-2, method+3, alias{copied: true})
}

// copiesAsDict notes NAME = dict(session.state), of which the state is at a token.
func (r *reader) copiesAsDict(i int) bool {
	open := r.Opens[i]
	return open > 0 && r.Word(open) == "(" && r.Word(open-1) == "dict" && r.Closing(open) == i+1 && r.gives(open-1, i+2, alias{copied: true})
}

// gives notes that a line gives a state to a name for the rest of its block, if that is all it does with
// the expression that begins at a token and ends before the next.
func (r *reader) gives(i, next int, of alias) bool {
	line, ok := r.aliasAt(i, next)
	if ok {
		of.end = r.BlockEnd(line)
		r.aliases[r.Word(line)] = of
	}
	return ok
}

// ofCopy leaves the uses since one that read a copy of a state.
func (r *reader) ofCopy(since int) {
	uses := slices.DeleteFunc(r.project.found.Uses[since:], func(u Use) bool { return u.Kind == Set || u.Kind == Delete })
	r.project.found.Uses = r.project.found.Uses[:since+len(uses)]
	for i := range uses {
		if uses[i].Kind == Mutate {
			uses[i].Kind = Get
		}
	}
}

// alias notes NAME = context.state, for the rest of the block, also with something to take
// where there is no state.
func (r *reader) alias(i int) bool {
	return r.gives(i, i+1, alias{inRun: r.isInRun(i), passed: r.isPassed(i)})
}

// aliasAt is the line that gives a state to a name, which is the expression that begins at a token
// and ends before the next; false: it does something else with it.
func (r *recognizer) aliasAt(i, next int) (line int, ok bool) {
	if r.Word(next) == "or" && r.Word(next+1) == "{" && r.Word(next+2) == "}" {
		next += 3
	} else if r.Word(next) == "if" {
		for next < len(r.Tokens) && r.Tokens[next].Kind != syntax.Newline && r.Word(next) != ":" && r.Word(next) != ")" && next < i+names.MostMerged {
			if r.Word(next) == "(" {
				next = r.Closing(next)
			}
			next++
		}
	}
	first, open := r.Tokens[i].Line, r.Opens[i]
	if open >= 0 && open == first+2 && next == r.Closing(open) && (r.Word(open) == "(" || r.Word(open+1) == "**") { // all of it is in parentheses
		next, open = next+1, -1
	}
	if r.Word(next) != "" {
		return 0, false
	}
	if i >= r.Plain || r.Word(first+1) != "=" && r.Word(first+1) != ":" || first+1 >= i || open >= 0 {
		return 0, false
	}
	return first, true
}

// fetched reads what is done with getattr(context, "state").
func (r *reader) fetched(open int) {
	owner, ok := fetchedOf(r.Scope, open)
	if !ok || r.isHelped(open) {
		return
	}
	isSession := strings.EqualFold(r.Word(owner.End-1), "session")
	r.result(open-1, r.Closing(open), alias{inRun: isSession, passed: isSession})
}

// fetchedOf is the context or session whose state getattr(context, "state") is, of which the arguments
// begin at a bracket.
func fetchedOf(s *names.Scope, open int) (owner syntax.Value, ok bool) {
	owner = s.Value(open + 1)
	return owner, s.Value(owner.End+1).TextOr("") == "state" && adk.IsOwner(s.Word(owner.End-1))
}
