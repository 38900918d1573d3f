package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// lossyGoType describes what generate finds in the Go types that a schema names.
var lossyGoType = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "lossy-go-type",
	Summary: "a go_type has values that its JSON loses",
	Why: "Values are stored as encoding/json writes them. An unexported field is not written, nor is one with " +
		"json:\"-\", so they would be lost without an error. A type may have methods for JSON or text that keep them, or a " +
		"method Equal that says which values mean the same.",
	Bad:  "version: 1\nkeys:\n  site: {go_type: net/url.URL}  # its User has unexported fields\n",
	Good: "version: 1\nkeys:\n  site: string\n",
})

// lossyGoTypes reports each Go type that is known to lose values, where a key or a field
// first has it.
func lossyGoTypes(ctx context.Context, s *schema.Schema) diag.List {
	uses := usesOfGoTypes(s)
	if len(uses) == 0 || s.Partial {
		return nil
	}
	named := make([]schema.GoType, len(uses))
	for i, t := range uses {
		named[i] = t.Go
	}
	lossy := Lossy(ctx, filepath.Dir(s.File), named)
	var found diag.List
	for _, t := range uses {
		if lossy[t.Go] == "" {
			continue
		}
		found = append(found, diag.New(lossyGoType, t.Span, "not every value of %s can be stored: %s", t, lossy[t.Go]).
			WithHint("use a type that has methods for JSON or text, or an Equal that does not count this part; or store a string"))
	}
	return found
}

// usesOfGoTypes returns the types of keys and fields that are Go types, each type once.
func usesOfGoTypes(s *schema.Schema) []*schema.Type {
	var uses []*schema.Type
	add := func(t *schema.Type) {
		for t.Elem != nil {
			t = t.Elem
		}
		if t.Kind == schema.Go && !slices.ContainsFunc(uses, t.Equal) {
			uses = append(uses, t)
		}
	}
	for _, k := range s.Keys {
		add(k.Type)
	}
	for _, named := range s.Types {
		for _, f := range named.Fields {
			add(f.Type)
		}
	}
	return uses
}
