package inspect

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// text is what pages show a part of, whole, for copies: a value, or an event.
func (s *Server) text(w http.ResponseWriter, r *http.Request) error {
	at, err := numberOf[int64](r, "at")
	if err != nil {
		return err
	}
	if r.FormValue("event") != "" {
		return s.wholeEvent(w, r, sessionOf(r), at)
	}
	return s.wholeValue(w, r, sessionOf(r), at)
}

// plainJSON is an answer that no browser takes for a page.
func plainJSON(w http.ResponseWriter, v any) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func (s *Server) wholeValue(w http.ResponseWriter, r *http.Request, o of, at int64) error {
	key := r.FormValue("key")
	if s.say.keys.sensitive(key) {
		if !s.Reveal {
			return problem{http.StatusForbidden, fmt.Sprintf("%q is sensitive: it is shown with --reveal-sensitive only", key)}
		}
		s.say.revealed(key)
	}
	m, err := s.moment(r.Context(), o, at)
	if err != nil {
		return err
	}
	if m.state == nil {
		return m.damage
	}
	v, ok := m.state[key]
	if !ok {
		return problem{http.StatusNotFound, fmt.Sprintf("%q is not set", key)}
	}
	return plainJSON(w, v)
}

func (s *Server) wholeEvent(w http.ResponseWriter, r *http.Request, o of, at int64) error {
	if _, err := s.lastSeq(r.Context(), o); err != nil { // the names may be bad
		return err
	}
	found, err := s.Service.Store().Events(r.Context(), o.key(), store.EventQuery{AfterSeq: at - 1, UpTo: at, First: 1})
	if err != nil {
		return err
	}
	if at == 0 || len(found) == 0 || found[0].Damage() != nil {
		return problem{http.StatusNotFound, fmt.Sprintf("there is no event %d that can be read", at)}
	}
	e := found[0].Event()
	if s.say.hides() {
		return problem{http.StatusForbidden, "the schema has sensitive keys: an event is shown whole with --reveal-sensitive only"}
	}
	for key := range e.Actions.StateDelta {
		if s.say.keys.sensitive(key) {
			s.say.revealed(key)
		}
	}
	return plainJSON(w, e)
}
