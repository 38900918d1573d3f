package goload

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestReaching holds that what is in one program with a package is read, and nothing else.
func TestReaching(t *testing.T) {
	byPath := map[string]*packages.Package{}
	var l Listing
	add := func(path string, local bool, imports ...string) {
		pkg := &packages.Package{ID: path, PkgPath: path, Imports: map[string]*packages.Package{}}
		for _, i := range imports {
			pkg.Imports[i] = byPath[i]
		}
		if byPath[path] = pkg; local {
			l.Local = append(l.Local, pkg)
		}
	}
	add("framework", false)
	add("wrapper", false, "framework")
	add("other", false)
	add("keys", true, "other")
	add("unused", true, "other")
	add("agents", true, "wrapper", "keys")
	add("tool", true, "unused")
	add("server", true, "agents", "other")
	is := func(pkg *packages.Package) bool { return pkg.PkgPath == "framework" }
	var got []string
	for _, pkg := range l.Reaching(is) {
		got = append(got, pkg.PkgPath)
	}
	if want := []string{"keys", "agents", "server"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
