package prompt

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/rules"
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
	return c.pass.Levels.Severity(id, usual)
}

// Moved returns what the schema says of a key that it does not declare; false if
// that is nothing.
func (c *Checker) Moved(wire string) (keys.Moved, bool) { return c.keys.Moved(wire) }

// Undeclared describes the use of a key that is not declared, outside of a
// template: of one that was removed as well. The caller adds the span. Perhaps are the keys that may be meant;
// which one, or whether the key is to be declared, nobody knows.
func (c *Checker) Undeclared(wire string) (d diag.Diagnostic, perhaps []string) {
	return rules.Undeclared(c.keys, wire)
}
