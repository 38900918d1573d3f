package store

// NamesQuery asks for the names of what a store holds: its apps, or an app's users.
type NamesQuery struct {
	AppName string // whose users are asked for; empty: the apps
	After   string // names above this, compared by bytes
	First   int    // at most so many; above 0
}
