package goload

import (
	"runtime"

	"golang.org/x/tools/go/packages"
)

// inParallel does something with each package once it is done with those that
// the package imports. It returns the first error in the order of the list.
func inParallel(list []*packages.Package, do func(*packages.Package) error) error {
	done := map[*packages.Package]chan struct{}{}
	for _, pkg := range list {
		done[pkg] = make(chan struct{})
	}
	errs := make([]error, len(list))
	atOnce := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, pkg := range list {
		go func() {
			defer close(done[pkg])
			for _, imported := range pkg.Imports {
				if before, ok := done[imported]; ok {
					<-before
				}
			}
			atOnce <- struct{}{}
			errs[i] = do(pkg)
			<-atOnce
		}()
	}
	for _, pkg := range list {
		<-done[pkg]
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
