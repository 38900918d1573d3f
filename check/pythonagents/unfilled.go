package pythonagents

import "github.com/seed92179c4c/stategen/check/prompt"

// Unfilled is a text of an agent in which ADK fills no placeholders.
type Unfilled struct {
	prompt.Text
	// Argument is what the agent gets it by, such as "description"; Returned is whether a function
	// returns it.
	Argument       string
	Returned, Test bool
}
