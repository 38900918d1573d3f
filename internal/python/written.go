package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// written notes keys that get a value.
func (r *reader) written(k Kind, key, v syntax.Value) {
	since, empty := len(r.project.found.Uses), r.saysNothing(v)
	r.use(k, key, v.Type())
	for i := range r.project.found.Uses[since:] {
		r.project.found.Uses[since+i].Empty = empty
	}
}

// saysNothing reports whether a value says that there is nothing yet.
func (r *reader) saysNothing(v syntax.Value) bool {
	if v.Kind != syntax.Text {
		return r.IsEmpty(v)
	}
	text := strings.TrimSpace(v.Literal.Text)
	return text == "" || text == "{}" || text == "[]"
}

// began reads the state that a call gives to a new session, whose arguments begin at a bracket.
func (r *reader) began(open int, v syntax.Value) {
	since := len(r.project.found.Uses)
	r.delta(Initial, v, "state")
	app, _ := r.Keyword(open, "app_name")
	name := r.KeyText(app)
	if name == nil || strings.Contains(name.Text, syntax.Unknown) {
		return
	}
	for i := range r.project.found.Uses[since:] {
		r.project.found.Uses[since+i].App = name.Text
	}
}
