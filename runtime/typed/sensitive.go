package typed

// Hide passes on what a getter of a sensitive key returned, without the value
// in its error.
func Hide[T any](v T, err error) (T, error) { return v, Redact(err) }

// HideOpt is Hide for an optional key.
func HideOpt[T any](v T, ok bool, err error) (T, bool, error) { return v, ok, Redact(err) }
