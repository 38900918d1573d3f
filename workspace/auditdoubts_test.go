package workspace_test

import (
	"testing"
)

// doubtful are programs that are right, or of which nobody can tell: each does what a rule takes
// for a mistake, with code of its own that makes up for it.
const doubtful = `
-- go.mod --
module example.com/doubt

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- own/main.go --
package main

import (
	"context"

	"example.com/doubt/own/store"
	"google.golang.org/adk/v2/session"
)

func remember(ctx context.Context, s session.Service) error {
	res, err := s.Get(ctx, &session.GetRequest{})
	if err != nil {
		return err
	}
	return res.Session.State().Set("topic", "dogs") // warning direct-state-mutation
}

func main() {
	_ = remember(context.Background(), store.New())
	_, _ = session.State(nil).Get("topic")
}
-- own/store/store.go --
package store

import (
	"context"
	"os"

	"google.golang.org/adk/v2/session"
)

type state struct{ session.State }

func (s state) Set(key string, v any) error { return os.WriteFile(key, []byte(v.(string)), 0o600) }

type kept struct{ session.Session }

func (k kept) State() session.State { return state{k.Session.State()} }

type service struct{ session.Service }

func (s service) Get(ctx context.Context, q *session.GetRequest) (*session.GetResponse, error) {
	res, err := s.Service.Get(ctx, q)
	if err == nil {
		res.Session = kept{res.Session}
	}
	return res, err
}

// New keeps each key at once.
func New() session.Service { return service{session.InMemoryService()} }
-- whole/main.go --
package main

import (
	"context"
	"maps"

	"google.golang.org/adk/v2/session"
)

func bump(ctx context.Context, s session.Service) error {
	res, err := s.Get(ctx, &session.GetRequest{})
	if err != nil {
		return err
	}
	if err := res.Session.State().Set("topic", "dogs"); err != nil {
		return err
	}
	ev := session.NewEvent("i")
	ev.Actions.StateDelta = maps.Collect(res.Session.State().All())
	return s.AppendEvent(ctx, res.Session, ev)
}

func lost(ctx context.Context, s session.Service) error {
	res, err := s.Get(ctx, &session.GetRequest{})
	if err != nil {
		return err
	}
	return res.Session.State().Set("topic", "cats") // error direct-state-mutation
}

func main() {
	_ = bump(context.Background(), session.InMemoryService())
	_ = lost(context.Background(), session.InMemoryService())
	_, _ = session.State(nil).Get("topic")
}
-- ints/main.go --
package main

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/database"
)

type ints struct{ session.State }

func (s ints) Get(key string) (any, error) {
	v, err := s.State.Get(key)
	if f, ok := v.(float64); ok {
		return int(f), err
	}
	return v, err
}

func count(ctx agent.Context) {
	st := ints{ctx.State()}
	if v, err := st.Get("n"); err == nil { // warning type-assertion-mismatch
		_ = v.(int)
	}
	_ = st.Set("n", 1)
	if v, err := ctx.State().Get("m"); err == nil {
		_ = v.(int) // error type-assertion-mismatch
	}
	_ = ctx.State().Set("m", 1)
}

func main() {
	svc, _ := database.NewSessionService(nil)
	_ = runner.Config{SessionService: svc}
	count(nil)
}
-- hooks/main.go --
package main

import (
	"reflect"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

type hooks struct{}

func (hooks) BeforeSeed(ctx agent.Context) { _ = ctx.State().Set("topic", "dogs") }

func main() {
	reflect.ValueOf(hooks{}).MethodByName("Before" + "Seed").Call(nil)
	_, _ = session.State(nil).Get("topic")
}
`

// TestAuditOfDoubts holds that no finding is certain that such code may make wrong.
func TestAuditOfDoubts(t *testing.T) {
	auditPlanted(t, doubtful)
}
