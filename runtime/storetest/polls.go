package storetest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

// A poll has three parties. Writers vote, each vote a key of its own, without
// reading anything; then, as readers, they look whether there is a result; and
// an updater counts the votes and writes the result. Whoever has voted and then
// found no result must be counted: the vote was there before the result was.
//
// Two parties don't show it: a store that lets a vote in between the counting
// and the commit has not broken anything that the updater or the voter alone
// could see.
type poll struct {
	scope runtime.Scope
	count func(runtime.State) ([]string, error)
}

const voters, votes = 3, 4 // votes of each voter

var pollTests = func() (tests []test) {
	for _, scope := range []runtime.Scope{runtime.ScopeSession, runtime.ScopeUser, runtime.ScopeApp} {
		all := poll{scope: scope, count: countAll}
		byKey := poll{scope: scope, count: func(st runtime.State) ([]string, error) { return countByKey(st, scope) }}
		tests = append(tests,
			test{"All/" + scope.String(), all.hold},
			test{"MissingKeys/" + scope.String(), byKey.hold})
	}
	return tests
}()

// hold runs so many polls that one goes wrong if any can.
func (p poll) hold(e *env) {
	for round := range rounds(15) {
		if err := p.run(e, fmt.Sprint("poll", round)); err != nil {
			e.Fatalf("poll %d: %v", round, err)
		}
	}
}

func (p poll) run(e *env, app string) error {
	handles := make([]*runtime.Session, voters+1)
	e.createAs(app, user, "0", nil)
	for i := range handles {
		if p.scope != runtime.ScopeSession && i > 0 {
			e.createAs(app, user, p.session(i), nil)
		}
		handles[i] = e.getAs(app, user, p.session(i))
	}
	var wait parallel.Group
	problems, owed := make([]error, voters+1), make([][]string, voters)
	for i := range voters {
		wait.Go(func() { owed[i], problems[i] = p.vote(e, handles[i], i) })
	}
	wait.Go(func() { problems[voters] = p.close(e, handles[voters]) })
	wait.Wait()
	result, err := p.result(e, handles[0])
	if err = errors.Join(append(problems, err)...); err != nil {
		return err
	}
	for _, vote := range slices.Concat(owed...) {
		if !slices.Contains(result.([]any), any(vote)) {
			return fmt.Errorf("%s was cast, then there was no result yet, and the result lacks it: %v", vote, result)
		}
	}
	return nil
}

// session returns the ID of a party's session: there is just one if the votes
// are a session's own keys.
func (p poll) session(party int) string {
	if p.scope == runtime.ScopeSession {
		party = 0
	}
	return fmt.Sprint(party)
}

// vote casts a voter's votes and returns those after which there was no result.
func (p poll) vote(e *env, s *runtime.Session, voter int) (owed []string, err error) {
	for i := range votes {
		key := voteKey(p.scope, voter, i)
		if err := e.svc.AppendEvent(e.Context(), s, change(runtime.Delta{key: true})); err != nil {
			return nil, err
		}
		if _, err := p.result(e, s); runtime.IsMissing(err) {
			owed = append(owed, key)
		} else if err != nil {
			return nil, err
		}
	}
	return owed, nil
}

func (p poll) result(e *env, s *runtime.Session) (any, error) {
	now, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: s.AppName(), UserID: s.UserID(), SessionID: s.ID()})
	if err != nil {
		return nil, err
	}
	return now.State().Get(p.scope.Key("result"))
}

func (p poll) close(e *env, s *runtime.Session) error {
	return runtime.Update(e.Context(), e.svc, s, by("closer"), func(st runtime.State) error {
		counted, err := p.count(st)
		if err != nil {
			return err
		}
		return st.Set(p.scope.Key("result"), counted)
	})
}

func countAll(st runtime.State) ([]string, error) {
	counted := []string{}
	for key := range st.All() {
		counted = append(counted, key)
	}
	return counted, nil
}

func countByKey(st runtime.State, scope runtime.Scope) ([]string, error) {
	counted := []string{}
	for voter := range voters {
		for i := range votes {
			switch _, err := st.Get(voteKey(scope, voter, i)); {
			case err == nil:
				counted = append(counted, voteKey(scope, voter, i))
			case !runtime.IsMissing(err):
				return nil, err
			}
		}
	}
	return counted, nil
}

func voteKey(scope runtime.Scope, voter, i int) string {
	return scope.Key(fmt.Sprintf("vote_%d_%d", voter, i))
}
