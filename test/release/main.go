package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/mod/semver"
)

// request says what is released, and how far to go.
type request struct {
	Repository string // folder of the clone
	Version    string
	Proxy      string // folder for the modules as a proxy serves them; empty: a temporary one
	ModCache   string // folder for the modules that these need; empty: a temporary one
	Apply      bool   // make the commit and the tags
}

func main() {
	r := request{Repository: "."}
	flag.StringVar(&r.Version, "version", "", "version of all modules, such as v0.1.0")
	flag.StringVar(&r.Proxy, "proxy", "", "`folder` in which to leave the modules as a GOPROXY=file://… serves them")
	flag.BoolVar(&r.Apply, "apply", false, "make the commit and the tags (default: only say what would be done)")
	flag.Parse()
	if err := run(r, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run releases what is committed. Without Apply the repository stays as it is.
func run(r request, out io.Writer) error {
	if !semver.IsValid(r.Version) || semver.Canonical(r.Version) != r.Version {
		return fmt.Errorf("%q is not a version such as v0.1.0", r.Version)
	}
	repo, err := openRepository(r.Repository)
	if err != nil {
		return err
	}
	modules, err := findModules(repo.folder)
	if err != nil {
		return err
	}
	for _, m := range modules {
		if err := repo.refuseTag(m.tag(r.Version)); err != nil {
			return err
		}
	}
	for _, folder := range []*string{&r.Proxy, &r.ModCache} {
		if *folder != "" {
			continue
		}
		if *folder, err = os.MkdirTemp("", "release"); err != nil {
			return err
		}
		defer removeAll(*folder)
	}
	return repo.withWorktree(func(tree *repository) error { return release(r, tree, modules, out) })
}

// release prepares the modules in a work tree of their own, then commits and
// tags them if that is asked for.
func release(r request, tree *repository, modules []module, out io.Writer) error {
	for _, m := range modules {
		if err := prepare(tree.folder, m, modules, r); err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
		fmt.Fprintf(out, "%s %s\n", m.Path, r.Version)
	}
	if !r.Apply {
		fmt.Fprintln(out, "dry run: nothing was committed or tagged; -apply does it")
		return nil
	}
	if err := tree.commit("Release " + r.Version); err != nil {
		return err
	}
	var tags []string
	for _, m := range modules {
		tags = append(tags, m.tag(r.Version))
	}
	if err := tree.tag(tags); err != nil {
		return err
	}
	fmt.Fprintln(out, "publish it with: git push origin", tags)
	return nil
}

var errUncommitted = errors.New("there are uncommitted changes: a release is made of what is committed")
