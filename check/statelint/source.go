package statelint

import (
	"embed"
	"io/fs"
	"runtime"

	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/check/statelint/internal/typecheck"
)

// shapes stand in for ADK and tRPC-Agent-Go where they were not downloaded.
//
//go:embed testdata/src/google.golang.org/adk testdata/src/trpc.group
var shapes embed.FS

// loadSource lists packages and reads them from source, without compiling what they
// depend on. It returns those that match the patterns, and those together with the local
// packages that they depend on, dependencies first.
func loadSource(patterns []string, o CheckOptions) (list *golist.Listing, err error) {
	if list, err = golist.List(patterns, o.goCommand()); err != nil {
		return nil, err
	}
	return list, readSource(list, o)
}

// readSource fills in the syntax and types of what is listed.
func readSource(list *golist.Listing, o CheckOptions) error {
	standsIn, err := fs.Sub(shapes, "testdata/src")
	if err != nil {
		return err
	}
	list.StandIn(standsIn)
	src := sources.New(o.ReadFile, o.Unsaved)
	return typecheck.NewFromSource(src, runtime.GOARCH, list.Local, standsIn).Read(func() error {
		if o.Context == nil {
			return nil
		}
		return o.Context.Err()
	})
}
