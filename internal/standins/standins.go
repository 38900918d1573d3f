// Package standins has stubs of the frameworks, for modules that were not downloaded and for tests: the parts
// that stategen knows, as Go source.
package standins

import (
	"bytes"
	_ "embed"
	"io/fs"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"
)

//go:embed adk.txtar
var adk []byte

//go:embed eino.txtar
var eino []byte

//go:embed trpc.txtar
var trpc []byte

// Sources has the packages in folders of their import paths.
var Sources = sync.OnceValue(func() fs.FS {
	all := &txtar.Archive{}
	for _, text := range [][]byte{adk, eino, trpc} {
		all.Files = append(all.Files, txtar.Parse(text).Files...)
	}
	all.Files = append(all.Files, firstADK(txtar.Parse(adk).Files)...)
	sources, err := txtar.FS(all)
	if err != nil {
		panic(err) // two files have one name
	}
	return sources
})

// firstADK makes packages of ADK v1 of those of v2. What only one of them has is in both.
func firstADK(files []txtar.File) []txtar.File {
	for i, f := range files {
		files[i].Name = strings.Replace(f.Name, "/adk/v2/", "/adk/", 1)
		files[i].Data = bytes.ReplaceAll(f.Data, []byte("google.golang.org/adk/v2/"), []byte("google.golang.org/adk/"))
	}
	return files
}
