// Package yamltwin builds the one file that imports gopkg.in/yaml.v3 with the library's maintained
// continuation in its place.
package yamltwin

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "go.yaml.in/yaml/v3" // so that go.mod requires it
)

func TestContinuation(t *testing.T) {
	text, err := os.ReadFile("../../internal/yaml/yaml.go")
	if err != nil {
		t.Fatal(err)
	}
	file, overlay := filepath.Join(t.TempDir(), "yaml.go"), filepath.Join(t.TempDir(), "overlay.json")
	twin := strings.Replace(string(text), `"gopkg.in/yaml.v3"`, `"go.yaml.in/yaml/v3"`, 1)
	if twin == string(text) {
		t.Fatal("the file doesn't import gopkg.in/yaml.v3")
	}
	added, err := filepath.Abs("twin/yaml.go")
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{added: file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{file: twin, overlay: string(replaced)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "./twin").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
