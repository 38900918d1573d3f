package adksession

import (
	"encoding/json"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// adopt fills in an event that wasn't stored by ADK. The JSON names of a runtime
// Content are those of ADK's.
func adopt(event *session.Event, kept *runtime.Event) {
	event.ID, event.InvocationID, event.Author, event.Branch = kept.ID, kept.InvocationID, kept.Author, kept.Branch
	event.Timestamp = kept.Timestamp
	if kept.Content == nil {
		return
	}
	if text, err := json.Marshal(kept.Content); err == nil {
		_ = json.Unmarshal(text, &event.Content) // a content of another form is none to ADK
	}
}
