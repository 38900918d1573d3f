// Package agui shows session state in a user interface, and takes what a user changes
// there. Its handler speaks AG-UI, so that CopilotKit, any other client of that protocol,
// or plain fetch can be on the other side:
//
//	POST  /agui                      a run: messages and the client's state in, events out
//	GET   /agui/state?threadId=ID    the state as it is, and each change of it, as events
//	PATCH /agui/state?threadId=ID    one change, without a run
//
// A thread of AG-UI is a session. All that a client sees of the state, and all that it
// can set, is what the contract in Config.Clients allows.
package agui

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/http"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
)

// Config says who is on the two sides of a handler.
type Config struct {
	// AppName is the app of the sessions.
	AppName string
	// Service keeps the sessions. The agents must run on the same store.
	Service *runtime.Service
	// Clients says what clients may see and set: the variable of that name in generated
	// code.
	Clients *client.Contract
	// User returns the ID of the user who sends a request. It authenticates: a user can
	// reach the sessions under this ID and no others. If it returns an error, the
	// request is refused, and the client is not told why.
	User func(*http.Request) (userID string, err error)
	// Run gives a message to the agents, and yields their events as they come: also
	// partial ones, if text is to appear while it is written. State is seen to change
	// when an event has been yielded. It ends early when ctx ends, which it does when the
	// client is gone. adksession.AGUI makes one of an ADK runner.
	Run func(ctx context.Context, userID, sessionID string, message *runtime.Content) iter.Seq2[*runtime.Event, error]
	// Begin creates the session of a thread that is new. The default creates one without
	// state.
	Begin func(ctx context.Context, userID, sessionID string) error
	// Poll is how often the state of a session is read while clients watch it, so that
	// they see what other programs change. It is one read for all clients; changes
	// through this handler are seen at once. The default is a second.
	Poll time.Duration
}

// NewHandler returns a handler for two paths, such as /agui and /agui/state. It doesn't
// care for what comes before /state. Requests of other origins are the business of the
// handler around it; a page of another site can't send any that counts, because their
// Content-Type must be application/json.
func NewHandler(c Config) (http.Handler, error) {
	var missing []string
	for name, given := range map[string]bool{
		"AppName": c.AppName != "", "Service": c.Service != nil, "Clients": c.Clients != nil,
		"User": c.User != nil, "Run": c.Run != nil,
	} {
		if !given {
			missing = append(missing, "Config."+name)
		}
	}
	if len(missing) > 0 {
		return nil, errors.New("agui: " + listed(missing) + " must be given")
	}
	c.Poll = cmp.Or(max(c.Poll, 0), time.Second)
	if c.Begin == nil {
		c.Begin = func(ctx context.Context, userID, sessionID string) error {
			_, err := c.Service.Create(ctx, runtime.CreateRequest{AppName: c.AppName, UserID: userID, SessionID: sessionID})
			return err
		}
	}
	return &handler{Config: c, live: live{config: c, rooms: map[place]*room{}}}, nil
}

// handler answers requests.
type handler struct {
	Config
	live live
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, err := h.User(r)
	if err != nil || user == "" {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	ofState := strings.HasSuffix(r.URL.Path, "/state")
	switch {
	case ofState && r.Method == http.MethodGet:
		h.watch(w, r, user)
	case ofState && r.Method == http.MethodPatch:
		h.change(w, r, user)
	case !ofState && r.Method == http.MethodPost:
		h.run(w, r, user)
	default:
		http.Error(w, "POST starts a run; GET and PATCH are for …/state", http.StatusMethodNotAllowed)
	}
}
