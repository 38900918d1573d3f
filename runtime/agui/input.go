package agui

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// maxBody limits a request in bytes. AG-UI sends a thread's messages with each run.
const maxBody = 8 << 20

// input is what starts a run, as far as it counts here.
type input struct {
	ThreadID string          `json:"threadId"`
	RunID    string          `json:"runId"`
	State    json.RawMessage `json:"state"`
	Messages []message       `json:"messages"`
	Resume   []answer        `json:"resume"`
}

type message struct {
	ID         string          `json:"id"`
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"` // a text, or parts
	ToolCallID string          `json:"toolCallId"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"toolCalls"`
}

// answer is a user's to an interrupt.
type answer struct {
	InterruptID string `json:"interruptId"`
	Status      string `json:"status"`
	Payload     any    `json:"payload"`
}

// read reads the JSON of a request.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if strings.TrimSpace(kind) != "application/json" {
		return problem{http.StatusUnsupportedMediaType, "the Content-Type must be application/json"}
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return problem{http.StatusRequestEntityTooLarge, fmt.Sprintf("a request has at most %d bytes", maxBody)}
	case err != nil:
		return problem{http.StatusBadRequest, "the request is not the JSON that is expected: " + err.Error()}
	}
	return nil
}

// said is what is new in the input: answers to interrupts, or else what the user or
// tools of the client said last. It is nil if that is nothing.
func (in *input) said() (*runtime.Content, error) {
	content := &runtime.Content{Role: "user"}
	for _, a := range in.Resume {
		response, err := a.response()
		if err != nil {
			return nil, err
		}
		content.Parts = append(content.Parts, runtime.Part{FunctionResponse: response})
	}
	if len(content.Parts) > 0 {
		return content, nil
	}
	for _, m := range in.last() {
		part, err := in.part(m)
		if err != nil {
			return nil, err
		}
		content.Parts = append(content.Parts, part)
	}
	if len(content.Parts) == 0 {
		return nil, nil
	}
	return content, nil
}

// last returns what of the messages is new: what the user said last, or the results of the
// client's tools at the end. Earlier ones were given to the agents before.
func (in *input) last() []message {
	n := len(in.Messages)
	if n > 0 && in.Messages[n-1].Role == "user" {
		return in.Messages[n-1:]
	}
	first := n
	for first > 0 && in.Messages[first-1].fromTool() {
		first--
	}
	return in.Messages[first:]
}

// fromTool reports whether a message is the result of a tool of the client.
func (m message) fromTool() bool { return m.Role == "tool" && !strings.HasPrefix(m.ID, resultPrefix) }

// part makes a part of a content of a message.
func (in *input) part(m message) (part runtime.Part, err error) {
	text, err := m.text()
	if err != nil {
		return part, err
	}
	if m.Role == "user" {
		return runtime.Part{Text: text}, nil
	}
	response := &runtime.FunctionResponse{ID: m.ToolCallID, Response: map[string]any{"result": text}}
	var object map[string]any
	if json.Unmarshal([]byte(text), &object) == nil && object != nil {
		response.Response = object
	}
	for _, earlier := range in.Messages {
		for _, call := range earlier.ToolCalls {
			if call.ID == m.ToolCallID {
				response.Name = call.Function.Name
			}
		}
	}
	return runtime.Part{FunctionResponse: response}, nil
}

// text returns the text of a message.
func (m message) text() (string, error) {
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return text, nil
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(m.Content, &parts); err != nil {
		return "", problem{http.StatusBadRequest, fmt.Sprintf("message %q has no content that is text", m.ID)}
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type != "text" {
			text := fmt.Sprintf("message %q has a part of type %q; the agents take text", m.ID, p.Type)
			return "", problem{http.StatusBadRequest, text}
		}
		b.WriteString(p.Text)
	}
	return b.String(), nil
}

// The calls by which ADK asks the user. An interrupt's ID is the name of one and the
// ID of the call, so that the answer finds its way without a look into the session.
const (
	confirmation = "adk_request_confirmation"
	inputRequest = "adk_request_input"
)

var requests = []string{confirmation, inputRequest}

// response returns the answer in the form that ADK waits for.
func (a answer) response() (*runtime.FunctionResponse, error) {
	name, id, _ := strings.Cut(a.InterruptID, ":")
	if id == "" || !slices.Contains(requests, name) {
		return nil, problem{http.StatusBadRequest, fmt.Sprintf("there is no interrupt %q", a.InterruptID)}
	}
	object, isObject := a.Payload.(map[string]any)
	switch {
	case name == confirmation: // nothing is confirmed but by the word itself
		confirmed := a.Status == "resolved" && (a.Payload == true || object["confirmed"] == true)
		object = map[string]any{"confirmed": confirmed, "payload": object["payload"]}
	case a.Status != "resolved":
		object = map[string]any{"payload": nil}
	case !isObject:
		object = map[string]any{"payload": a.Payload}
	}
	return &runtime.FunctionResponse{ID: id, Name: name, Response: object}, nil
}

// problem is an error that the client is told.
type problem struct {
	status int
	text   string
}

func (p problem) Error() string { return p.text }
