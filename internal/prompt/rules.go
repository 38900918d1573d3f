package prompt

import "github.com/seed92179c4c/stategen/internal/prompt/internal/rules"

// The rules that others ask findings for.
var (
	DeprecatedKey  = rules.DeprecatedKey
	LiteralBraces  = rules.LiteralBraces
	ProseReference = rules.ProseReference
	UndeclaredKey  = rules.UndeclaredKey
	UnknownPrefix  = rules.UnknownPrefix
)
