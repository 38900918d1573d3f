package runtime

import "github.com/seed92179c4c/stategen/runtime/value"

// What programs need of keys, values, changes and states, by the names of this package.
// Package value defines it, and says more of each.
type (
	// Scope says who shares a state key and how long its value lives. It is
	// written as the key's prefix.
	Scope = value.Scope
	// Delta is a change of state: what an event does to it. Each full key has its
	// new value, nil to unset the key, or an Op. It prints its keys, and no values.
	Delta = value.Delta
	// Op is a merge operation: a change to one key that the store applies
	// atomically to whatever the key holds by then. In a Delta it takes the place
	// of a value.
	Op = value.Op
	// OpKind says how a merge operation combines its operand with the value that
	// a key holds.
	OpKind = value.OpKind
	// Was says how values that an earlier schema stored count for an operation.
	Was = value.Was
	// ItemKind is what JSON stores an item of a list as.
	ItemKind = value.ItemKind
	// Limits bound the result of an operation. Zero values bound nothing.
	Limits = value.Limits
	// ReadonlyState is a view of a session's merged state: session, user, app and
	// temp keys in one map. Its method set is that of ReadonlyState in Google's
	// ADK for Go, so that either side's values satisfy the other's interface.
	ReadonlyState = value.ReadonlyState
	// State is a ReadonlyState that can be written. Whether a write is visible to
	// others, and when it is stored, is up to whoever handed out the state: see
	// Invocation and Update.
	State = value.State
	// MapState is a State over a plain map: for tests, and for hosts that have no
	// session service. It copies nothing.
	MapState = value.MapState
	// Merger is a State that takes merge operations. Those of an Invocation's
	// contexts and of Update do; on other states use Merge.
	Merger = value.Merger
)

// The scopes, with the lifetimes that agent frameworks give them.
const (
	ScopeSession = value.ScopeSession // no prefix: one session
	ScopeUser    = value.ScopeUser    // "user:": all sessions of one user in one app
	ScopeApp     = value.ScopeApp     // "app:": all users and sessions of one app
	ScopeTemp    = value.ScopeTemp    // "temp:": one invocation; never stored
)

// The kinds of merge operations. Sum, min and max take a number, append and
// union a list.
const (
	OpSum    = value.OpSum    // adds the operand
	OpMin    = value.OpMin    // keeps the smaller of both
	OpMax    = value.OpMax    // keeps the larger of both
	OpAppend = value.OpAppend // appends the operand's items to the list
	OpUnion  = value.OpUnion  // appends the items that the list doesn't hold yet
)

// The kinds of items. Whole numbers beyond MaxExactInt are stored as text.
const (
	TextItem   = value.TextItem
	BoolItem   = value.BoolItem
	IntItem    = value.IntItem
	FloatItem  = value.FloatItem
	ListItem   = value.ListItem
	ObjectItem = value.ObjectItem
	AnyItem    = value.AnyItem
)

// MaxExactInt is the largest whole number that every reader of JSON keeps
// exactly, 2^53-1.
const MaxExactInt = value.MaxExactInt

// Scopes lists every scope in the order in which they are documented.
func Scopes() []Scope { return value.Scopes() }

// ParseScope returns the scope of that name, and whether there is one.
func ParseScope(name string) (Scope, bool) { return value.ParseScope(name) }

// ParseOpKind returns the kind of that name, and whether there is one.
func ParseOpKind(name string) (OpKind, bool) { return value.ParseOpKind(name) }

// ParseKey splits a key into its scope and the name after the prefix. A key
// with a prefix that is not a scope's belongs to the session.
func ParseKey(key string) (Scope, string) { return value.ParseKey(key) }

// Normalize returns a deep copy of a value in the one form that every store
// keeps and gives back: nil, bool, string, int (int64 where int is too small), float64,
// and []any and map[string]any of these. What doesn't convert without loss is a *ValueError.
// The key only appears in the error.
func Normalize(key string, v any) (any, error) { return value.Normalize(key, v) }

// Clone returns a deep copy of a value in normal form.
func Clone(v any) any { return value.Clone(v) }

// EncodeValue returns a value in normal form (see Normalize) as JSON. Equal
// values give equal bytes. DecodeValue tells 5.0 from 5.
func EncodeValue(v any) ([]byte, error) { return value.Encode(v) }

// DecodeValue returns the value that JSON text represents, in normal form:
// what EncodeValue wrote comes back exactly.
func DecodeValue(text []byte) (any, error) { return value.Decode(text) }

// EncodeInt returns the stored form of a typed integer: an int up to
// ±MaxExactInt, beyond that decimal text, so that no reader of JSON rounds it.
func EncodeInt(i int64) any { return value.EncodeInt(i) }

// DecodeInt reads a typed integer in every form in which a store may give it
// back. It is false for anything else, and for what may have been rounded.
func DecodeInt(v any) (int64, bool) { return value.DecodeInt(v) }

// DecodeFloat reads a typed float in every form in which a store may give it
// back. It is false for anything else, and for what a float64 would round.
func DecodeFloat(v any) (float64, bool) { return value.DecodeFloat(v) }

// Merge applies a merge operation to a state: as an operation if it is a
// Merger, otherwise by reading the key and writing the result, which is not
// atomic. Old names that the operation carries are unset.
func Merge(state State, key string, op Op) error { return value.Merge(state, key, op) }

// RegisterMissing makes another framework's "no such key" error known, so that
// its states can be read by generated code. It is meant for init functions.
func RegisterMissing(err error) { value.RegisterMissing(err) }

// IsMissing reports whether err says that a key is not set: ErrMissing, an error made known
// with RegisterMissing, or one with the text of ADK for Go's session.ErrStateKeyNotExist.
func IsMissing(err error) bool { return value.IsMissing(err) }
