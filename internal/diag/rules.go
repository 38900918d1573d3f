package diag

import (
	"fmt"
	"io"
	"strings"
)

// Rule explains one kind of finding. It is what documentation and the command
// "explain" print; the function that finds it stands beside it.
type Rule struct {
	ID       string
	On       Subject  // what it looks at; Register sets it
	Severity Severity // unless the schema's check.rules says otherwise
	Likely   bool     // its findings depend on what isn't seen, unless the finder knows better
	Summary  string   // one line, without a full stop
	Why      string   // what goes wrong otherwise
	Bad      string   // an example that has the finding; empty when no input should have it
	Good     string   // the same, fixed

	WithoutSchema bool // it holds where nobody declares keys, so an audit reports it too
}

// HomeURL is where the project is published, under its module path.
const HomeURL = "https://github.com/seed92179c4c/stategen"

// RuleURL is the place that explains the rule of an ID.
func RuleURL(id string) string { return HomeURL + "/blob/main/docs/rules.md#" + id }

// Rules is a list of rules.
type Rules []Rule

// Find returns the rule of that ID, and whether there is one.
func (r Rules) Find(id string) (Rule, bool) {
	for _, rule := range r {
		if rule.ID == id {
			return rule, true
		}
	}
	return Rule{}, false
}

// IDs returns the IDs of the rules, in their order.
func (r Rules) IDs() []string {
	ids := make([]string, len(r))
	for i, rule := range r {
		ids[i] = rule.ID
	}
	return ids
}

// WriteRule explains a rule to people, its text wrapped at so many columns; 0: not
// wrapped. It returns the first error of w.
func WriteRule(w io.Writer, r Rule, columns int) error {
	title := fmt.Sprintf("%s (%s): %s", r.ID, r.Severity, r.Summary)
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s", wrap(title, 0, 4, columns), wrapLines(r.Why, columns), r.examples())
	return err
}

// examples shows a rule's examples, if it has any.
func (r Rule) examples() string {
	if r.Bad == "" {
		return ""
	}
	return "\nWrong:\n\n" + indent(r.Bad) + "\nRight:\n\n" + indent(r.Good)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(printable(strings.TrimRight(line, "\n")) + "\n")
	}
	return b.String()
}
