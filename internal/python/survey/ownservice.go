package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
)

// plainOfSession are the attributes of a session that say nothing of its state.
var plainOfSession = map[string]bool{"id": true, "app_name": true, "user_id": true, "events": true, "last_update_time": true}

// unstored notes the append_event of a session service of the project's own, whose name is at a
// token, if it stores events and not what these set: neither the class of ADK nor anything else gets
// the event, and nothing in the file looks at what events set.
func (r *checker) unstored(method int) {
	class, def := r.ClassAround(method), r.Tokens[method].Line
	isService := class >= 0 && r.Derives(class, func(base string) bool { return base == "BaseSessionService" && names.IsADK(r.Imports[base].Module) })
	if !isService || strings.Contains(r.Text, "state_delta") || strings.Contains(r.Text, ".actions") {
		return
	}
	var names []string
	for _, p := range r.Parameters(def) {
		if p.Name != "self" && p.Name != "*" {
			names = append(names, p.Name)
		}
	}
	if len(names) < 2 {
		return
	}
	session, event, stores := names[0], names[1], false
	applies := r.InBody(def, func(i int) bool {
		if i <= r.Closing(method+1) || r.Word(i-1) == "." && r.Word(i) != "append_event" {
			return false
		}
		stores = stores || r.Word(i) == "await"
		switch r.Word(i) {
		case "super", "append_event":
			return true
		case session:
			return r.Word(i+1) != "." || !plainOfSession[r.Word(i+2)]
		case event:
			appended := r.Word(i-1) == "(" && r.Word(i-2) == "append" && r.Word(i+1) == ")"
			return r.Word(i+1) != "." && !appended && r.Word(i-1) != "return" && r.Word(i+1) != ":"
		}
		return false
	})
	if stores && !applies {
		r.misuse(StateUnstored, method, method, "", false)
	}
}
