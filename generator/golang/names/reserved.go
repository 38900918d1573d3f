package names

import "strings"

// The names that are not free in generated code, each with the reason. This is
// the one place that lists them.

var (
	// Names at package level: of all packages, and those that adapters, keys for clients and moves add.
	reservedPackage = reserve(own, "Of Read Load NewDelta Reader State Delta Snapshot Initial")
	reservedADK     = reserve(own, "For Plugin SetDelta AppendDelta")
	reservedTRPC    = reserve(own, "For SessionState CreateSession ApplyDelta")
	reservedEino    = reserve(own, "For SetDelta")
	reservedClients = reserve(own, "Clients ClientView ApplyClient")
	reservedMigrate = reserve(own, "Migrate")

	// Methods that go vet wants to have a certain signature.
	reservedAccessors = reserve("which go vet reserves for a method of the standard library",
		`Format GobDecode GobEncode MarshalJSON MarshalXML ReadByte ReadFrom ReadRune Scan Seek
		UnmarshalJSON UnmarshalXML UnreadByte UnreadRune WriteByte WriteTo`)

	// Methods of the structs whose fields have the keys' names.
	reservedSnapshot = reserve(own, "String LogValue")
	reservedInitial  = reserve(own, "Build String LogValue")

	// Fields of every object's struct.
	reservedFields = reserve(own, UnknownFields)
)

// UnknownFields is the field of an object's struct that has no counterpart in the
// schema.
const UnknownFields = "UnknownFields"

const own = "which generated code has for itself"

func reserve(reason, names string) map[string]string {
	m := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		m[name] = reason
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
