//adk:needs tool/loadmemorytool

package adktest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/memory"
	"google.golang.org/adk/v2/server/adkrest"
	"google.golang.org/adk/v2/session"
)

// TestREST sends ADK's REST server, which its web UI stands on, the same requests on
// ADK's service in memory and on ours, and wants the same answers.
func TestREST(t *testing.T) {
	want := overREST(t, session.InMemoryService())
	onEach(t, func(t *testing.T, svc session.Service) {
		if diff := cmp.Diff(want, overREST(t, svc)); diff != "" {
			t.Errorf("(-ADK +ours):\n%s", diff)
		}
	})
}

// overREST returns the requests and what was answered.
func overREST(t *testing.T, svc session.Service) string {
	t.Helper()
	rest, err := adkrest.NewServer(adkrest.ServerConfig{
		SessionService: svc, MemoryService: memory.InMemoryService(), ArtifactService: artifact.InMemoryService(),
		AgentLoader: agent.NewSingleLoader(desk()), SSEWriteTimeout: time.Minute,
	})
	must(t, err)
	server := httptest.NewServer(rest) // on loopback
	defer server.Close()
	const sessions = "/apps/desk/users/ann/sessions"
	const message = `{"appName": "desk", "userId": "ann", "sessionId": "s", "newMessage": {"role": "user", "parts": [{"text": "Book it."}]}}`
	text := ""
	ask := func(method, path, body string) string {
		answer := request(t, method, server.URL+path, body)
		text += method + " " + path + "\n" + random.ReplaceAllString(answer, `"random"`) + "\n"
		return answer
	}
	ask("POST", sessions+"/s", `{"state": {"step": "search", "user:name": "Ann", "n": 3, "null": null, "list": [1, "a", null], "object": {"x": 1.5}}}`)
	ask("POST", sessions+"/s", `{}`) // is there already
	ask("GET", sessions+"/s", "")
	asked := ask("POST", "/run", message)
	ask("POST", "/run", strings.Replace(message, `{"text": "Book it."}`,
		`{"functionResponse": {"id": "`+confirmationID(t, asked)+`", "name": "adk_request_confirmation", "response": {"confirmed": true}}}`, 1))
	ask("POST", "/run_sse", strings.Replace(message, `"newMessage"`, `"streaming": true, "stateDelta": {"step": "again", "gone": null}, "newMessage"`, 1))
	ask("GET", sessions+"/s", "")
	ask("PATCH", sessions+"/s", `{"stateDelta": {"step": "renamed", "__session_metadata__": {"displayName": "Trip"}}}`)
	ask("PATCH", sessions+"/s", `{"stateDelta": {"user:name": "Bob"}}`)
	ask("GET", sessions+"/s/artifacts", "")
	ask("GET", sessions+"/s/artifacts/receipt.txt", "")
	ask("POST", sessions+"/t", `{"state": {"other": true}}`)
	ask("GET", sessions, "")
	ask("DELETE", sessions+"/s", "")
	ask("GET", sessions, "")
	ask("GET", sessions+"/s", "") // is gone
	ask("PATCH", sessions+"/s", `{"stateDelta": {"step": "late"}}`)
	ask("POST", "/run", message)
	for _, part := range []string{`"receipt.txt":1`, `"user:paid":"LH400"`, `"step":"again"`} {
		if !strings.Contains(text, part) {
			t.Errorf("no answer has %s:\n%s", part, text)
		}
	}
	return text
}

func request(t *testing.T, method, url, body string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK {
		return answer.Status
	}
	var out strings.Builder
	for line := range bytes.Lines(text) {
		data := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("data: ")))
		if json.Valid(data) {
			data = []byte(canonical(t, data))
		}
		out.Write(append(data, '\n'))
	}
	return out.String()
}

// confirmationID returns the ID of the call that asks for confirmation, among events.
func confirmationID(t *testing.T, answer string) string {
	t.Helper()
	var events []struct {
		Content struct {
			Parts []struct {
				FunctionCall struct{ ID, Name string }
			}
		}
	}
	must(t, json.Unmarshal([]byte(answer), &events))
	for _, e := range events {
		for _, p := range e.Content.Parts {
			if p.FunctionCall.Name == "adk_request_confirmation" {
				return p.FunctionCall.ID
			}
		}
	}
	t.Fatalf("nothing asks for confirmation: %s", answer)
	return ""
}
