package workspace_test

import (
	"testing"

	"golang.org/x/tools/txtar"
)

// helped are programs that use state through functions of their own, with the bugs that
// comments announce.
const helped = `
-- go.mod --
module example.com/helped

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- getter/main.go --
package main

import (
	"example.com/helped/keep"
	"google.golang.org/adk/v2/session"
)

func text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func use(st session.State) {
	_ = text(st, "Memories") + keep.Text(st, "place")
	_ = st.Set("Memories", "all")
	_ = st.Set("memories", "") // error look-alike-keys
	_ = st.Set("lonely", 1) // warning unread-key
	_, _ = st.Get("nothing") // warning unwritten-key
}

func each(st session.State, id string) {
	_ = st.Set("summary:"+id, "short")
	_, _ = st.Get("summary:" + id)
	_ = st.Set("tokens:"+id, 3)
	_, _ = st.Get("tokens:1")
	_ = st.Set("summed_at:"+id, 7) // warning unread-key
}

func main() {}
-- keep/keep.go --
package keep

import "google.golang.org/adk/v2/session"

func Text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func Put(st session.State, key string) { _ = st.Set("place", key) }
-- taken/main.go --
package main

import "google.golang.org/adk/v2/session"

func text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func with(get func(session.State, string) string, st session.State, key string) { _ = get(st, key) }

func use(st session.State, key string) {
	with(text, st, key)
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {}
-- method/main.go --
package main

import "google.golang.org/adk/v2/session"

type texts interface {
	text(key string) string
}

type state struct{ session.State }

func (s state) text(key string) string {
	v, _ := s.Get(key)
	t, _ := v.(string)
	return t
}

func use(t texts, st session.State, key string) {
	_ = t.text(key) + state{st}.text("place")
	_ = st.Set("place", "Bern")
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {}
-- service/main.go --
package main

import (
	"context"
	"iter"
	"maps"
	"strings"

	"google.golang.org/adk/v2/session"
)

type service struct {
	session.Service
	shared map[string]any
}

func (s *service) Create(ctx context.Context, req *session.CreateRequest) (*session.CreateResponse, error) {
	state := map[string]any{}
	for k, v := range req.State {
		state[k] = v
	}
	return s.Service.Create(ctx, &session.CreateRequest{State: state})
}

func (s *service) AppendEvent(ctx context.Context, one session.Session, e *session.Event) error {
	kept := without(e.Actions.StateDelta)
	for k, v := range kept {
		_ = one.State().Set(k, v)
		s.shared[k] = v
	}
	for k := range one.State().All() {
		_, _ = one.State().Get(k)
	}
	e.Actions.StateDelta = kept
	return s.Service.AppendEvent(ctx, one, e)
}

func without(delta map[string]any) map[string]any {
	rest := maps.Clone(delta)
	maps.DeleteFunc(rest, func(k string, _ any) bool { return strings.HasPrefix(k, "temp:") })
	return rest
}

type state struct{ of session.State }

func (s state) Get(key string) (any, error) { return s.of.Get(key) }

func (s state) Set(key string, value any) error { return s.of.Set(key, value) }

func (s state) All() iter.Seq2[string, any] { return s.of.All() }

const title = "title"

func (s *service) rename(name string) { s.put(title, name) }

func (s *service) put(key, value string) { s.shared[key] = value }

func use(st session.State) {
	_ = st.Set("lonely", 1) // warning unread-key
	_, _ = st.Get("nothing") // warning unwritten-key
	_, _ = st.Get(title)
}

func main() {}
-- seeds/main.go --
package main

import (
	"context"

	"google.golang.org/adk/v2/session"
)

type service struct{ session.Service }

func (s *service) AppendEvent(ctx context.Context, one session.Session, e *session.Event) error {
	return s.Service.AppendEvent(ctx, one, e)
}

func (s *service) Seed(one session.Session, key string) { _ = one.State().Set(key, 1) }

type seeder interface{ Seed(session.Session, string) }

func use(s seeder, one session.Session, key string) {
	s.Seed(one, key)
	_, _ = one.State().Get("nothing")
}

func main() {}
-- filled/main.go --
package main

import (
	"example.com/helped/turn"
	"google.golang.org/adk/v2/session"
)

func use(st session.State, e *session.Event) {
	turn.Begin(e, turn.Options{StateDelta: map[string]any{"city": "Bern"}})
	_, _ = st.Get("city")
	_, _ = st.Get("nothing") // warning unwritten-key
}

func main() {}
-- decoded/main.go --
package main

import (
	"encoding/json"

	"example.com/helped/request"
	"google.golang.org/adk/v2/session"
)

func use(st session.State, e *session.Event, body []byte) {
	var r request.Request
	_ = json.Unmarshal(body, &r)
	request.Continue(e, r)
	_, _ = st.Get("nothing")
}

func main() {}
-- turn/turn.go --
package turn

import "google.golang.org/adk/v2/session"

type Options struct{ StateDelta map[string]any }

func Begin(e *session.Event, o Options) { e.Actions.StateDelta = o.StateDelta }
-- request/request.go --
package request

import "google.golang.org/adk/v2/session"

type Request struct {
	StateDelta map[string]any "json:\"state_delta\""
}

func Continue(e *session.Event, r Request) { e.Actions.StateDelta = r.StateDelta }
-- answers/main.go --
package main

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
)

func newAgent(name, key string) agent.Agent {
	a, _ := llmagent.New(llmagent.Config{Name: name, Instruction: "Write.", OutputKey: key})
	return a
}

func main() {
	single, _ := llmagent.New(llmagent.Config{Name: "single", Instruction: "Answer.", OutputKey: "single"}) // warning unread-output-key
	again, _ := llmagent.New(llmagent.Config{Name: "again", Instruction: "Answer.", OutputKey: "again"}) // said with the first
	both, _ := parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: "both", SubAgents: []agent.Agent{
		newAgent("left", "left"), // warning unread-output-key
		newAgent("right", "right"), // warning unread-output-key
	}}})
	all, _ := sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "all", SubAgents: []agent.Agent{
		newAgent("first", "first"), // warning unread-output-key
		both,
		newAgent("last", "last"),
	}}})
	_, _, _ = single, again, all
}
-- within/main.go --
package main

import (
	"fmt"
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
)

var agents = []llmagent.Config{
	{Instruction: fmt.Sprintf("Answer in %s.", os.Getenv("LANG")), OutputKey: "answer"}, // warning unread-output-key
}

func main() {}
-- ranged/main.go --
package main

import "google.golang.org/adk/v2/session"

func save(st session.State, updates map[string]any) {
	for key, value := range updates {
		_ = st.Set(key, value)
	}
}

func saveAll(st session.State, clean string) {
	updates := map[string]any{"enhanced_image_url": "Bern"}
	if clean != "" {
		updates["clean_enhanced_image_url"] = clean
	}
	save(st, updates)
	_, _ = st.Get("enhanced_image_url")
	_, _ = st.Get("clean_enhanced_image_url")
}

func main() {}
-- dotted/main.go --
package main

import "google.golang.org/adk/v2/agent/llmagent"

var agents = []llmagent.Config{
	{Instruction: "Write.", OutputKey: "draft"},
	{Instruction: "Judge {state.draft}."}, // error malformed-placeholder
	{Instruction: "Judge {draft:an empty page}."}, // warning malformed-placeholder
}

func main() {}
-- braces/main.go --
package main

import (
	"fmt"
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
)

var agents = []llmagent.Config{
	{Instruction: fmt.Sprintf("Judge {%s}.", os.Getenv("KEY")), OutputKey: "judgment"}, // warning unread-output-key
	{Instruction: os.Getenv("INSTRUCTION"), OutputKey: "story"}, // warning unread-output-key
}

func main() {}
`

