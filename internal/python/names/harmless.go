package names

import (
	"regexp"
	"strings"
)

// harmless are expressions whose texts can have no braces: times, numbers, and paths.
var harmless = regexp.MustCompile(`^(?:[\w.]+\.)?(?:(?:len|round|int|float|sum|max|min|abs|strftime|isoformat|now|today|utcnow|ctime|time|uuid4|uuid1|getcwd)\(.*\)|` +
	`os\.path\.\w+\(.*\)|(?:now|today|date|datetime)\([^()]*\)\.\w+(?:\(.*\))?|year|month|day|hour|minute|weekday)$`)

// isHarmless reports whether what an expression gives to a text has no braces, by its source: also that
// of a name which gets such a thing.
func (c *composer) isHarmless(source string) bool {
	source, _, _ = strings.Cut(source, ":%")
	if in, to, ok := c.Project.Step(c.File, source); ok && to.End > to.First {
		source = in.Words(to)
	}
	return harmless.MatchString(source)
}
