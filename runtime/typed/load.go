package typed

// The functions below fill the fields of a snapshot from the getters of a
// reader R. They keep a getter's error, and report whether there was none.
// They aren't inlined: generated code calls them for every key, and the copies
// would take longer to compile than all else.

// Load reads a key that always has a value.
//
//go:noinline
func Load[R, T any](errs *Errors, from R, get func(R) (T, error), field *T) bool {
	v, err := get(from)
	errs.Add(err)
	*field = v
	return err == nil
}

// LoadPointer reads an optional key; its field is nil when the key isn't set.
//
//go:noinline
func LoadPointer[R, T any](errs *Errors, from R, get func(R) (T, bool, error), field **T) bool {
	v, ok, err := get(from)
	errs.Add(err)
	if ok {
		*field = &v
	}
	return err == nil
}

// LoadNullable reads an optional json key; its field is nil when the key isn't
// set.
//
//go:noinline
func LoadNullable[R any](errs *Errors, from R, get func(R) (any, bool, error), field *any) bool {
	v, _, err := get(from)
	errs.Add(err)
	*field = v
	return err == nil
}
