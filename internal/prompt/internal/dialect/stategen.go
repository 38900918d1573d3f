package dialect

import "github.com/seed92179c4c/stategen/runtime/instruction"

// Our own code renders this one. It knows defaults, and escapes by doubled braces.
var stategen = Dialect{Dialect: instruction.Stategen, Framework: "stategen", KnowsDefaults: true}
