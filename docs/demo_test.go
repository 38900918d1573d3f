package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDemo holds that `make demo` shows each of its parts, and no more than one reads.
func TestDemo(t *testing.T) {
	demo := exec.Command("../examples/demo", filepath.Join(t.TempDir(), "demo"))
	demo.Env = append(os.Environ(), "STATEGENCACHE=off",
		"PATH="+filepath.Dir(program(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := demo.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	for _, part := range []string{
		"stategen.yaml -> agentstate: 5 written, 0 unchanged",
		"func (s *State) SetUserVisits(v int) error",
		"st.SetUserVisit undefined",
		`error: the schema declares no key "user:vists"`,
		"no findings",
		"Thank you, 224.10 EUR paid.",
		"time.Time              2027-05-03 08:15:00 UTC",
		"stategen inspect --db",
	} {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			t.Fatalf("%q is missing, or at another place, in\n%s", part, out)
		}
		text = rest
	}
	if lines := strings.Count(string(out), "\n"); lines > 64 {
		t.Errorf("it prints %d lines", lines)
	}
}
