package names

import "strings"

// The names that are not free in generated code, each with the reason. This is
// the one place that lists them.

// reservedPackage are names at package level.
var reservedPackage = map[string]string{
	"Of":       "which generated code uses for the function Of",
	"Read":     "which generated code uses for the function Read",
	"Load":     "which generated code uses for the function Load",
	"NewDelta": "which generated code uses for the function NewDelta",
	"Reader":   "which generated code uses for the type Reader",
	"State":    "which generated code uses for the type State",
	"Delta":    "which generated code uses for the type Delta",
	"Snapshot": "which generated code uses for the type Snapshot",
	"Initial":  "which generated code uses for the type Initial",
}

// reservedADK are the names at package level that the ADK adapter adds.
var reservedADK = map[string]string{
	"For":         "which generated code uses for the function For",
	"Plugin":      "which generated code uses for the function Plugin",
	"SetDelta":    "which generated code uses for the function SetDelta",
	"AppendDelta": "which generated code uses for the function AppendDelta",
}

// reservedTRPC are those that the adapter for tRPC-Agent-Go adds.
var reservedTRPC = methods("which generated code uses for the function ", "For SessionState CreateSession ApplyDelta")

// reservedEino are those that the adapter for eino adds.
var reservedEino = methods("which generated code uses for the function ", "For SetDelta")

// reservedClients are those that a schema with keys for clients adds.
var reservedClients = map[string]string{
	"Clients":     "which generated code uses for the variable Clients",
	"ClientView":  "which generated code uses for the function ClientView",
	"ApplyClient": "which generated code uses for the function ApplyClient",
}

// reservedMigrate is the name at package level that a schema with moves adds.
var reservedMigrate = map[string]string{"Migrate": "which generated code uses for the function Migrate"}

// reservedAccessors are method names that go vet wants to have a certain
// signature.
var reservedAccessors = methods("which go vet reserves for the standard library's method ", `Format GobDecode GobEncode MarshalJSON MarshalXML
	ReadByte ReadFrom ReadRune Scan Seek UnmarshalJSON UnmarshalXML UnreadByte UnreadRune
	WriteByte WriteTo`)

// reservedSnapshot and reservedInitial are methods of the structs whose fields
// have the keys' names.
var (
	reservedSnapshot = methods(ours, "String LogValue")
	reservedInitial  = methods(ours, "Build String LogValue")
)

// UnknownFields is the field of an object's struct that has no counterpart in the
// schema.
const UnknownFields = "UnknownFields"

// reservedFields are the fields of every object's struct.
var reservedFields = map[string]string{
	UnknownFields: "which generated code uses for the fields that the schema doesn't declare",
}

const ours = "which generated code uses for the method "

func methods(reason, names string) map[string]string {
	m := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		m[name] = reason + name
	}
	return m
}

// reservedLocals are names that a family's parameters can't have: imports,
// receivers, and what the bodies use.
var reservedLocals = set(`r s d v o err ok key value items typed moves runtime stategen instruction
	live time slog session agent llmagent json context
	any bool byte comparable error float64 int int64 string nil true false iota
	fmt new len cap append make max min map copy clear delete panic print println recover close
	complex real imag rune uint uint8 uint16 uint32 uint64 int8 int16 int32 float32
	complex64 complex128 uintptr init main`)

// helperPrefixes are what the names of unexported functions and variables start
// with.
var helperPrefixes = []string{
	"as", "from", "default", "check", "merge", "pattern", "decode", "encode", "family", "params", "validate", "fieldPattern",
	"fields", "moves", "convert", "renamed",
	"require", "optional", "defaulted",
}

func set(names string) map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		m[name] = true
	}
	return m
}
