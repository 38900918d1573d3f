package lines

import (
	"context"
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

var (
	mine   = store.SessionKey{AppName: "a", UserID: "u", SessionID: "1"}
	others = store.SessionKey{AppName: "a", UserID: "u", SessionID: "2"}
)

// TestKeys holds which keys of two sessions are the same.
func TestKeys(t *testing.T) {
	stranger := store.SessionKey{AppName: "a", UserID: "v", SessionID: "1"}
	for key, want := range map[string][2]bool{ // with the other user's, with the other session's
		"n": {false, false}, "user:n": {false, true}, "app:n": {true, true}, views.Everything: {true, true},
	} {
		got := [2]bool{keyOf(mine, key) == keyOf(stranger, key), keyOf(mine, key) == keyOf(others, key)}
		if got != want {
			t.Errorf("%q: %v, want %v", key, got, want)
		}
	}
}

func enter(t *testing.T, l *Lines) *Place {
	t.Helper()
	p, err := l.Enter(t.Context(), mine, "user:n")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// appended is an append that has read two keys and writes some.
func appended(writes ...store.Write) *store.Append {
	return &store.Append{
		Session: mine, Event: &store.StoredEvent{Writes: writes},
		Expect: store.Expectation{Values: map[string]any{"user:n": 1, "user:gone": nil, "own": "x"}},
	}
}

// TestGuess holds what is known of the state while an append is under way, and that nothing
// is when it has failed, or one on whose success it rests.
func TestGuess(t *testing.T) {
	var lines Lines
	first := enter(t, &lines)
	if first.Guess(mine, []string{"user:n"}) != nil {
		t.Error("the first one knows something")
	}
	sum := value.Op{Kind: value.OpSum, Operand: 1}
	writes := []store.Write{{Key: "user:n", Value: 2}, {Key: "user:sum", Value: sum}}
	endFirst := first.Begun(appended(writes...), false)
	second := enter(t, &lines)
	for _, c := range []struct {
		session store.SessionKey
		keys    []string
		known   bool
	}{
		{others, []string{"user:n", "user:gone"}, true},
		{others, []string{"user:n", "own"}, false},
		{mine, []string{"own"}, true},
		{mine, []string{"user:n", "user:new"}, false},
		{mine, []string{"user:sum"}, false},
		{mine, nil, false},
	} {
		view := second.Guess(c.session, c.keys)
		if (view != nil) != c.known {
			t.Errorf("%q: known %v", c.keys, view != nil)
		}
		if view == nil || c.keys[0] != "user:n" {
			continue
		}
		if n, err := view.Get("user:n"); n != 2 || err != nil {
			t.Errorf("user:n is %v (%v)", n, err)
		}
		if _, err := view.Get("user:gone"); !value.IsMissing(err) {
			t.Errorf("user:gone: %v", err)
		}
		if _, err := view.Get("user:unread"); err == nil || view.Failure() == nil {
			t.Error("a key that isn't known was read")
		}
	}
	endSecond := second.Begun(appended(store.Write{Key: "user:n", Value: 3}), true)
	third := enter(t, &lines)
	if third.Guess(mine, []string{"user:n"}) == nil {
		t.Error("nothing is known of the second append")
	}
	endFirst(errors.New("no"))
	if third.Guess(mine, []string{"user:n"}) != nil {
		t.Error("something is known though the first append has failed")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	third.Wait(ended)
	endSecond(errors.New("no"))
	third.Wait(t.Context())
	for _, p := range []*Place{first, second, third} {
		p.Leave()
	}
	if key, busy := lines.Busy(mine, appended().Expect); busy {
		t.Errorf("%s has a line that all have left", key)
	}
}

// TestGiveWay holds that a place whose turn is over changes nothing.
func TestGiveWay(t *testing.T) {
	var lines Lines
	slow := enter(t, &lines)
	slow.GiveWay()
	slow.GiveWay()
	next := enter(t, &lines)
	slow.Begun(appended(), false)(nil)
	if next.Guess(mine, []string{"user:n"}) != nil || slow.Guess(mine, []string{"user:n"}) != nil {
		t.Error("what is known is that of a place that has given way")
	}
	slow.Wait(t.Context())
	next.Wait(t.Context())
	if key, busy := lines.Busy(others, appended().Expect); !busy || key != "user:n" {
		t.Errorf("%q is busy: %v", key, busy)
	}
	slow.Leave()
	next.Leave()
}
