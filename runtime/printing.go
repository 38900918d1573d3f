package runtime

import (
	"fmt"
	"log/slog"

	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
)

// Which keys are sensitive, generated code alone knows. So what holds state
// prints its keys and never its values, whatever the verb, and logs the same.
// Format comes before all other ways in which fmt prints a value.

// Format prints the session's names, its keys and the number of its events, with
// any verb.
func (s *Session) Format(f fmt.State, _ rune) { keylist.Print(f, s.String()) }

// String is what Format prints.
func (s *Session) String() string {
	if s == nil {
		return "<nil>"
	}
	return fmt.Sprintf("Session{app: %q, user: %q, session: %q, keys: %s, events: %d}",
		s.key.AppName, s.key.UserID, s.key.SessionID, views.Keys(s.State()), s.Events().Len())
}

// LogValue is String.
func (s *Session) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Format prints the invocation's ID and its temp keys, with any verb.
func (inv *Invocation) Format(f fmt.State, _ rune) { keylist.Print(f, inv.String()) }

// String is what Format prints.
func (inv *Invocation) String() string {
	if inv == nil {
		return "<nil>"
	}
	temp := &invocationView{stored: MapState(nil), inv: inv}
	return fmt.Sprintf("Invocation{id: %q, keys: %s}", inv.id, views.Keys(temp))
}

// LogValue is String.
func (inv *Invocation) LogValue() slog.Value { return slog.StringValue(inv.String()) }

// Format prints how many events there are, with any verb.
func (e Events) Format(f fmt.State, _ rune) { keylist.Print(f, fmt.Sprintf("Events{%d}", e.Len())) }

// LogValue is what Format prints.
func (e Events) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(e)) }

// Unnoted returns the same state, to be read for a log: of the state in Update it
// returns one of which reads are not noted. Decide nothing by it.
func Unnoted(state ReadonlyState) ReadonlyState { return views.Unnoted(state) }
