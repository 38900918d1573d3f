package keys

import "github.com/seed92179c4c/stategen/internal/source"

// Use, UseKind and their values are those of package source.
type (
	Use     = source.Use
	UseKind = source.UseKind
)

// The ways to use a key.
const (
	Get         = source.Get
	Set         = source.Set
	Clear       = source.Clear
	Output      = source.Output
	Placeholder = source.Placeholder
	Loaded      = source.Loaded
	Mention     = source.Mention
	Begin       = source.Begin
	Unset       = source.Unset
	Returned    = source.Returned
	UnknownPart = source.UnknownPart
)
