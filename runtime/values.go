package runtime

import "github.com/seed92179c4c/stategen/runtime/value"

// Keys.

// Scope says who shares a state key and how long its value lives. It is
// written as the key's prefix.
type Scope = value.Scope

// The scopes, with the lifetimes that agent frameworks give them.
const (
	ScopeSession = value.ScopeSession // no prefix: one session
	ScopeUser    = value.ScopeUser    // "user:": all sessions of one user in one app
	ScopeApp     = value.ScopeApp     // "app:": all users and sessions of one app
	ScopeTemp    = value.ScopeTemp    // "temp:": one invocation; never stored
)

// Scopes lists every scope in the order in which they are documented.
func Scopes() []Scope { return value.Scopes() }

// ParseScope returns the scope of that name, and whether there is one.
func ParseScope(name string) (Scope, bool) { return value.ParseScope(name) }

// ParseKey splits a key into its scope and the name after the prefix. A key
// with a prefix that is not a scope's ("relay:token") belongs to the session,
// and its name is the whole key: that is how agent frameworks route it.
func ParseKey(key string) (Scope, string) { return value.ParseKey(key) }

// Values.

// MaxExactInt is the largest whole number that every reader of JSON keeps
// exactly, 2^53-1.
const MaxExactInt = value.MaxExactInt

// Normalize returns a deep copy of a value in the one form that every store
// keeps and gives back:
//
//   - nil, bool, string
//   - int for every whole number (int64 where int is too small for it)
//   - float64
//   - []any and map[string]any of these
//
// It accepts what converts without loss: all integer and float types, named
// types of a basic kind, json.Number, json.RawMessage, and slices, arrays and
// maps with string keys. Everything else is a *ValueError: other types, bytes,
// NaN and infinities, text that is not UTF-8 or contains a NUL character, a whole
// number beyond int64 that a float64 would round, more than 1,000 levels of
// nesting. A nil slice or map is an empty one. The key only appears in the
// error.
func Normalize(key string, v any) (any, error) { return value.Normalize(key, v) }

// Clone returns a deep copy of a value in normal form.
func Clone(v any) any { return value.Clone(v) }

// EncodeValue returns a value in normal form (see Normalize) as JSON. Equal
// values give equal bytes: fields are sorted. A float64 always shows a
// fraction or an exponent, so that DecodeValue tells 5.0 from 5.
func EncodeValue(v any) ([]byte, error) { return value.Encode(v) }

// DecodeValue returns the value that JSON text represents, in normal form:
// what EncodeValue wrote comes back exactly. It accepts what encoding/json
// does.
func DecodeValue(text []byte) (any, error) { return value.Decode(text) }

// EncodeInt returns the stored form of a typed integer: an int up to
// ±MaxExactInt, beyond that decimal text, so that no reader of JSON rounds it.
func EncodeInt(i int64) any { return value.EncodeInt(i) }

// DecodeInt reads a typed integer in every form in which a store may give it
// back: int, int64, a float64 or json.Number that is whole, decimal text. It
// is false for anything else, and for a float64 beyond ±MaxExactInt, which
// may have been rounded on the way.
func DecodeInt(v any) (int64, bool) { return value.DecodeInt(v) }

// DecodeFloat reads a typed float in every form in which a store may give it
// back: a float64, and an int, int64 or json.Number if a float64 doesn't round
// it. It is false for anything else. A json.Number with a fraction or exponent
// counts as the float64 nearest to it.
func DecodeFloat(v any) (float64, bool) { return value.DecodeFloat(v) }

// Changes.

// Delta is a change of state: what an event does to it. Each full key has its
// new value, nil to unset the key, or an Op, which the store applies to whatever
// the key holds by then.
//
// Being a map, a Delta must not be written by several goroutines at once, and
// what is put into it is not copied; a service copies it before it stores it.
// It prints its keys, and no values: which keys are sensitive, only generated
// code knows.
type Delta = value.Delta

// Scoped is a delta split by scope. The keys of each part are without their
// prefix; a part may be nil.
type Scoped = value.Scoped

// Op is a merge operation: a change to one key that the store applies
// atomically to whatever the key holds by then. In a Delta it takes the place
// of a value.
type Op = value.Op

// OpKind says how a merge operation combines its operand with the value that
// a key holds.
type OpKind = value.OpKind

// The kinds of merge operations. Sum, min and max take a number, append and
// union a list.
const (
	OpSum    = value.OpSum    // adds the operand
	OpMin    = value.OpMin    // keeps the smaller of both
	OpMax    = value.OpMax    // keeps the larger of both
	OpAppend = value.OpAppend // appends the operand's items to the list
	OpUnion  = value.OpUnion  // appends the items that the list doesn't hold yet
)

// Was says how values that an earlier schema stored under a key, or under one of
// its old names, count for an operation.
type Was = value.Was

// ItemKind is what JSON stores an item of a list as.
type ItemKind = value.ItemKind

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

// Limits bound the result of an operation. Zero values bound nothing.
type Limits = value.Limits

// ParseOpKind returns the kind of that name, and whether there is one.
func ParseOpKind(name string) (OpKind, bool) { return value.ParseOpKind(name) }

// States.

// ReadonlyState is a view of a session's merged state: session, user, app and
// temp keys in one map. Its method set is that of ReadonlyState in Google's
// ADK for Go, so that either side's values satisfy the other's interface.
type ReadonlyState = value.ReadonlyState

// State is a ReadonlyState that can be written. Whether a write is visible to
// others, and when it is stored, is up to whoever handed out the state: see
// Invocation and Update.
type State = value.State

// MapState is a State over a plain map: for tests, and for hosts that have no
// session service. It copies nothing and must not be used by several
// goroutines at once when one of them writes.
type MapState = value.MapState

// Merger is a State that takes merge operations. Those of an Invocation's
// contexts and of Update do; on other states use Merge.
type Merger = value.Merger

// Merge applies a merge operation to a state: as an operation if it is a
// Merger, otherwise by reading the key and writing the result, which is not
// atomic. Old names that the operation carries are unset.
func Merge(state State, key string, op Op) error { return value.Merge(state, key, op) }

// RegisterMissing makes another framework's "no such key" error known, so that
// its states can be read by generated code: IsMissing is true for every error
// that errors.Is err. It is meant for init functions and safe for concurrent
// use; registering an error twice, or nil, changes nothing.
func RegisterMissing(err error) { value.RegisterMissing(err) }

// IsMissing reports whether err says that a key is not set, in our words
// (ErrMissing), in those of a framework made known with RegisterMissing, or in the
// very text of ADK for Go's session.ErrStateKeyNotExist, which need not be made
// known.
func IsMissing(err error) bool { return value.IsMissing(err) }
