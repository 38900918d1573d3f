package project

import (
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// StaleCode is about what generate wrote; the caller knows what it would write now.
var StaleCode = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "stale-code",
	Summary: "generated code is not what the schema says any more",
	Why: "The program is compiled with the keys, types and prompts of the day on which the code was generated, and so " +
		"is checked by another schema than it runs with. The same goes for the package of a schema that is included " +
		"with import. Nothing is said where nothing was generated: some only check prompts.",
	Bad:  "version: 1\nkeys: {topic: string}  # changed since `stategen generate`\n",
	Good: "version: 1\nkeys: {topic: string}  # then `stategen generate`\n",
})

// Stale is about the code in a folder, of which files change if a command is run.
func Stale(at diag.Span, dir string, files int, command string) diag.Diagnostic {
	d := diag.New(StaleCode, at, "the generated code in %s is stale: 1 file changes", filepath.ToSlash(dir))
	if files > 1 {
		d = diag.New(StaleCode, at, "the generated code in %s is stale: %d files change", filepath.ToSlash(dir), files)
	}
	return d.WithHint("run `%s`; with --check it shows the difference", command)
}
