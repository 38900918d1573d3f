// Package githistory reads files of a Git repository as they were in a commit, and finds the commit to compare
// with: without a checkout, by the git command.
//
// The repository may be a stranger's: no hook, filter, pager or helper that its
// configuration names is run, nothing is fetched from anywhere, what is read is
// bounded, and names of commits that a user gives are never taken for options.
package githistory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Repo is a repository around a folder.
type Repo struct {
	dir string // of its work tree
}

// Limit is how many bytes of a file, or of any answer of git, are read.
const Limit = 64 << 20

// Open returns the repository that a folder is in.
func Open(ctx context.Context, dir string) (*Repo, error) {
	top, err := (&Repo{dir}).line(ctx, "rev-parse", "--show-toplevel")
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("there is no git command; name a file with --against instead")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not in a Git repository: %w", filepath.ToSlash(dir), err)
	}
	return &Repo{filepath.FromSlash(top)}, nil
}

// Path is the path of a file in the repository, with slashes.
func (r *Repo) Path(file string) (string, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	for _, resolve := range []func(string) (string, error){filepath.EvalSymlinks, func(dir string) (string, error) { return dir, nil }} {
		dir, err := resolve(filepath.Dir(abs))
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(r.dir, filepath.Join(dir, filepath.Base(abs)))
		if err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), nil
		}
	}
	return "", fmt.Errorf("%s is not in the repository %s", file, r.dir)
}

// Below is the path of a file of the repository from a folder that it is in or below.
func (r *Repo) Below(dir, path string) (string, bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(abs, filepath.Join(r.dir, filepath.FromSlash(path)))
	return rel, err == nil && filepath.IsLocal(rel)
}

// Commit returns the full ID of a commit that a user names.
func (r *Repo) Commit(ctx context.Context, name string) (string, error) {
	if name == "" || strings.HasPrefix(name, "-") || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		return "", fmt.Errorf("%q is not the name of a commit", name)
	}
	id, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", r.absent(ctx, fmt.Sprintf("there is no commit %q", name))
	}
	return id, nil
}

// MergeBase returns the commit at which HEAD left the default branch, and what
// that branch is called.
func (r *Repo) MergeBase(ctx context.Context) (id, branch string, err error) {
	if _, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return "", "", errors.New("nothing was compared: nothing has been committed yet; name an older version, such as --against old.yaml")
	}
	names := []string{"origin/main", "origin/master", "main", "master"}
	if head, err := r.line(ctx, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		names = slices.Insert(names, 0, head)
	}
	for _, name := range names {
		tip, err := r.Commit(ctx, name)
		if err != nil {
			continue
		}
		if id, err := r.line(ctx, "merge-base", tip, "HEAD"); err == nil {
			return id, name, nil
		}
		return "", name, r.absent(ctx, "HEAD and "+name+" have no commit in common")
	}
	return "", "", r.absent(ctx, "there is no default branch: neither origin/HEAD, nor main, nor master")
}

// absent is the error of a commit that isn't there, maybe because the clone is
// shallow.
func (r *Repo) absent(ctx context.Context, what string) error {
	if shallow, err := r.line(ctx, "rev-parse", "--is-shallow-repository"); err == nil && shallow == "true" {
		return fmt.Errorf("%s in this shallow clone; fetch the history first, by `git fetch --unshallow`, or fetch-depth: 0 of actions/checkout", what)
	}
	return fmt.Errorf("%s; name a commit, such as --against git:HEAD~1", what)
}

// Read returns the content of a regular file in a commit. It is fs.ErrNotExist if
// there is none.
func (r *Repo) Read(ctx context.Context, commit, path string) ([]byte, error) {
	fail := func(err error) ([]byte, error) {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	if !fs.ValidPath(path) {
		return fail(errors.New("it leads out of the repository"))
	}
	entry, err := r.output(ctx, "ls-tree", "-z", "-l", "--full-tree", commit, "--", path)
	if err != nil {
		return fail(err)
	}
	// A line is: mode, type, ID, size, a tab and the path.
	head, name, ok := strings.Cut(strings.TrimSuffix(string(entry), "\x00"), "\t")
	parts := strings.Fields(head)
	if !ok || name != path || len(parts) != 4 {
		return fail(fs.ErrNotExist)
	}
	if !strings.HasPrefix(parts[0], "100") {
		return fail(errors.New("it is not a regular file in that commit"))
	}
	size, err := strconv.Atoi(parts[3])
	if err != nil {
		return fail(errors.New("its content has not been fetched"))
	}
	if size > Limit {
		return fail(fmt.Errorf("it has more than %d MiB", Limit>>20))
	}
	text, err := r.output(ctx, "cat-file", "blob", parts[2])
	if err != nil {
		return fail(err)
	}
	return text, nil
}

// Files lists the files of a commit that have one of some names, by their paths.
func (r *Repo) Files(ctx context.Context, commit string, named ...string) ([]string, error) {
	list, err := r.output(ctx, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
	if err != nil {
		return nil, err
	}
	var found []string
	for file := range strings.SplitSeq(string(list), "\x00") {
		if slices.Contains(named, file[strings.LastIndexByte(file, '/')+1:]) {
			found = append(found, file)
		}
	}
	return found, nil
}

// Former returns the path that a file had in a commit, if Git takes it for renamed
// since then.
func (r *Repo) Former(ctx context.Context, commit, path string) (string, bool) {
	list, err := r.output(ctx, "diff-tree", "-r", "-z", "-M", "-l2000", "--no-commit-id", "--no-ext-diff", "--no-textconv",
		"--name-status", "--diff-filter=R", commit, "HEAD")
	if err != nil {
		return "", false
	}
	fields := strings.Split(string(list), "\x00")
	for i := 0; i+2 < len(fields); i += 3 {
		if fields[i+2] == path {
			return fields[i+1], true
		}
	}
	return "", false
}

func (r *Repo) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.output(ctx, args...)
	return strings.TrimRight(string(out), "\r\n"), err
}

// output runs git.
func (r *Repo) output(ctx context.Context, args ...string) ([]byte, error) {
	safe := []string{
		"--literal-pathspecs", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
		"-c", "protocol.allow=never", "-c", "protocol.ext.allow=never", "-c", "safe.bareRepository=explicit",
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append(safe, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.dir, environment(), time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &limited{&stderr, 4 << 10}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	out, readErr := io.ReadAll(io.LimitReader(pipe, Limit+1))
	if len(out) > Limit {
		cancel()
		readErr = fmt.Errorf("git %s prints more than %d MiB", args[0], Limit>>20)
	}
	if err := cmd.Wait(); err != nil && readErr == nil {
		readErr = said(err, stderr.String())
	}
	return out, readErr
}

// said is an error in git's own words.
func said(err error, stderr string) error {
	line, _, _ := strings.Cut(strings.TrimPrefix(stderr, "fatal: "), "\n")
	if line == "" {
		return err
	}
	return errors.New(line)
}

// environment is the process's own without what tells git of another repository,
// other configuration, or programs to run.
func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToUpper(v), "GIT_") })
	return append(env, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
}

// limited drops what is beyond a number of bytes.
type limited struct {
	to   *bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	kept := p[:min(len(p), l.left)]
	l.left -= len(kept)
	l.to.Write(kept)
	return len(p), nil
}
