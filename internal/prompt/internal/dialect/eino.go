package dialect

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Eino reads Python's format strings.
var eino = Dialect{Dialect: instruction.Eino, Framework: "eino", CountsBraces: true}

// EinoReachesInto reports whether eino can look into values of a key.
func EinoReachesInto(k *schema.Key) bool {
	return k.Encoding != schema.JSONString && !k.Type.Plain()
}

// einoVerbs are the verbs of Go's fmt for values of a Go type.
var einoVerbs = map[string]string{"string": "xX", "bool": "", "int": "bdoxX", "int64": "bdoxX", "float64": "beEfFgG%xX"}

// EinoFormats reports whether Go's fmt, which eino calls, has something to show for a value of the key. Only
// types are judged that a session holds as they are.
func EinoFormats(k *schema.Key, format string) bool {
	verb := ""
	if format != "" {
		verb = strings.Trim(format[len(format)-1:], "0123456789.<>=^+- #rts")
	}
	if verb == "" || k.Encoding != schema.Plain {
		return true
	}
	scalar := k.Type.Kind.Scalar()
	if k.Type.Kind == schema.Enum {
		scalar = schema.String.Scalar()
	}
	if scalar == nil {
		return true
	}
	verbs, known := einoVerbs[scalar.Go.Name]
	return !known || strings.Contains(verbs, verb)
}
