package workspace_test

import (
	"testing"

	"golang.org/x/tools/txtar"
)

// stored are programs that keep sessions in different places, with the bugs that
// comments announce.
const stored = `
-- go.mod --
module example.com/stored

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- adk/session/database/service.go --
package database

import "google.golang.org/adk/v2/session"

func NewSessionService(string) (session.Service, error) { return nil, nil }

func AutoMigrate(session.Service) error { return nil }
-- inmemory/main.go --
package main

import (
	"context"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
)

type client struct{ n int }

func (c *client) Close() error { return nil }

func count(st session.State) error {
	n := 0
	if v, err := st.Get("memory_turns"); err == nil {
		n = v.(int)
	}
	_ = st.Set("client", &client{})
	_, _ = st.Get("client")
	return st.Set("memory_turns", n+1) // warning read-modify-write
}

func buy(ctx tool.Context, id string) {
	st := ctx.State()
	var courses []map[string]any
	if v, err := st.Get("courses"); err == nil {
		list, _ := v.([]any) // error type-assertion-mismatch
		for _, c := range list {
			courses = append(courses, c.(map[string]any))
		}
	}
	_ = st.Set("courses", append(courses, map[string]any{"id": id}))
}

func courses(ctx tool.Context) int {
	v, _ := ctx.State().Get("courses")
	switch list := v.(type) {
	case []any:
		return len(list)
	case []map[string]any:
		return len(list)
	}
	return 0
}

func begin(ctx context.Context, s session.Service) (any, error) {
	r, err := s.Create(ctx, &session.CreateRequest{AppName: "shop", State: map[string]any{
		"temp:config": "x",
	}})
	if err != nil {
		return nil, err
	}
	return r.Session.State().Get("temp:config")
}

func main() { _, _ = runner.New(runner.Config{SessionService: session.InMemoryService()}) }
-- indatabase/main.go --
package main

import (
	"context"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/database"
	"google.golang.org/adk/v2/tool"
)

type client struct{ n int }

func count(st session.State) error {
	n := 0
	if v, err := st.Get("turns"); err == nil {
		n = v.(int) // error type-assertion-mismatch
	}
	_ = st.Set("client", &client{}) // error unserializable-value
	_, _ = st.Get("client")
	return st.Set("turns", n+1) // warning read-modify-write
}

func before(ctx agent.CallbackContext) { _ = ctx.State().Set("started", 7) }

func after(ctx agent.CallbackContext) int {
	v, _ := ctx.State().Get("started")
	return v.(int) // warning type-assertion-mismatch
}

func choose(ctx tool.Context) { _ = ctx.State().Set("seats", []string{"1A"}) }

func chosen(ctx tool.Context) []string {
	v, _ := ctx.State().Get("seats")
	return v.([]string) // error type-assertion-mismatch
}

func buy(ctx tool.Context) {
	_ = ctx.State().Set("courses", []map[string]any{{"id": "ai"}})
}

func courses(ctx tool.Context) int {
	v, _ := ctx.State().Get("courses")
	list, _ := v.([]any) // error type-assertion-mismatch
	return len(list)
}

func coursesBefore(ctx agent.CallbackContext) int {
	v, _ := ctx.State().Get("courses")
	list, _ := v.([]any) // warning type-assertion-mismatch
	return len(list)
}

func limit(st session.State) int {
	v, _ := st.Get("limit")
	return v.(int) // error type-assertion-mismatch
}

func inRun(ctx agent.InvocationContext) {
	_ = ctx.Session().State().Set("held", &client{})
	_, _ = ctx.Session().State().Get("held")
}

func main() {
	ctx := context.Background()
	service, _ := database.NewSessionService("trips.db")
	_, _ = service.Create(ctx, &session.CreateRequest{State: map[string]any{"limit": 3}})
	_, _ = runner.New(runner.Config{SessionService: service})
	_ = limit
}
-- late/main.go --
package main

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

func number(st session.State, key string) int {
	v, _ := st.Get(key)
	n, _ := v.(int)
	return n
}

func run(ctx agent.InvocationContext) {
	round := number(ctx.Session().State(), "round") + 1
	_ = ctx.Session().State().Set("round", round)
	_ = ctx.Session().State().Set("round", 0)
	_ = ctx.Session().State().Set("verdict", round) // warning direct-state-mutation
	_ = ctx.Session().State().Set("verdict", 0)
	_ = ctx.Session().State().Set("status", 3) // warning direct-state-mutation
	_ = ctx.Session().State().Set("user:runs", 1) // warning direct-state-mutation
	_ = number(ctx.Session().State(), "user:runs")
	helped(ctx.Session())
}

func helped(s session.Session) { _ = number(s.State(), "round") }

func Finish(s session.Session) (int, int) {
	return number(s.State(), "verdict"), status(s.State())
}

func status(st session.State) int { return number(st, "status") }

func main() {}
-- either/main.go --
package main

import (
	"os"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/database"
)

func count(st session.State) error {
	v, _ := st.Get("either_turns")
	n, _ := v.(int) // error type-assertion-mismatch
	return st.Set("either_turns", n+1) // warning read-modify-write
}

func main() {
	service := session.InMemoryService()
	if dsn := os.Getenv("DSN"); dsn != "" {
		service, _ = database.NewSessionService(dsn)
	}
	_, _ = runner.New(runner.Config{SessionService: service})
}
-- apart/main.go --
package main

import (
	"example.com/stored/titles"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session/database"
)

func main() {
	titles.Run()
	service, _ := database.NewSessionService("trips.db")
	_, _ = runner.New(runner.Config{SessionService: service})
}
-- titles/titles.go --
package titles

import (
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

func Count(st session.State) error {
	v, _ := st.Get("title_turns")
	n, _ := v.(int)
	return st.Set("title_turns", n+1) // warning read-modify-write
}

func Run() { _, _ = runner.New(runner.Config{SessionService: session.InMemoryService()}) }
-- migrate/main.go --
package main

import (
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/database"
)

func count(st session.State) error {
	v, _ := st.Get("migrated")
	n, _ := v.(int) // warning type-assertion-mismatch
	return st.Set("migrated", n+1) // warning read-modify-write
}

func main() {
	service, _ := database.NewSessionService("trips.db")
	_ = database.AutoMigrate(service)
}
-- own/main.go --
package main

import (
	"context"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

type service struct{ session.Service }

func (service) AppendEvent(context.Context, session.Session, *session.Event) error { return nil }

func count(st session.State) error {
	v, _ := st.Get("own_turns")
	n, _ := v.(int)
	return st.Set("own_turns", n+1) // warning read-modify-write
}

func main() { _, _ = runner.New(runner.Config{SessionService: service{session.InMemoryService()}}) }
-- encodes/main.go --
package main

import (
	"context"
	"encoding/json"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

type service struct{ session.Service }

func (service) AppendEvent(_ context.Context, _ session.Session, e *session.Event) error {
	_, err := json.Marshal(e)
	return err
}

func count(st session.State) error {
	v, _ := st.Get("encoded_turns")
	n, _ := v.(int) // warning type-assertion-mismatch
	return st.Set("encoded_turns", n+1) // warning read-modify-write
}

func main() { _, _ = runner.New(runner.Config{SessionService: service{session.InMemoryService()}}) }
-- library/library.go --
package library

import "google.golang.org/adk/v2/session"

func Count(st session.State) error {
	v, _ := st.Get("library_turns")
	n, _ := v.(int) // warning type-assertion-mismatch
	return st.Set("library_turns", n+1) // warning read-modify-write
}
`

// TestAuditWithoutDatabase holds that nothing is said of what a database changes in a
// library beside which nothing keeps sessions in one.
func TestAuditWithoutDatabase(t *testing.T) {
	unpack(t, txtar.Parse([]byte(`
-- go.mod --
module example.com/library

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- library.go --
package library

import "google.golang.org/adk/v2/session"

type client struct{ n int }

func Count(st session.State) error {
	v, _ := st.Get("turns")
	n, _ := v.(int)
	_ = st.Set("client", &client{n})
	_, _ = st.Get("client")
	return st.Set("turns", n+1) // warning read-modify-write
}
`)))
	wantFindings(t, audited(t), []string{"library.go:12 warning read-modify-write"})
}

// TestAuditOfStorage holds that a value which only a database changes is certain to be
// wrong only in programs that keep sessions in one, and read the value after that.
func TestAuditOfStorage(t *testing.T) {
	auditPlanted(t, stored)
}
