package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// plainOfSession are the attributes of a session that say nothing of its state.
var plainOfSession = map[string]bool{"id": true, "app_name": true, "user_id": true, "events": true, "last_update_time": true}

// unstored notes the append_event of a session service of the project's own, whose name is at a
// token, if it stores events and not what these set: neither the class of ADK nor anything else gets
// the event, and nothing in the file looks at what events set.
func (r *checker) unstored(method int) {
	def := r.Tokens[method].Line
	if !adk.InOwnService(r.Scope, method) || !r.project.Search(len(r.Tokens)) || strings.Contains(r.Text, "state_delta") || strings.Contains(r.Text, ".actions") {
		return
	}
	var given []string
	for _, p := range r.Parameters(def) {
		if p.Name != "self" && p.Name != "" {
			given = append(given, p.Name)
		}
	}
	if len(given) < 2 {
		return
	}
	session, event, stores := given[0], given[1], false
	applies := r.InBody(def, func(i int) bool {
		stores = stores || r.Word(i) == "await" || r.storesBlocking(i)
		if i <= r.Closing(method+1) || r.Word(i-1) == "." && r.Word(i) != "append_event" {
			return false
		}
		switch r.Word(i) {
		case "super", "append_event":
			return true
		case session:
			return r.Word(i+1) != "." || !plainOfSession[r.Word(i+2)]
		case event:
			appended := r.Word(i-1) == "(" && r.Word(i-2) == "append" && r.Word(i+1) == ")"
			return r.Word(i+1) != "." && !appended && !r.isAskedFor(i) && r.Word(i-1) != "return" && r.Word(i+1) != ":"
		}
		return false
	})
	if stores && !applies {
		r.misuse(StateUnstored, method, method, "", false)
	}
}

// isAskedFor reports whether a name is only what hasattr and the like ask for an attribute that is no
// event's actions.
func (r *checker) isAskedFor(i int) bool {
	switch r.Word(i - 2) {
	case "hasattr", "getattr", "isinstance":
		return r.Word(i-1) == "(" && r.Word(i+1) == "," && !strings.Contains(r.Word(i+2), "actions")
	}
	return false
}

// ofDatabases are methods by which clients of databases store, without a coroutine.
var ofDatabases = map[string]bool{
	"insert_one": true, "update_one": true, "replace_one": true, "put_item": true, "update_item": true, "upsert": true, "rpush": true, "lpush": true, "hset": true,
	"execute": true, "commit": true,
}

// storesBlocking reports whether a token names a method that stores at once: one of a database's client, or
// of a document of Firestore.
func (r *checker) storesBlocking(i int) bool {
	if r.Word(i-1) != "." || r.Word(i+1) != "(" {
		return false
	}
	switch r.Word(i) {
	case "set", "update":
		return r.isDocument(i)
	}
	return ofDatabases[r.Word(i)]
}

// isDocument reports whether what a method is called of is made by document(…), or is a name for it.
func (r *checker) isDocument(method int) bool {
	of, end := r.Tokens[method].Line, method-1
	if v, ok := r.Local(syntax.Value{Kind: syntax.Reference, Name: r.Word(end - 1), First: end - 1, End: end}); ok {
		of, end = v.First, v.End
	}
	for i := of; i < end && i-of < names.MostMerged; i++ {
		if r.Word(i) == "document" && r.Word(i+1) == "(" && r.Closing(i+1)+1 == end {
			return true
		}
	}
	return false
}
