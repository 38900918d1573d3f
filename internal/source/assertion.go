package source

// Assertion is a read that asks a value to have a type.
type Assertion struct {
	Use
	All  []Type // that the same read accepts, Type too
	Kept bool   // no database gives the value back in another form
	// Library is whether no program of the project has its package, and Alone whether that runs agents on
	// sessions of its own, which it keeps in memory.
	Library, Alone bool
}

// Storage is where a program keeps its sessions.
type Storage uint8

// The storages. A database gives values back in the forms that JSON has; it can be a service of others, too.
// Sessions in memory keep what they are given. With MaybeDatabase there is a service that may be one, or that a
// program may use; with UnknownStorage none is seen.
const (
	UnknownStorage Storage = iota
	Memory
	MaybeDatabase
	Database
)
