package typescript

import (
	_ "embed"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

//go:embed helpers.ts
var helperText string

// helper is a function that zod schemas call.
type helper struct {
	name string
	text string
	uses []string // helpers and built-in types that it refers to
}

var helperName = regexp.MustCompile(`(?m)^(?:function|const) (\w+)`)

// zodHelpers are those of helpers.ts, in its order: callers before those that they call.
func zodHelpers() []helper {
	_, text, _ := strings.Cut(helperText, "\n\n")
	text = strings.NewReplacer("TIME_PATTERN", quote(schema.Time.Scalar().Pattern), "DURATION_PATTERN", quote(schema.Duration.Scalar().Pattern)).Replace(text)
	var all []helper
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		all = append(all, helper{name: helperName.FindStringSubmatch(part)[1], text: part + "\n"})
	}
	for i, h := range all {
		for _, other := range all {
			if other.name != h.name && strings.Contains(h.text, other.name+"(") {
				all[i].uses = append(all[i].uses, other.name)
			}
		}
		for _, t := range builtInTypes {
			if strings.Contains(h.text, "ZodType<"+t.name) {
				all[i].uses = append(all[i].uses, t.name)
			}
		}
	}
	return all
}
