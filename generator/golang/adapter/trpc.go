package adapter

import (
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// TRPC prints the adapter for tRPC-Agent-Go.
func TRPC(p *names.Package) (plan.File, error) {
	d := newData(p)
	d.keys(p, func(k *names.Key) bool {
		return k.Encoding == schema.JSONString || k.Type.Kind == schema.String || k.Type.Kind == schema.Enum
	})
	return d.file("trpc")
}
