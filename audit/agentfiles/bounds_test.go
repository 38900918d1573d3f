package agentfiles_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/audit/agentfiles"
)

// TestManyPlaceholders holds that reading a prompt ends whatever it has in braces: comparing all of them in
// pairs takes minutes.
func TestManyPlaceholders(t *testing.T) {
	const many = 100_000
	text := "from google.adk.agents import Agent\n\na = Agent(instruction='''" + strings.Repeat("{k} ", many) + "''')\n"
	s, err := agentfiles.Survey(context.Background(), agentfiles.Files{
		Python: []string{"agent.py"},
		Read:   func(string) ([]byte, error) { return []byte(text), nil },
		Shown:  func(path string) string { return path },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Facts) != many {
		t.Errorf("%d facts", len(s.Facts))
	}
}
