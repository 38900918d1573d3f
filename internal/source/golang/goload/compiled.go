package goload

import (
	"go/types"
	"slices"

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
	config := f.listing.asking(packages.NeedName | packages.NeedImports | packages.NeedTypes | packages.NeedExportFile)
	config.Tests, config.Fset = false, f.fset
	list, err := packages.Load(config, slices.Compact(paths)...)
	if err != nil {
		return f
	}
	known := map[string]*types.Package{}
	for _, pkg := range list {
		if pkg.ExportFile == "" || pkg.Types == nil || len(pkg.Errors) > 0 {
			return f
		}
		known[pkg.PkgPath] = pkg.Types
	}
	f.compiled = known
	return f
}
