package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// ownService is a session service of the project's own, of which the parts in brackets differ.
const ownService = `
-- go.mod --
module example.com/own

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"context"
	"encoding/json"
	"os"

	"google.golang.org/adk/v2/session"
)

type kept struct {
	session.Session
	events []*session.Event
	State  map[string]any
}

type store struct{ inner session.Service }

func (s *store) Create(context.Context, *session.CreateRequest) (*session.CreateResponse, error) {
	return nil, nil
}

func (s *store) Get(context.Context, *session.GetRequest) (*session.GetResponse, error) {
	return &session.GetResponse{Session: load(os.Getenv("NAME"))}, nil
}

func (s *store) List(context.Context, *session.ListRequest) (*session.ListResponse, error) {
	return nil, nil
}

func (s *store) AppendEvent(ctx context.Context, to session.Session, ev *session.Event) error { // warning unstored-state
	if k, ok := to.(*kept); ok {
		k.events = append(k.events, ev)
	}
	copied := *ev
	[1]
	return s.write(to.ID(), &copied)
}

func (s *store) write(name string, ev *session.Event) error {
	text, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	[2]
	return os.WriteFile(name, text, 0o600)
}

func load(name string) *kept {
	k := &kept{}
	text, _ := os.ReadFile(name)
	_ = json.Unmarshal(text, &k.events)
	[3]
	return k
}

func tool(state session.State, ch chan *session.Event) {
	[4]
	if city, err := state.Get("city"); err == nil {
		println(city)
	}
}

func main() {
	var _ session.Service = &store{}
	tool(nil, nil)
}
`

// TestAuditOfOwnServices holds that a session service which drops what events set is reported, and
// none that may store it.
func TestAuditOfOwnServices(t *testing.T) {
	set := `_ = state.Set("city", "Bern")`
	for _, c := range []struct {
		name  string
		parts [4]string
		found bool
	}{
		{"never", [4]string{3: set}, true},
		{"applied", [4]string{`for range ev.Actions.StateDelta {}`, "", "", set}, false},
		{"replayed", [4]string{2: `for _, e := range k.events { for key, v := range e.Actions.StateDelta { k.State[key] = v } }`, 3: set}, false},
		{"handed on", [4]string{`_ = s.inner.AppendEvent(ctx, to, ev)`, "", "", set}, false},
		{"handed on by a helper", [4]string{1: `_ = s.inner.AppendEvent(nil, nil, ev)`, 3: set}, false},
		{"the session's state", [4]string{`text, _ := json.Marshal(to.State()); println(text)`, "", "", set}, false},
		{"the whole session", [4]string{`_, _ = json.Marshal(to)`, "", "", set}, false},
		{"sent", [4]string{3: set + "\n\tch <- &session.Event{}"}, false},
		{"nothing sets a key", [4]string{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := ownService
			for i, part := range c.parts {
				text = strings.Replace(text, fmt.Sprintf("[%d]", i+1), part, 1)
			}
			a := txtar.Parse([]byte(text))
			unpack(t, a)
			found := strings.Contains(strings.Join(audited(t), "\n"), " unstored-state")
			if found != c.found {
				t.Errorf("found: %t", found)
			}
		})
	}
}

// ownServices are those of Python.
const ownServices = `
-- agent.py --
def tool(tool_context):
    tool_context.state["city"] = tool_context.state.get("city", "Bern") # warning unread-key
-- never.py --
from google.adk.sessions import BaseSessionService, Session
class RedisSessionService(BaseSessionService):
    async def append_event(self, session: Session, event): # warning unstored-state
        if event.partial:
            return event
        session.events.append(event)
        await self.redis.rpush(f"{session.app_name}/{session.id}", event.model_dump_json())
        return event
-- base.py --
from google.adk.sessions import BaseSessionService
class Based(BaseSessionService):
    async def append_event(self, session, event):
        await super().append_event(session, event)
        await self.redis.rpush(session.id, event.model_dump_json())
        return event
-- whole.py --
from google.adk.sessions import BaseSessionService
class Whole(BaseSessionService):
    async def append_event(self, *, session, event):
        session.events.append(event)
        await self.db.set(session.id, session.model_dump())
        return event
-- replayed.py --
from google.adk.sessions import BaseSessionService
class Replayed(BaseSessionService):
    async def append_event(self, session, event):
        await self.db.rpush(session.id, event.model_dump_json())
        return event
    async def get_session(self, session):
        for event in session.events:
            session.state.update(event.actions.state_delta)
-- handed.py --
from google.adk.sessions import BaseSessionService
class Handed(BaseSessionService):
    async def append_event(self, session, event):
        await self.store(session.id, event)
        return event
-- memory.py --
from google.adk.sessions import BaseSessionService
class Memory(BaseSessionService):
    async def append_event(self, session, event):
        self.sessions[session.id].events.append(event)
        return event
-- cached.py --
from google.adk.sessions import BaseSessionService
class Cached(BaseSessionService):
    async def append_event(self, session, event):
        if hasattr(event, "actions"):
            self.cache.set(session.id, event.id)
            self.seen.update({session.id: event.id})
        return event
-- asked.py --
from google.adk.sessions import BaseSessionService
class Asked(BaseSessionService):
    async def append_event(self, *, session, event):
        if hasattr(event, "actions"):
            await self.apply(session.id, getattr(event, "actions", None))
        return event
-- star.py --
from google.adk.sessions import BaseSessionService
class Star(BaseSessionService):
    async def append_event(self, *, session, event): # warning unstored-state
        if hasattr(event, "content") and event.content:
            await self.db.rpush(session.id, event.content.model_dump_json())
-- blocking.py --
from google.adk.sessions import BaseSessionService
class Blocking(BaseSessionService):
    async def append_event(self, session, event): # warning unstored-state
        self.db.collection("sessions").document(session.id).update({"last": event.author})
-- named.py --
from google.adk.sessions import BaseSessionService
class Named(BaseSessionService):
    async def append_event(self, session, event): # warning unstored-state
        doc = self.db.collection("sessions").document(session.id)
        doc.update({"last": event.author})
-- whole/agent.py --
from google.adk.agents import LlmAgent
from google.adk.sessions import BaseSessionService
class Firestore(BaseSessionService):
    async def update_session(self, *, session):
        self.db.document(session.id).update({"state": session.state})
    def get_city(self, session_id):
        return self.db.document(session_id).get("state.city")
class Shown:
    def load(self, session_service_state):
        return session_service_state["shown"]
def tool(tool_context):
    tool_context.state["city"] = 1
    tool_context.state["shown"] = 2
    tool_context.state["progress"] = 3 # warning unread-key
root_agent = LlmAgent(name="a", model="m", instruction="Hi.", tools=[tool])
-- other/agent.py --
from google.adk.agents import LlmAgent
class Firestore:
    async def update_session(self, *, session):
        self.db.document(session.id).update({"state": session.state})
def tool(tool_context):
    tool_context.state["progress"] = 1
root_agent = LlmAgent(name="a", model="m", instruction="Hi.", tools=[tool])
`

func TestAuditOfOwnServicesInPython(t *testing.T) {
	auditPlanted(t, ownServices)
}
