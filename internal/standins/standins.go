// Package standins has the parts of frameworks that stategen knows, as Go source. They stand in for
// modules that were not downloaded, and in tests for the frameworks themselves.
package standins

import (
	"embed"
	"io/fs"
)

// The go command does not build what is in a folder with this name.
//
//go:embed _sources
var embedded embed.FS

// Sources has the packages in folders of their import paths.
func Sources() fs.FS {
	sources, err := fs.Sub(embedded, "_sources")
	if err != nil {
		panic(err) // the name is wrong
	}
	return sources
}
