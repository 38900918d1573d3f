//go:build unix

package redis

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// ttlModel is what an app should hold in which sessions expire at random.
type ttlModel struct {
	*ttlRig
	random   *rand.Rand
	services []*runtime.Service
	sums     map[string]int  // of the sessions that live, as user/ID
	state    map[string]bool // the users who have state; "" is the app
}

// TestTTLAtRandom does all that bears on deadlines in random order, by programs with
// different ideas of them, and checks after each step what there is and what must hold.
func TestTTLAtRandom(t *testing.T) {
	const h = time.Hour
	m := &ttlModel{ttlRig: newTTLRig(t), random: rand.New(rand.NewPCG(3, 4)), sums: map[string]int{}, state: map[string]bool{}}
	m.services = []*runtime.Service{m.svc}
	for _, ttl := range []TTL{{}, {Session: h}, {Session: h, User: 2 * h}, {Session: 2 * h, User: 3 * h, App: 4 * h}, {Session: 5 * h, User: 5 * h, App: 5 * h}} {
		m.services = append(m.services, runtime.NewService(m.open(ttl)))
	}
	steps := []func(user, id string){m.append, m.append, m.append, m.create, m.create, m.end, m.end, m.endShared, m.delete, m.shared, m.erase}
	rounds := 600
	if testing.Short() {
		rounds = 200
	}
	for i := range rounds {
		m.svc = m.services[m.random.IntN(len(m.services))]
		step := m.random.IntN(len(steps))
		if step == len(steps)-1 && m.random.IntN(4) > 0 {
			continue // not so often
		}
		steps[step](fmt.Sprint("u", m.random.IntN(3)), fmt.Sprint("s", m.random.IntN(3)))
		m.check()
		if t.Failed() {
			t.Fatalf("after step %d, of the kind %d", i, step)
		}
	}
}

func (m *ttlModel) create(user, id string) {
	_, there := m.sums[user+"/"+id]
	_, err := m.svc.Create(m.Context(), runtime.CreateRequest{AppName: "a", UserID: user, SessionID: id, State: map[string]any{"user:k": 1, "app:k": 1}})
	if there != errors.Is(err, runtime.ErrSessionExists) || !there && err != nil {
		m.Errorf("create: error %v", err)
	}
	if !there {
		m.sums[user+"/"+id], m.state[user], m.state[""] = 0, true, true
	}
}

func (m *ttlModel) append(user, id string) {
	_, there := m.sums[user+"/"+id]
	s, err := m.svc.Get(m.Context(), runtime.GetRequest{AppName: "a", UserID: user, SessionID: id})
	if err == nil {
		err = m.svc.AppendEvent(m.Context(), s, sumEvent(""))
	}
	if there != (err == nil) || err != nil && !errors.Is(err, runtime.ErrSessionNotFound) {
		m.Errorf("append: error %v", err)
	}
	if there {
		m.sums[user+"/"+id]++
	}
}

// end has a session expire, if it does some day.
func (m *ttlModel) end(user, id string) {
	if m.sessionDeadline(user, id) == 0 {
		return
	}
	m.endSession(user, id)
	if m.random.IntN(2) == 0 {
		m.removeKeys(user, id)
	}
	delete(m.sums, user+"/"+id)
}

// endShared has what nobody's sessions share any more expire, if it does some day.
func (m *ttlModel) endShared(user, _ string) {
	if m.random.IntN(3) == 0 {
		user = ""
	}
	if m.ownerDeadline(user) == 0 || m.hasSessions(user) {
		return
	}
	m.endOwner(user)
	m.do("PEXPIREAT", m.st.keys("a").shared(user), "1")
	delete(m.state, user)
}

func (m *ttlModel) hasSessions(user string) bool {
	for name := range m.sums {
		if user == "" || name[:2] == user {
			return true
		}
	}
	return false
}

func (m *ttlModel) delete(user, id string) {
	if err := m.svc.Delete(m.Context(), runtime.DeleteRequest{AppName: "a", UserID: user, SessionID: id}); err != nil {
		m.Error(err)
	}
	delete(m.sums, user+"/"+id)
}

// shared writes what a user shares, or the app, without a session.
func (m *ttlModel) shared(user, _ string) {
	key := "user:k"
	if m.random.IntN(3) == 0 {
		user, key = "", "app:k"
	}
	s, err := m.svc.Shared(m.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
	if err == nil {
		err = m.svc.AppendEvent(m.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{key: sum(1)}}})
	}
	if err != nil {
		m.Error(err)
	}
	m.state[user] = true
}

func (m *ttlModel) erase(user, _ string) {
	if err := m.svc.DeleteUser(m.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: user}); err != nil {
		m.Error(err)
	}
	delete(m.state, user)
	maps.DeleteFunc(m.sums, func(name string, _ int) bool { return name[:2] == user })
}

func (m *ttlModel) check() {
	m.Helper()
	m.tablesAgree()
	names := slices.Sorted(maps.Keys(m.sums))
	if got := m.list(); !slices.Equal(got, names) {
		m.Errorf("sessions %q, want %q", got, names)
	}
	for _, user := range []string{"u0", "u1", "u2", ""} {
		s, err := m.svc.Shared(m.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			m.Fatal(err)
		}
		key := "user:k"
		if user == "" {
			key = "app:k"
		}
		if k, _ := s.State().Get(key); (k != nil) != m.state[user] {
			m.Errorf("%s of %q is %v; should be set: %t", key, user, k, m.state[user])
		}
		if got := slices.Contains(m.users(), user); user != "" && got != (m.state[user] || m.hasSessions(user)) {
			m.Errorf("%q is named: %t", user, got)
		}
	}
	for _, name := range names {
		user, id := name[:2], name[3:]
		own, ofUser, ofApp := m.sessionDeadline(user, id), m.ownerDeadline(user), m.ownerDeadline("")
		if ofUser != 0 && (own == 0 || ofUser < own) || ofApp != 0 && (own == 0 || ofApp < own) {
			m.Errorf("%s lives until %d, the user's state until %d, the app's until %d", name, own, ofUser, ofApp)
		}
		s, err := m.svc.Get(m.Context(), runtime.GetRequest{AppName: "a", UserID: user, SessionID: id})
		if err != nil {
			m.Fatal(err)
		}
		n, _ := s.State().Get("n")
		if n == nil {
			n = 0
		}
		if n != m.sums[name] || s.Events().Len() != m.sums[name] {
			m.Errorf("%s has n = %v after %d events, want %d", name, n, s.Events().Len(), m.sums[name])
		}
	}
}
