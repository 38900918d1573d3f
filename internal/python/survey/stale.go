package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Stale is where a session is read after a run that a service had returned before it, or a temp key is
// read from one.
type Stale struct {
	Path       string
	Start, End int    // of the key, or of what is read as a whole
	Key        string // empty: all of the state, or the events
	Events     bool
	// Func is where the function around the read begins, and Name what stands for the session there.
	Func int
	Name string
	// Session is where a service was asked for the session, and Run where the run is; without a path it
	// is a temp key, which no session has.
	Session, Run Where
	// Again is the call that gets the session again.
	Again string
	// Known is whether the service is ADK's, New whether the session was created and nothing gave it the
	// key, and Plain whether the run is always over before the read.
	Known, New, Plain bool
}

// Where is a place in a file.
type Where struct {
	Path       string
	Start, End int
}

// oldSession is a session that a service has returned to a function.
type oldSession struct {
	name  string
	def   int
	last  int // where the last of its values ends
	asked []names.Place
	known bool // the service is ADK's
}

// stale notes what is read of the state or the events of a session, whose name is at a token, after a
// run that the session was got before.
func (r *checker) stale(i int) {
	read, ok := r.readAt(i)
	if !ok {
		return
	}
	s, ok := r.oldSession(r.Word(i-2), r.Host(i))
	if !ok || r.isWritten(s, read) {
		return
	}
	if slices.ContainsFunc(read.keys, func(key string) bool { return strings.HasPrefix(key, "temp:") }) {
		if s.isCreated() && !r.isNew(s, read) {
			return
		}
		r.noteStale(s, read, agentRun{at: -1}, false, false)
		return
	}
	runs := r.runsIn(s.def)
	if len(runs) == 0 || !r.project.Search(len(runs)*(r.Host(i)-s.last+names.MostMerged)) {
		return
	}
	ids := r.idsOf(s)
	for _, run := range slices.Backward(runs) {
		may, plain := r.order(s, run, r.Host(i))
		if may && r.isOf(run, s.name, ids) {
			r.noteStale(s, read, run, plain && run.resolved, r.isNew(s, read))
			return
		}
	}
}

// noteStale notes a read.
func (r *checker) noteStale(s oldSession, read sessionRead, run agentRun, plain, isNew bool) {
	asked := s.asked[len(s.asked)-1]
	from := asked.In.Tokens[asked.At]
	n := Stale{
		Path: r.Path, Start: read.start, End: read.end, Events: read.events, Func: r.Around(s.last).Function, Name: s.name,
		Session: Where{asked.In.Path, from.Start, from.End}, Again: r.again(s, asked), Known: s.known, New: isNew, Plain: plain,
	}
	if run.at >= 0 {
		n.Run = Where{r.Path, r.Tokens[run.at].Start, r.Tokens[run.at].End}
	}
	if len(read.keys) == 0 {
		read.keys = []string{""}
	}
	for _, n.Key = range read.keys {
		r.project.survey.Stale = append(r.project.survey.Stale, n)
	}
}

// again is the call that gets a session again.
func (r *checker) again(s oldSession, asked names.Place) string {
	service, wait := "session_service", "await "
	if owner, ok := asked.In.OwnerOf(asked.At); ok && asked.In == r.File && r.Around(asked.At).Def == s.def {
		service = owner.Name
		if r.Opens[owner.First] < 0 && r.Word(owner.First-1) != "await" { // before ADK 1.0
			wait = ""
		}
	}
	return s.name + " = " + wait + service + ".get_session(…)"
}

// oldSession is the session that a name stands for at a token, if a service has returned it to the
// function, and nothing but the function gives values to the name. What a service of the project's own
// returns is its own affair.
func (r *checker) oldSession(name string, at int) (s oldSession, ok bool) {
	s = oldSession{name: name, def: r.Around(at).Def, known: true}
	if len(r.Assigns[name]) > names.MostGiven || r.isGlobal(name) {
		return s, false
	}
	for _, v := range r.givenTo(name, at) {
		if v.Kind == syntax.None {
			continue
		}
		list := r.project.AsksFor(r.Scope, v)
		if list == nil {
			return s, false
		}
		s.asked, s.last = append(s.asked, list...), max(s.last, v.End)
	}
	for _, asked := range s.asked {
		there := r.project.Scope(asked.In)
		owner, _ := there.OwnerOf(asked.At)
		is, known := r.project.IsService(there, owner, 0)
		if !is && (known || r.project.IsDefined(there.Word(asked.At))) {
			return s, false
		}
		s.known = s.known && is
	}
	return s, len(s.asked) > 0 && s.last <= at
}

// givenTo are the values of which one is what a name of a function, or of the lines of the module, has at
// a token.
func (r *checker) givenTo(name string, at int) []syntax.Value {
	def := r.Around(at).Def
	if def < 0 {
		return slices.DeleteFunc(slices.Clone(r.Assigns[name]), func(v syntax.Value) bool { return r.Around(v.First).Def >= 0 || v.First > at })
	}
	if _, isOwn := r.GivenIn(name, def); !isOwn {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Reaching(name, at)), func(v syntax.Value) bool { return v.First > at })
}

// isGlobal reports whether functions give values to a name that isn't theirs.
func (r *checker) isGlobal(name string) bool {
	if r.globals == nil {
		r.globals = map[string]bool{}
		for i := range r.Plain {
			if word := r.Word(r.Tokens[i].Line); word == "global" || word == "nonlocal" {
				r.globals[r.Word(i)] = true
			}
		}
	}
	return r.globals[name]
}

// idsOf are the expressions for the id of a session.
func (r *checker) idsOf(s oldSession) []string {
	ids := []string{s.name + ".id"}
	for _, asked := range s.asked {
		if id, ok := asked.In.Keyword(asked.At+1, "session_id"); ok && asked.In == r.File && r.Around(asked.At).Def == s.def && id.Kind != syntax.None {
			ids = append(ids, r.Words(id))
		}
	}
	return ids
}

// order says whether a read of a session may be after a run, and whether it always is, with nothing in
// between that may change the session.
func (r *checker) order(s oldSession, run agentRun, read int) (may, plain bool) {
	start := max(run.at, run.line)
	switch {
	case read > start && r.Tokens[read].Line != r.Tokens[start].Line && s.last <= run.at:
		may, plain = r.Follows(run.line, read)
		plain = plain && read >= run.end
		if between := r.doneWith(s.name, max(r.Closing(run.at+1), run.line), read); between >= changed {
			may = false
		} else if between > nothing || r.doneWith(s.name, s.last, run.at) > nothing {
			plain = false
		}
	case read < run.line:
		may = r.isInLoopOf(s, run, read)
	}
	return may, plain
}

// isInLoopOf reports whether a loop comes back from a run to a read that stands before it, with the same
// session.
func (r *checker) isInLoopOf(s oldSession, run agentRun, read int) bool {
	for _, loop := range r.LoopsAround(run.line) {
		if loop < read && s.last <= loop {
			end := r.EndOf(loop)
			return r.project.Search(end-loop) && r.ComesBack(run.line, loop) && r.doneWith(s.name, loop, run.at) < changed && r.doneWith(s.name, r.Closing(run.at+1), end) < changed
		}
	}
	return false
}
