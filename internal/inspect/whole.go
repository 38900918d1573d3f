package inspect

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// text is what pages show a part of, whole, for copies: a value, a prompt, what was said, an event.
func (s *Server) text(w http.ResponseWriter, r *http.Request) error {
	at, err := numberOf[int64](r, "at")
	if err != nil {
		return err
	}
	o := sessionOf(r)
	switch {
	case r.FormValue("said") != "" || r.FormValue("event") != "":
		return s.wholeEvent(w, r, o, at)
	case r.FormValue("prompt") != "":
		return s.wholePrompt(w, r, o, at)
	}
	return s.wholeValue(w, r, o, at)
}

// plain begins an answer that no browser takes for a page.
func plain(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/plain; charset=utf-8") }

func plainJSON(w http.ResponseWriter, v any) error {
	plain(w)
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
	m := &moments{of: o}
	var damage, err error
	if o.ID == "" {
		m.state, damage = s.stateAsOf(r.Context(), o, nil)
		nulls(m.state)
	} else if _, m, damage, err = s.moment(r.Context(), o, at); err != nil {
		return err
	}
	if m.state == nil {
		return damage
	}
	v, ok := m.state[key]
	if !ok {
		return problem{http.StatusNotFound, fmt.Sprintf("%q is not set", key)}
	}
	return plainJSON(w, v)
}

func (s *Server) wholePrompt(w http.ResponseWriter, r *http.Request, o of, at int64) error {
	name := r.FormValue("prompt")
	if s.Schema != nil && o.ID != "" {
		for _, i := range s.Schema.Instructions {
			if i.Name != name {
				continue
			}
			_, m, _, err := s.moment(r.Context(), o, at)
			if err != nil {
				return err
			}
			plain(w)
			for one := range s.say.pieces(i, m) {
				if _, err := io.WriteString(w, one.Text); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return problem{http.StatusNotFound, fmt.Sprintf("there is no prompt %q", name)}
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
	if r.FormValue("said") != "" {
		plain(w)
		_, err = io.WriteString(w, said(e).Text())
		return err
	}
	return s.eventJSON(w, e)
}

func (s *Server) eventJSON(w http.ResponseWriter, e *runtime.Event) error {
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
