package survey

import "strings"

// methodsOfServices are those that session services of ADK have in some release.
var methodsOfServices = map[string]bool{
	"create_session": true, "get_session": true, "list_sessions": true, "delete_session": true, "append_event": true,
	"create_session_sync": true, "get_session_sync": true, "list_sessions_sync": true, "delete_session_sync": true,
	"list_events": true, "close_session": true, "close": true, "flush": true, "get_user_state": true, "prepare_tables": true,
}

// mistakenMethods are those that people look for in a session service of ADK.
var mistakenMethods = map[string]bool{
	"update_session": true, "update_session_state": true, "set_session_state": true, "update_state": true, "set_state": true,
	"save_session": true, "save_state": true, "store_session": true, "persist_session": true, "commit_session": true,
	"get_session_state": true, "get_state": true, "get_or_create_session": true,
}

// unknownMethod notes a call of a method, whose name is at a token, that no session service of ADK
// has. One of which only the name tells that it is one has none of the mistaken ones.
func (r *checker) unknownMethod(method int) {
	called, last := r.Word(method), strings.ToLower(r.Word(method-2))
	isService := strings.Contains(last, "service") || strings.Contains(last, "session")
	if methodsOfServices[called] || strings.HasPrefix(called, "_") || !isService || strings.Contains(last, "runner") {
		return
	}
	owner, ok := r.OwnerOf(method)
	if !ok {
		return
	}
	sure, is := r.project.IsSessionService(r.Scope, owner, called)
	sure = sure && !r.project.mayGet(called)
	if sure || is && mistakenMethods[called] {
		r.misuse(UnknownMethod, method, method, called, sure)
	}
}

// mayGet reports whether something in the project may give a method to an object of a class that
// hasn't got it, or looks whether it is there. The service for Firestore has some of its own.
func (p *surveyor) mayGet(method string) bool {
	for _, f := range p.Files {
		if !p.Search(len(f.Text) / 10) {
			return true
		}
		if strings.Contains(f.Text, "Firestore") || strings.Contains(f.Text, "."+method+" =") || strings.Contains(f.Text, "."+method+"=") ||
			strings.Contains(f.Text, "attr(") && (strings.Contains(f.Text, `"`+method+`"`) || strings.Contains(f.Text, "'"+method+"'")) {
			return true
		}
	}
	return false
}
