// This restaurant is a small program on Google's ADK for Go, to be copied: its agents
// keep what they know in typed session state, on SQLite. It needs no API key:
//
//	go run .
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"

	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"

	"github.com/seed92179c4c/stategen/examples/adk/tablestate"
)

//go:generate stategen generate

const app, guest = "restaurant", "ann"

func main() {
	if err := run(context.Background(), "restaurant.db", os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// run plays one visit, and then opens the file again to print what it holds.
func run(ctx context.Context, file string, out io.Writer) error {
	t := transcript{out}
	var visit string
	err := withSessions(ctx, file, func(sessions session.Service) (err error) {
		visit, err = serve(ctx, sessions, t, "A margherita and an espresso, please.", "And a tiramisu.")
		return err
	})
	if err != nil {
		return err
	}
	return withSessions(ctx, file, func(sessions session.Service) error {
		got, err := sessions.Get(ctx, &session.GetRequest{AppName: app, UserID: guest, SessionID: visit})
		if err != nil {
			return err
		}
		return t.state(got.Session.State())
	})
}

// serve says the messages to the agents in a new session, and returns its ID.
func serve(ctx context.Context, sessions session.Service, t transcript, messages ...string) (visit string, err error) {
	r, err := newRunner(sessions)
	if err != nil {
		return "", err
	}
	if visit, err = newSession(ctx, sessions); err != nil {
		return "", err
	}
	for _, message := range messages {
		t.said("guest", message)
		content := genai.NewContentFromText(message, genai.RoleUser)
		for event, err := range r.Run(ctx, guest, visit, content, agent.RunConfig{}) {
			if err != nil {
				return "", err
			}
			t.event(event)
		}
	}
	return visit, nil
}

// withSessions keeps ADK's sessions in a SQLite file while use runs.
func withSessions(ctx context.Context, file string, use func(session.Service) error) error {
	kept, err := sqlite.Open(ctx, file) // or memory.New(), or postgres.Open
	if err != nil {
		return err
	}
	return errors.Join(use(adksession.New(kept)), kept.Close())
}

func newRunner(sessions session.Service) (*runner.Runner, error) {
	restaurant, err := newRestaurant()
	if err != nil {
		return nil, err
	}
	merges, err := tablestate.Plugin()
	if err != nil {
		return nil, err
	}
	return runner.New(runner.Config{
		AppName:        app,
		Agent:          restaurant,
		SessionService: sessions, // adksession.New of what sqlite.Open returns
		PluginConfig:   runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},
	})
}

func newSession(ctx context.Context, sessions session.Service) (id string, err error) {
	defaults, err := tablestate.Initial{}.Build()
	if err != nil {
		return "", err
	}
	created, err := sessions.Create(ctx, &session.CreateRequest{AppName: app, UserID: guest, State: defaults})
	if err != nil {
		return "", err
	}
	return created.Session.ID(), nil
}
