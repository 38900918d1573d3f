package adksession

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// AGUI makes of an ADK runner what agui.Config.Run of module runtime/agui takes:
//
//	Run: adksession.AGUI(func(
//		ctx context.Context, user, id string, said *genai.Content,
//	) iter.Seq2[*session.Event, error] {
//		return r.Run(ctx, user, id, said, agent.RunConfig{StreamingMode: agent.StreamingModeSSE})
//	})
//
// The runner's sessions must be of this package, on the service of the handler. Of what
// agents say, text, calls and results of tools are passed on; thoughts and files are not.
func AGUI(
	run func(ctx context.Context, userID, sessionID string, message *genai.Content) iter.Seq2[*session.Event, error],
) func(ctx context.Context, userID, sessionID string, message *runtime.Content) iter.Seq2[*runtime.Event, error] {
	return func(ctx context.Context, userID, sessionID string, message *runtime.Content) iter.Seq2[*runtime.Event, error] {
		return func(yield func(*runtime.Event, error) bool) {
			said := &genai.Content{}
			if err := convert(message, said); err != nil {
				yield(nil, err)
				return
			}
			for event, err := range run(ctx, userID, sessionID, said) {
				var e *runtime.Event
				if err == nil && event != nil {
					e, err = toldOf(event)
				}
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// toldOf returns what an event says and changes.
func toldOf(event *session.Event) (*runtime.Event, error) {
	e := &runtime.Event{
		ID: event.ID, InvocationID: event.InvocationID, Author: event.Author, Branch: event.Branch,
		Timestamp: event.Timestamp, Partial: event.Partial,
		Actions: runtime.Actions{StateDelta: event.Actions.StateDelta},
	}
	if event.Content == nil {
		return e, nil
	}
	var said struct {
		Role  string
		Parts []struct {
			runtime.Part
			Thought bool
		}
	}
	if err := convert(event.Content, &said); err != nil {
		return nil, err
	}
	e.Content = &runtime.Content{Role: said.Role}
	for _, part := range said.Parts {
		if !part.Thought && part.Part != (runtime.Part{}) {
			e.Content.Parts = append(e.Content.Parts, part.Part)
		}
	}
	return e, nil
}

// convert copies a content by its JSON, whose names are the same here and there.
func convert(from, to any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}