// helpedLibrary reads any key for other modules.
const helpedLibrary = `
-- go.mod --
module example.com/helped

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- library/library.go --
package library

import "google.golang.org/adk/v2/session"

func Text(st session.State, key string) string {
	v, _ := st.Get(key)
	s, _ := v.(string)
	return s
}

func Put(st session.State) {
	_ = st.Set("any", "Bern")
	_ = Text(st, "place") // warning unwritten-key
}
`

// TestAuditOfHelpers holds that a function which reads the key that it is given reads no
// more than its callers give it, if all of these are known, and that an instruction in
// which something is put is likely not to read a key.
func TestAuditOfHelpers(t *testing.T) {
	auditEach(t, map[string]string{"programs": helped, "library": helpedLibrary})
}

// TestAuditOfBuilders holds that an audit ends where agents are made by functions that call
// themselves, and says nothing of output keys that it could not follow.
func TestAuditOfBuilders(t *testing.T) {
	unpack(t, txtar.Parse([]byte(`
-- go.mod --
module example.com/built

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/workflow"
)

type spec struct {
	name  string
	parts []spec
}

func build(s spec, more []agent.Agent) agent.Agent {
	list := more
	for _, part := range s.parts {
		list = append(list, build(part, list), build(part, other(s, list)))
	}
	a, _ := llmagent.New(llmagent.Config{Name: s.name, Instruction: "Write.", OutputKey: "built", SubAgents: list})
	return a
}

func other(s spec, list []agent.Agent) []agent.Agent {
	for _, part := range s.parts {
		list = append(list, build(part, list), build(part, other(part, list)))
	}
	return list
}

func joined(nodes []workflow.Node) (edges []workflow.Edge) {
	for _, n := range nodes {
		edges = append(edges, workflow.Chain(workflow.Start, n)...)
		edges = append(edges, joined(nodes[1:])...)
	}
	return append(edges, joined(nodes)...)
}

func main() {
	build(spec{name: "all"}, other(spec{}, nil))
	workflowagent.New(workflowagent.Config{Name: "joined", Edges: joined(nil)})
}
`)))
	wantFindings(t, audited(t), []string{"main.go:20 warning unread-output-key"})
}
