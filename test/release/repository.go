package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// repository is a work tree of the repository.
type repository struct{ folder string }

// openRepository refuses a work tree with changes that a release would leave
// out.
func openRepository(dir string) (*repository, error) {
	top, err := (&repository{dir}).git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r := &repository{top}
	status, err := r.git("status", "--porcelain")
	if err == nil && status != "" {
		err = errUncommitted
	}
	return r, err
}

func (r *repository) refuseTag(name string) error {
	found, err := r.git("tag", "--list", name)
	if err == nil && found != "" {
		err = fmt.Errorf("the tag %s exists already", name)
	}
	return err
}

// withWorktree calls do with a work tree of its own of what is committed, and
// removes it afterwards.
func (r *repository) withWorktree(do func(*repository) error) (err error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	if _, err := r.git("worktree", "add", "--quiet", "--detach", "--force", dir); err != nil {
		return err
	}
	defer func() {
		_, removing := r.git("worktree", "remove", "--force", dir)
		err = errors.Join(err, removing)
	}()
	return do(&repository{dir})
}

func (r *repository) commit(message string) error {
	_, err := r.git("commit", "--quiet", "--all", "--message", message)
	return err
}

func (r *repository) tag(names []string) error {
	for _, name := range names {
		if _, err := r.git("tag", "--annotate", "--message", name, name); err != nil {
			return err
		}
	}
	return nil
}

// git runs a git command and returns what it prints.
func (r *repository) git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.folder
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}
