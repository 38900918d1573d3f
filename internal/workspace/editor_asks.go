package workspace

import (
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
)

// Rules whose findings an editor shows in a way of their own.
var (
	DeprecatedKey = prompt.DeprecatedKey
	UndeclaredKey = prompt.UndeclaredKey
	UnusedKey     = project.UnusedKey
)

// Code is what the code of a schema does with its keys.
type Code = project.Code

// Fits says of placeholders in an instruction of a look's schema, compiled or not, whether nothing is wrong with
// them but, at most, that their key is deprecated.
func (l *Look) Fits(compiled bool) func(placeholder string) (fits, deprecated bool) {
	c := project.New(l.Schema)
	return func(placeholder string) (fits, deprecated bool) {
		found := c.Text(source.Text{Text: placeholder, Compiled: compiled})
		deprecated = len(found) == 1 && found[0].ID == DeprecatedKey.ID
		return len(found) == 0 || deprecated, deprecated
	}
}

// Declares says of keys whether the schema of a look is seen to know them, as its own or as another's.
func (l *Look) Declares() func(key string) bool {
	c := project.New(asSeen(l.Schema))
	return func(key string) bool { return c.Key(key) != nil || c.Foreign(key) }
}

// IsAgentConfig reports whether a file may hold the configuration of an agent, by its name.
func IsAgentConfig(path string) bool { return configs.Is(path) }
