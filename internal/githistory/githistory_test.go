package githistory

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository of shell commands.
func repository(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("sh", "-euc", "git init -q -b main\ngit config user.name x\ngit config user.email x@example.com\n"+script)
	cmd.Dir = dir
	cmd.Env = append(environment(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

func open(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRead(t *testing.T) {
	dir := repository(t, `
		mkdir a; echo one > a/s.yaml; ln -s s.yaml a/link; echo odd > 'a/*'; git add -A; git commit -qm one
		echo two > a/s.yaml; git commit -qam two`)
	r, ctx := open(t, filepath.Join(dir, "a")), context.Background()
	first, err := r.Commit(ctx, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a/s.yaml": "one\n", "a/*": "odd\n"} {
		if text, err := r.Read(ctx, first, path); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	for _, path := range []string{"a/none", "a", "s.yaml", "a/s.*"} {
		if _, err := r.Read(ctx, first, path); err == nil {
			t.Errorf("%s is read", path)
		}
	}
	if _, err := r.Read(ctx, first, "a/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for path, want := range map[string]string{"a/link": "not a regular file", "../x": "leads out", "/etc/passwd": "leads out", "a/../a/s.yaml": "leads out"} {
		if _, err := r.Read(ctx, first, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestCommitIsNeverAnOption(t *testing.T) {
	dir := repository(t, "git commit -q --allow-empty -m one")
	r := open(t, dir)
	for _, name := range []string{"", "-", "--all", "--output=x", "HEAD\n", "none", "HEAD:", "HEAD^{tree}", "HEAD..HEAD", "main@{upstream}"} {
		if id, err := r.Commit(context.Background(), name); err == nil {
			t.Errorf("%q is %s", name, id)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("git wrote a file")
	}
}

func TestMergeBase(t *testing.T) {
	ctx := context.Background()
	r := open(t, repository(t, `git commit -q --allow-empty -m one; git checkout -qb feature; git commit -q --allow-empty -m two
		git checkout -q main; git commit -q --allow-empty -m three; git checkout -q feature`))
	id, branch, err := r.MergeBase(ctx)
	if err != nil || branch != "main" {
		t.Fatal(branch, err)
	}
	if want, err := r.Commit(ctx, "HEAD~1"); err != nil || id != want {
		t.Errorf("got %s, want %s, %v", id, want, err)
	}
	if _, _, err := open(t, repository(t, "")).MergeBase(ctx); err == nil || !strings.Contains(err.Error(), "nothing has been committed") {
		t.Error(err)
	}
	_, _, err = open(t, repository(t, "git checkout -qb other; git commit -q --allow-empty -m one")).MergeBase(ctx)
	if err == nil || !strings.Contains(err.Error(), "no default branch") {
		t.Error(err)
	}
}

func TestShallowClone(t *testing.T) {
	from := repository(t, "git commit -q --allow-empty -m one; git commit -q --allow-empty -m two")
	dir := t.TempDir()
	clone := exec.Command("git", "clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(from), dir)
	clone.Env = environment()
	if out, err := clone.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, err := open(t, dir).Commit(context.Background(), "HEAD~1")
	if err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Error(err)
	}
}

func TestFormer(t *testing.T) {
	r := open(t, repository(t, `mkdir a; seq 40 > a/s.yaml; git add -A; git commit -qm one; git mv a b; echo more >> b/s.yaml; git commit -qam two`))
	ctx := context.Background()
	first, err := r.Commit(ctx, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	if former, ok := r.Former(ctx, first, "b/s.yaml"); !ok || former != "a/s.yaml" {
		t.Error(former, ok)
	}
	if former, ok := r.Former(ctx, first, "b/other.yaml"); ok {
		t.Error(former)
	}
}

// TestNothingRuns shows that no program is started which a repository's own
// configuration, or the environment, names.
func TestNothingRuns(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "ran")
	dir := repository(t, `echo '* diff=evil filter=evil' > .gitattributes; seq 9 > s; git add -A; git commit -qm one; git mv s r; git commit -qm two`)
	evil := "touch " + mark + ";"
	for _, key := range []string{"core.fsmonitor", "core.pager", "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.smudge", "filter.evil.clean", "core.sshCommand", "core.gitProxy"} {
		set := exec.Command("git", "config", key, evil)
		set.Dir = dir
		if out, err := set.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, name := range []string{"GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND"} {
		t.Setenv(name, evil)
	}
	t.Setenv("GIT_DIR", t.TempDir())
	r, ctx := open(t, dir), context.Background()
	first, err := r.Commit(ctx, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(ctx, first, "s"); err != nil {
		t.Error(err)
	}
	if _, err := r.Files(ctx, first, "s"); err != nil {
		t.Error(err)
	}
	if _, ok := r.Former(ctx, first, "r"); !ok {
		t.Error("not found as renamed")
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program ran")
	}
}
