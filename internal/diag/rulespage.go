package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteRulesPage writes a Markdown page about all rules: a table, then each
// with its examples. It returns the first error of w.
func WriteRulesPage(w io.Writer, rules Rules) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "<!-- Written by `stategen explain --format markdown`; see `make generate`. -->\n\n# What stategen finds\n\n"+
		"The name of the rule is in brackets after each message. `check.rules` in the schema sets a rule to\n"+
		"`off`, `warning` or `error`; a comment `stategen:ignore RULE reason` on the line suppresses it there,\n"+
		"and one that is alone on its line suppresses it on the next.\n")
	for i, r := range rules {
		if i == 0 || r.On != rules[i-1].On {
			fmt.Fprintf(out, "\n| in %s | severity | |\n|---|---|---|\n", r.On)
		}
		fmt.Fprintf(out, "| [%s](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, strings.ReplaceAll(r.Summary, "|", `\|`))
	}
	for _, r := range rules {
		fmt.Fprintf(out, "\n## %s\n\n%s\n%s", r.ID, r.Why, r.examples())
	}
	return out.Flush()
}
