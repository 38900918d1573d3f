//adk:needs tool/loadmemorytool

package adktest

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/agui"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	values "github.com/seed92179c4c/stategen/runtime/typed"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// TestAGUI books over AG-UI with agents of ADK: a tool waits for the user's word, and what it sets is seen.
func TestAGUI(t *testing.T) {
	svc := memory.New()
	contract := client.NewContract(client.Key[string]{Name: "user:paid", As: values.AsString, From: values.FromString, Optional: true})
	r, err := runner.New(runner.Config{
		AppName: "desk", Agent: desk(), ArtifactService: artifact.InMemoryService(),
		SessionService: adksession.New(svc, adksession.WithClients(contract)),
	})
	must(t, err)
	h, err := agui.NewHandler(agui.Config{
		AppName: "desk", Service: svc, Clients: contract, User: func(*http.Request) (string, error) { return "ann", nil },
		Run: adksession.AGUI(func(ctx context.Context, user, id string, said *genai.Content) iter.Seq2[*session.Event, error] {
			return r.Run(ctx, user, id, said, agent.RunConfig{StreamingMode: agent.StreamingModeSSE})
		}),
	})
	must(t, err)
	server := httptest.NewServer(h)
	defer server.Close()
	run := func(more string) string {
		body := `{"threadId": "t", "runId": "r", "state": {}, ` + more + `}`
		answer, err := server.Client().Post(server.URL+"/agui", "application/json", strings.NewReader(body))
		must(t, err)
		defer func() { must(t, answer.Body.Close()) }()
		text, err := io.ReadAll(answer.Body)
		must(t, err)
		return string(text)
	}
	asked := run(`"messages": [{"id": "m", "role": "user", "content": "Book it."}]`)
	var last struct {
		Outcome struct {
			Interrupts []struct{ ID, ToolCallID string }
		}
	}
	lines := strings.Split(strings.TrimSpace(asked), "\n\n")
	must(t, json.Unmarshal([]byte(strings.TrimPrefix(lines[len(lines)-1], "data: ")), &last))
	if len(last.Outcome.Interrupts) != 1 || last.Outcome.Interrupts[0].ToolCallID != "pay1" {
		t.Fatalf("nothing asks for a confirmation of pay1:\n%s", asked)
	}
	confirmed := run(`"messages": [], "resume": [{"interruptId": "` + last.Outcome.Interrupts[0].ID + `", "status": "resolved", "payload": {"confirmed": true}}]`)
	for text, parts := range map[string][]string{
		asked:     {`"stepName":"payer"`, `"toolCallName":"pay"`, `"delta":"{\"key\":\"LH400\"}"`},
		confirmed: {`"path":"/user:paid","value":"LH400"`, `"toolCallId":"pay1"`, `"delta":"Paid."`, `"RUN_FINISHED"`},
	} {
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("no event has %s:\n%s", part, text)
			}
		}
		if strings.Contains(text, "outcome\":\"Paid") || strings.Contains(text, "/outcome") {
			t.Errorf("a key that clients don't see is on the wire:\n%s", text)
		}
	}
}
