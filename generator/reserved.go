package generator

import "strings"

// The names that generated code needs for itself, each with what it is for.
// This is the one place that lists them.

// reservedPackage are names at package level.
var reservedPackage = map[string]string{
	"Of":       "the function Of",
	"Read":     "the function Read",
	"Load":     "the function Load",
	"NewDelta": "the function NewDelta",
	"Reader":   "the type Reader",
	"State":    "the type State",
	"Delta":    "the type Delta",
	"Snapshot": "the type Snapshot",
	"Initial":  "the type Initial",
}

// reservedADK are the names at package level that the ADK adapter adds.
var reservedADK = map[string]string{
	"For":         "the function For",
	"Plugin":      "the function Plugin",
	"SetDelta":    "the function SetDelta",
	"AppendDelta": "the function AppendDelta",
}

// reservedAccessors are method names that go vet wants to have a certain
// signature.
var reservedAccessors = methods(`Format GobDecode GobEncode MarshalJSON MarshalXML
	ReadByte ReadFrom ReadRune Scan Seek UnmarshalJSON UnmarshalXML UnreadByte UnreadRune
	WriteByte WriteTo`)

// reservedSnapshot and reservedInitial are methods of the structs whose fields
// bear the keys' names.
var (
	reservedSnapshot = methods("String GoString LogValue")
	reservedInitial  = methods("Build String GoString LogValue")
)

func methods(names string) map[string]string {
	m := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		m[name] = "the method " + name
	}
	return m
}

// reservedLocals are what a family's parameters can't be called: imports,
// receivers, and what the bodies use.
var reservedLocals = set(`r s d v o err ok key value items typed runtime stategen instruction
	live time slog session agent llmagent json context
	any bool byte comparable error float64 int int64 string nil true false iota
	new len cap append make max min map copy clear delete panic print println recover close
	complex real imag rune uint uint8 uint16 uint32 uint64 int8 int16 int32 float32
	complex64 complex128 uintptr init main`)

// helperPrefixes are what unexported functions and variables begin with.
var helperPrefixes = []string{
	"as", "from", "default", "check", "merge", "pattern", "decode", "encode", "family", "params", "validate", "fieldPattern",
	"require", "optional", "defaulted",
}

func set(names string) map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		m[name] = true
	}
	return m
}
