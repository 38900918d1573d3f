package inspect

import (
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
)

// longestEdited is how many bytes of JSON a form takes.
const longestEdited = 1 << 20

// author is who changes values here.
const author = "stategen inspect"

// form is for changing one key.
type form struct {
	of
	Path     string
	Row      row
	Raw      string // the value as JSON, whole; empty: not set
	New      string // what was asked for
	Reason   string
	Refused  string
	Conflict bool
	Kinds    []string // an enum's values
}

var errReadOnly = problem{http.StatusForbidden, "values can be changed with --write only"}

// edit is the form for a key, with its value of now.
func (s *Server) edit(w http.ResponseWriter, r *http.Request) error {
	if !s.Write {
		return errReadOnly
	}
	f, err := s.form(r)
	if err != nil {
		return err
	}
	f.New = f.Raw
	return s.showForm(w, f)
}

func (s *Server) showForm(w http.ResponseWriter, f *form) error {
	return s.show(w, "edit.html", f.Row.Key, f, f.crumbs(f.Row.Key)...)
}

// form reads the key's value.
func (s *Server) form(r *http.Request) (*form, error) {
	o, key := sessionOf(r), r.FormValue("key")
	if scope, name := runtime.ParseKey(key); name == "" || scope == runtime.ScopeTemp || !utf8.ValidString(key) {
		return nil, problem{http.StatusBadRequest, fmt.Sprintf("%q is not a key that is stored", key)}
	}
	if s.say.keys.sensitive(key) && !s.Reveal {
		return nil, problem{http.StatusForbidden, fmt.Sprintf("%q is sensitive: changing it needs --reveal-sensitive, too", key)}
	}
	state, err := s.stateAsOf(r.Context(), o, nil)
	if state == nil {
		return nil, err
	}
	f := &form{of: o, Path: o.path(), Row: row{Key: key}}
	for _, sl := range s.say.slots(state) {
		if sl.wire == key {
			f.Row = s.say.row(sl, state, "")
		}
	}
	f.Raw = s.say.keys.raw(key, state)
	if len(f.Raw) > longestEdited {
		why := fmt.Sprintf("the value of %q is too long to be changed here: %d bytes", key, len(f.Raw))
		return nil, problem{http.StatusRequestEntityTooLarge, why}
	}
	if k := s.say.keys.key(key); k != nil && k.Type.Named != nil {
		for _, v := range k.Type.Named.Values {
			f.Kinds = append(f.Kinds, v.Value)
		}
	}
	return f, nil
}

// write changes a value by an event of its own, if it still is the one that was shown.
func (s *Server) write(w http.ResponseWriter, r *http.Request) error {
	if !s.Write {
		return errReadOnly
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<20)
	if err := r.ParseForm(); err != nil {
		return problem{http.StatusBadRequest, err.Error()}
	}
	f, err := s.form(r)
	if err != nil {
		return err
	}
	shown := r.PostFormValue("shown")
	f.New, f.Reason = r.PostFormValue("new"), r.PostFormValue("reason")
	value, refused := s.accept(f)
	switch {
	case refused != "":
		f.Refused = refused
	default:
		err = s.apply(r, f, shown, value)
		if err == nil {
			http.Redirect(w, r, f.Path, http.StatusSeeOther)
			return nil
		}
		if !errors.Is(err, errMoved) {
			return err
		}
		if f, err = s.again(r, f); err != nil {
			return err
		}
	}
	w.WriteHeader(http.StatusConflict)
	return s.showForm(w, f)
}

// again is the form with the value that somebody else has written meanwhile.
func (s *Server) again(r *http.Request, was *form) (*form, error) {
	f, err := s.form(r)
	if err == nil {
		f.New, f.Reason, f.Conflict = was.New, was.Reason, true
	}
	return f, err
}

// accept reads what was asked for; nil clears the key. It says why it can't be.
func (s *Server) accept(f *form) (value any, refused string) {
	if f.Reason == "" {
		return nil, "say why: the reason is kept with the change"
	}
	if f.New == "" {
		if k := s.say.keys.key(f.Row.Key); k != nil && k.Required() {
			return nil, "the key is required, so it can't be cleared"
		}
		return nil, ""
	}
	value, err := runtime.DecodeValue([]byte(f.New))
	if err != nil {
		return nil, fmt.Sprintf("this is not JSON: %v; a text is written in quotes", err)
	}
	if s.say.keys == nil {
		return value, ""
	}
	if k := s.say.keys.read.Key(f.Row.Key); k != nil {
		if err := k.Try(f.Row.Key, f.Row.Key, value).Refused(); err != nil {
			return nil, err.Error()
		}
	}
	return value, ""
}

var errMoved = errors.New("the value has changed meanwhile")

// apply appends the event, on condition of the value that was shown.
func (s *Server) apply(r *http.Request, f *form, shown string, value any) error {
	session, err := s.Service.Get(r.Context(), f.get(-1, ""))
	if session == nil {
		return err
	}
	event := &runtime.Event{Author: author, Content: runtime.NewText("user", f.Reason)}
	err = runtime.Update(r.Context(), s.Service, session, event, func(state runtime.State) error {
		now := map[string]any{}
		for _, name := range s.say.keys.names(f.Row.Key) {
			v, err := state.Get(name)
			if err == nil {
				now[name] = v
			} else if !runtime.IsMissing(err) {
				return err
			}
		}
		if s.say.keys.raw(f.Row.Key, now) != shown {
			return errMoved
		}
		delete(now, f.Row.Key)
		for name := range now { // as generated code does, older names are cleared
			if err := state.Set(name, nil); err != nil {
				return err
			}
		}
		return state.Set(f.Row.Key, value)
	})
	if err == nil {
		s.say.note("changed %q of session %q of user %q of app %q: %q", f.Row.Key, f.ID, f.User, f.App, f.Reason)
	}
	return err
}
