package finding

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

var stateIsNoDict = diag.Rule{
	ID:       "state-is-no-dict",
	Severity: diag.Error,
	Summary:  "Python code takes the state of a context for a dict, or that of a session for a context's",
	Why: "The state of ADK's ToolContext and CallbackContext has get, update, to_dict and single keys. Before ADK 2.10 it has no keys(), " +
		"items(), values(), clear() or copy(), and loops, len(…) and dict(…) fail on it; up to 2.1 so do pop() and del. Newer releases have " +
		"more of a dict, so only what fails in all releases that the project's requirements allow is certain. getattr(…) finds no key in a " +
		"state. The state of a session that a service returns is a dict, which has no to_dict().",
}

var unknownServiceMethod = diag.Rule{
	ID:       "unknown-service-method",
	Severity: diag.Error,
	Summary:  "a call of a method that ADK's session services for Python don't have",
	Why: "There is no update_session, update_session_state or save_session: the call fails, and what was changed in the session is not " +
		"stored. A session service stores what an event's state delta says.",
}

var sessionCreatedAgain = diag.Rule{
	ID:       "session-created-again",
	Severity: diag.Error,
	Summary:  "create_session is called with the id of a session that exists, in Python",
	Why: "create_session updates nothing. ADK raises AlreadyExistsError or what the database does; older releases replaced " +
		"a session in memory by a new one, without its events.",
}

var droppedEvents = diag.Rule{
	ID:       "dropped-events",
	Severity: diag.Error,
	Summary:  "an agent in Python runs another one, and hands none of its events on",
	Why: "Output keys and what tools set are in the events of an agent, and the runner stores those that it gets. An agent that runs " +
		"another one in _run_async_impl and doesn't yield the events drops them: the answer is in no session.",
}

// EventsDropped is the finding about a run of an agent in another one, which drops the events.
func EventsDropped(at diag.Span, certain bool) diag.Diagnostic {
	return likelyUnless(diag.Diagnostic{
		ID: droppedEvents.ID, Severity: diag.Error, Span: at,
		Message: "the events of this run are dropped, so no session stores what the agent answers or sets",
		Hint:    "yield each of them: async for event in agent.run_async(ctx): yield event",
	}, certain, "the agents are not ADK's")
}

// StateAsDict is the finding about what a context's state is asked for as if it were a dict:
// "keys()", "len(…)", "for" or "**".
func StateAsDict(what string, at diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: stateIsNoDict.ID, Severity: diag.Error, Span: at,
		Message: "the state of a context is no dict: " + what + " fails on it",
		Hint:    "ask to_dict() of it for a dict with all keys",
	}
	switch what {
	case "clear()", "popitem()":
		d.Hint = "set the keys to None that are not needed any more"
	case "del", "pop()":
		d.Hint = "set the key to None; newer releases of ADK 2 have this"
	case "for", "list(…)", "sorted(…)", "set(…)", "tuple(…)":
		d.Hint += "; ADK 2.10 has loops over the keys"
	}
	return likelyUnless(d, certain, "the context is not ADK's")
}

// StateAsDictBefore is the same where a project allows releases of ADK in which it fails, and those
// since another one, in which nobody knows.
func StateAsDictBefore(release, what string, at diag.Span) diag.Diagnostic {
	d := StateAsDict(what, at, false)
	d.Message = "before ADK " + release + " the state of a context is no dict: " + what + " fails on it"
	d.Hint += ", or no such release is installed"
	return d
}

// DictAsState is the finding about to_dict() on the state of a session that a service returned.
func DictAsState(at diag.Span, certain bool) diag.Diagnostic {
	return likelyUnless(diag.Diagnostic{
		ID: stateIsNoDict.ID, Severity: diag.Error, Span: at,
		Message: "the state of a session is a dict, which has no to_dict(): this fails",
		Hint:    "use the state itself, or dict(…) of it for a copy",
	}, certain, "the service is not ADK's")
}

// KeyAsAttribute is the finding about getattr(context.state, key, default).
func KeyAsAttribute(at diag.Span, certain bool) diag.Diagnostic {
	return likelyUnless(diag.Diagnostic{
		ID: stateIsNoDict.ID, Severity: diag.Error, Span: at,
		Message: "the keys of a state are no attributes of it: getattr gives the default, whatever the state has",
		Hint:    "write state.get(key, default)",
	}, certain, "the context is not ADK's, or an attribute is meant")
}

// UnknownMethod is the finding about a call of a method that session services don't have.
func UnknownMethod(method string, at diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: unknownServiceMethod.ID, Severity: diag.Error, Span: at,
		Message: "ADK's session services have no " + method + ": this call fails",
		Hint:    "they have create_session, get_session, list_sessions, append_event and delete_session",
	}
	verb, _, _ := strings.Cut(method, "_")
	switch {
	case slices.Contains([]string{"update", "set", "save", "store", "persist", "commit"}, verb):
		d.Message = "ADK's session services have no " + method + ", so nothing is stored"
		d.Hint = appendDelta
	case method == "get_or_create_session":
		d.Hint = "call get_session, and create_session where that returns None"
	case verb == "get":
		d.Hint = "get_session(…) returns a session with its state"
	}
	return likelyUnless(d, certain, "the service is not ADK's")
}

// appendDelta is how a session that exists is changed.
const appendDelta = "append an event with a state delta: append_event(session, Event(…, actions=EventActions(state_delta={…})))"

// CreatedAgain is the finding about a call of create_session with the id of a session that was
// got before.
func CreatedAgain(id, got diag.Span, certain bool) diag.Diagnostic {
	return likelyUnless(diag.Diagnostic{
		ID: sessionCreatedAgain.ID, Severity: diag.Error, Span: id,
		Message: "a session with this id exists: create_session fails, or begins it anew without its events",
		Hint:    appendDelta,
		Related: []diag.Related{{Span: got, Message: "the session is got here"}},
	}, certain, "the service is not ADK's")
}

func likelyUnless(d diag.Diagnostic, certain bool, doubt string) diag.Diagnostic {
	if !certain {
		d.Severity = diag.Warning
		d.Hint += "; nothing is wrong if " + doubt
	}
	return d
}
