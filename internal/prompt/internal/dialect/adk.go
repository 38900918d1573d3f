package dialect

import "github.com/seed92179c4c/stategen/runtime/instruction"

// ADK takes any number of braces, and white space in them, for a placeholder's.
var adk = Dialect{Dialect: instruction.ADK, Framework: "ADK", StripsBraces: true}
