package runtime_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStandardLibraryOnly holds that what generated code links in brings no
// other module along.
func TestStandardLibraryOnly(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		".", "./typed", "./typed/moves", "./client", "./instruction", "./memory").Output()
	if err != nil {
		t.Fatal(err)
	}
	self, err := exec.Command("go", "list", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(self))
	for _, path := range strings.Fields(string(out)) {
		if path != root && !strings.HasPrefix(path, root+"/") {
			t.Errorf("a package of the runtime imports %s", path)
		}
	}
}
