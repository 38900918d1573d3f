package agui

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// contract is what generated code makes of a schema.
func contract(testing.TB) *client.Contract {
	text := func(name string, write bool) client.Declared {
		return client.Key[string]{Name: name, As: typed.AsString, From: typed.FromString, Optional: true, Write: write}
	}
	return client.NewContract(
		text("city", true), text("seat", true), text("a/b~c", true), text("user:name", true),
		text("app:news", false), text("temp:hint", false),
		client.Key[any]{Name: "offers", As: same, From: same, Optional: true},
		client.Key[int]{
			Name: "likes", As: typed.AsInt, From: typed.FromInt, Optional: true, Write: true,
			Merge: &runtime.Op{Kind: runtime.OpSum},
		},
	)
}

func same(v any) (any, error) { return v, nil }
