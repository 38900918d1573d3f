package goload

import (
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// Compiled is Source for a module that can be built: what its packages import from elsewhere is
// read as the go command compiled it, which it may have to do first. Where anything of that fails,
// all is read from source.
func (f *Source) Compiled() *Source {
	var paths []string
	for _, pkg := range f.listing.Local {
		for _, imported := range pkg.Imports {
			if !f.listing.isLocal(imported) && imported.PkgPath != "unsafe" && imported.PkgPath != "C" {
				paths = append(paths, imported.PkgPath)
			}
		}
	}
	if len(paths) == 0 {
		return f
	}
	slices.Sort(paths)
	config := f.listing.asking(packages.NeedName | packages.NeedExportFile)
	config.Tests = false
	list, err := packages.Load(config, slices.Compact(paths)...)
	if err != nil {
		return f
	}
	known := map[string]string{}
	for _, pkg := range list {
		if pkg.ExportFile == "" || len(pkg.Errors) > 0 {
			return f
		}
		known[pkg.PkgPath] = pkg.ExportFile
	}
	f.compiled, f.exported = known, map[string]*types.Package{}
	return f
}

// export reads the types of a compiled package; nil: there is none.
func (f *Source) export(path string) *types.Package {
	f.mu.Lock()
	defer f.mu.Unlock()
	file := f.compiled[path]
	if pkg := f.exported[path]; file == "" || pkg != nil && pkg.Complete() {
		return pkg
	}
	in, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer in.Close()
	//lint:ignore SA1019 before Go 1.28 the go command writes archives, which Read alone refuses
	text, err := gcexportdata.NewReader(in)
	if err != nil {
		return nil
	}
	pkg, err := gcexportdata.Read(text, f.fset, f.exported, path)
	if err != nil {
		return nil
	}
	return pkg
}
