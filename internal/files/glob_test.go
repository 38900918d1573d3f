package files

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tree makes a project of files, and of links, written "name -> target".
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		name, target, link := strings.Cut(name, " -> ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if link {
			if os.Symlink(filepath.FromSlash(target), path) != nil {
				t.Skip("no symbolic links here")
			}
			continue
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func globbed(t *testing.T, dir, pattern string) (found []string, skipped int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := OfFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Glob(ctx, dir, pattern, func(dir string) bool { return filepath.Base(dir) == "skipped" })
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	for _, f := range m.Files {
		rel, err := filepath.Rel(dir, f)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, filepath.ToSlash(rel))
	}
	return found, len(m.Skipped)
}

func TestGlob(t *testing.T) {
	dir := tree(t, "go.mod", "a.md", "sub/b.md", "sub/deep/c.md", "sub/deep/d.txt", "[x].md",
		"skipped/p.md", "versions/v1/p.md", "versions/v2/p.md", "versions/current -> v1", "versions/again -> ../versions")
	for _, c := range []struct{ pattern, want string }{
		{"*.md", "[x].md a.md"},
		{"**/*.md", "[x].md a.md sub/b.md sub/deep/c.md versions/v1/p.md versions/v2/p.md"},
		{"sub/**", "sub/b.md sub/deep/c.md sub/deep/d.txt"},
		{"sub/**/*.txt", "sub/deep/d.txt"},
		{"**/deep/*", "sub/deep/c.md sub/deep/d.txt"},
		{"sub/**/deep/**/c.md", "sub/deep/c.md"},
		{"{a,sub/b,sub/{deep/c,none}}.md", "a.md sub/b.md sub/deep/c.md"},
		{`\[x\].md`, "[x].md"},
		{"./sub/../a.md", "a.md"},
		{"sub/b.md", "sub/b.md"},
		{"*/current/*.md", ""}, // links to folders are followed where they are named
		{"versions/current/*.md", "versions/current/p.md"},
		{"*/v1/*.md", "versions/v1/p.md"},
		{"none/**", ""},
		{"sub", ""},
		{".", ""},
	} {
		if got, _ := globbed(t, dir, c.pattern); strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.pattern, got, c.want)
		}
	}
}

// TestGlobLinksToEachOther holds that folders which all link to each other, as
// those of a workspace below node_modules, are looked through in no more time
// than they have folders.
func TestGlobLinksToEachOther(t *testing.T) {
	names, want := []string{"go.mod", "packages/latest -> ."}, []string(nil)
	all := strings.Fields("a b c d e f g h i j k l m n o p q r s t")
	for _, pkg := range all {
		names = append(names, "packages/"+pkg+"/prompts/x.md")
		want = append(want, "packages/"+pkg+"/prompts/x.md")
		for _, other := range all {
			names = append(names, "packages/"+pkg+"/node_modules/@x/"+other+" -> ../../../"+other)
		}
	}
	if got, _ := globbed(t, tree(t, names...), "packages/**/*.md"); !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

func TestGlobOutside(t *testing.T) {
	other := tree(t, "secret.md", "more/secret2.md")
	dir := tree(t, "go.mod", "x.md", "link.md -> "+filepath.Join(other, "secret.md"), "folder -> "+other, "y.md -> "+"../../"+filepath.Base(other))
	got, skipped := globbed(t, dir, "**/*.md")
	if want := []string{"x.md"}; !slices.Equal(got, want) || skipped != 1 {
		t.Errorf("found %q and passed over %d", got, skipped)
	}
}

func TestGlobEnds(t *testing.T) {
	p, err := OfFolder(tree(t, "a/b.md"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Glob(ctx, p.Dir(), "**", nil); err == nil {
		t.Error("goes on after it was canceled")
	}
	if _, err := p.Glob(t.Context(), p.Dir(), strings.Repeat("{a,b}", 30), nil); err == nil {
		t.Error("2^30 patterns are tried")
	}
}
