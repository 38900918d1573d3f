package prompt

import (
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Key returns the declared key, or the family, that a state key belongs to;
// nil when there is none.
func (c *Checker) Key(wire string) *schema.Key { return c.keys.Find(wire) }

// Foreign reports whether nothing can be said of a state key that is not
// declared: others own it, or the schema may declare it where it has a mistake.
func (c *Checker) Foreign(wire string) bool { return c.keys.Foreign(wire) }

// Near returns the declared keys that an undeclared one may be meant to be.
func (c *Checker) Near(wire string) keys.Suggestion { return c.keys.Suggest(wire) }

// Severity returns what a finding of a rule counts as in this project, and
// false when the rule is switched off.
func (c *Checker) Severity(id string, usual diag.Severity) (diag.Severity, bool) {
	return c.levels.severity(id, usual)
}
