package typescript

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage checks the page of the booking example against the types of its schema; a key that the schema
// doesn't have is found.
func TestPage(t *testing.T) {
	if found := checkPage(t, nil); found != "" {
		t.Errorf("the compiler finds:\n%s", found)
	}
	for wrong, right := range map[string]string{"flight_choise: {": "flight_choice: {", "s.booking_stepp": "s.booking_step"} {
		found := checkPage(t, strings.NewReplacer(right, wrong))
		if !strings.Contains(found, "page.js(") {
			t.Errorf("with %q the compiler finds:\n%s", wrong, found)
		}
	}
}

// checkPage returns what the compiler finds in the page, with some text of it replaced.
func checkPage(t *testing.T, replace *strings.Replacer) string {
	t.Helper()
	p := newProject(t)
	for _, path := range []string{"web/page.js", "web/thread.js", "bookingstate/state.gen.ts"} {
		text, err := os.ReadFile(filepath.Join("../../examples/booking", path))
		if err != nil {
			t.Fatal(err)
		}
		if replace != nil && path == "web/page.js" {
			text = []byte(replace.Replace(string(text)))
		}
		p.write(path, string(text))
	}
	cmd := exec.Command("node", "node_modules/typescript/bin/tsc", "--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals",
		"--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions",
		"--lib", "es2022,dom,dom.iterable,dom.asynciterable", "--types", "", "--pretty", "false", "web/page.js")
	cmd.Dir = p.dir
	out, _ := cmd.CombinedOutput() // which ends with an error if it finds something
	return string(out)
}
