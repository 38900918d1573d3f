package agentfiles_test

import (
	"context"
	"fmt"
	"slices"
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

// TestManyShown holds that texts with very many keys in braces may show any key: keeping all of them takes
// gigabytes. A key counts once in a file.
func TestManyShown(t *testing.T) {
	const many = 40_000
	for files, all := range map[int]bool{2: true, 3: false} {
		s, err := agentfiles.Survey(context.Background(), agentfiles.Files{
			Others: []string{"a.json", "b.json", "c.json"}[:files],
			Shown:  func(path string) string { return path },
			Read: func(string) ([]byte, error) {
				var b strings.Builder
				for n := range many {
					fmt.Fprintf(&b, "{k%d} {same} ", n)
				}
				return []byte(b.String()), nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		shown, ok := s.ShownIn(nil)
		if ok != all || ok && len(shown) != files*(many+1) {
			t.Errorf("%d files: %d keys, %t", files, len(shown), ok)
		}
	}
}

// TestManyClients holds that clients of more files than are read may name any key.
func TestManyClients(t *testing.T) {
	for files, all := range map[int]bool{5000: false, 5001: true} {
		s, err := agentfiles.Survey(context.Background(), agentfiles.Files{
			Clients: slices.Repeat([]string{"a.js"}, files),
			Shown:   func(path string) string { return path },
			Read:    func(string) ([]byte, error) { return []byte("x"), nil },
		})
		if err != nil || s.Clients(nil).All != all {
			t.Errorf("%d files: %t, %v", files, !all, err)
		}
	}
}
