package arrows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/seed92179c4c/stategen"
	root   = "../.."
)

// reaching are the packages of the standard library that reach out of the
// program.
var reaching = []string{"os", "os/exec", "io/ioutil", "net", "net/http", "syscall", "plugin"}

// rules are what arrows.txt says.
type rules struct {
	layer map[string]int      // of a folder and what is below it, from the bottom
	users map[string][]string // of a library or a package that reaches out: the folders that may import it
}

// TestArrows holds that every import leads down, and that libraries and what reaches out of the program are imported
// where arrows.txt says so, and nowhere else.
func TestArrows(t *testing.T) {
	r, found := readRules(t), readCode(t)
	used := map[string]bool{}
	for _, from := range slices.Sorted(maps.Keys(found)) {
		own, known := longest(r.layer, from)
		if used[own] = true; !known {
			t.Errorf("%s is on no layer of arrows.txt", from)
		}
		for _, to := range slices.Sorted(maps.Keys(found[from])) {
			if below, ok := longest(r.layer, to); ok {
				if below != own && r.layer[below] >= r.layer[own] {
					t.Errorf("%s imports %s, which is on no lower layer", from, to)
				}
				continue
			}
			of, _ := longest(r.users, to)
			i := slices.IndexFunc(r.users[of], func(user string) bool { return within(from, user) })
			if i < 0 {
				t.Errorf("%s may not import %s", from, to)
				continue
			}
			used[of+" "+r.users[of][i]] = true
		}
	}
	for folder := range r.layer {
		if !used[folder] {
			t.Errorf("there is no package in %s any more", folder)
		}
	}
	for of, users := range r.users {
		for _, user := range users {
			if !used[of+" "+user] {
				t.Errorf("%s no longer imports %s", user, of)
			}
		}
	}
}

// TestCircles holds that no two folders import each other: neither at the top of the repository, where internal has its
// own, nor below internal.
func TestCircles(t *testing.T) {
	room := func(path string) string {
		parts := strings.SplitN(path, "/", 3)
		if parts[0] == "internal" && len(parts) > 1 {
			return "internal/" + parts[1]
		}
		return parts[0]
	}
	imports := map[[2]string]string{}
	for from, all := range readCode(t) {
		for to := range all {
			imports[[2]string{room(from), room(to)}] = from + " imports " + to
		}
	}
	for pair, why := range imports {
		if back := imports[[2]string{pair[1], pair[0]}]; pair[0] < pair[1] && back != "" {
			t.Errorf("%s, and %s", why, back)
		}
	}
}

// within reports whether a package is a folder, or below it.
func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// longest is the deepest folder of a table that a package is in.
func longest[V any](table map[string]V, path string) (folder string, found bool) {
	for of := range table {
		if within(path, of) && (!found || len(of) > len(folder)) {
			folder, found = of, true
		}
	}
	return folder, found
}

// readRules reads arrows.txt.
func readRules(t *testing.T) rules {
	t.Helper()
	text, err := os.ReadFile("arrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, layers := rules{map[string]int{}, map[string][]string{}}, 0
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		of, users, imported := strings.Cut(line, ":")
		switch {
		case strings.TrimSpace(line) == "":
		case imported:
			r.users[strings.TrimSpace(of)] = strings.Fields(users)
		default:
			layers++
			for _, folder := range strings.Fields(line) {
				r.layer[folder] = layers
			}
		}
	}
	return r
}

// readCode reads what the code of all modules imports, by package, for whichever system, tests left
// out. It opens the files itself, so that the go command runs the test again when one
// has changed.
func readCode(t *testing.T) map[string]map[string]bool {
	t.Helper()
	found := map[string]map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		from := filepath.ToSlash(filepath.Dir(rel))
		switch {
		case err != nil:
			return err
		case d.IsDir() && isSkipped(filepath.ToSlash(rel)):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		if found[from] == nil {
			found[from] = map[string]bool{}
		}
		for _, to := range importsOf(t, path) {
			found[from][to] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// importsOf returns what a file imports that says something: our own packages, libraries, and what reaches out.
func importsOf(t *testing.T, path string) (list []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") || slices.Contains(reaching, path) {
			list = append(list, strings.TrimPrefix(path, module+"/"))
		}
	}
	return list
}

// isSkipped reports whether a folder has no code of ours, or code that shows how
// stategen is used, or module test, which may import whatever it tests.
func isSkipped(path string) bool {
	base := filepath.Base(path)
	return base == "testdata" || path == "bin" || path == "tmp" || path == "examples" || path == "docs" ||
		path == "test" || path == "tools" || len(base) > 1 && (base[0] == '.' || base[0] == '_')
}

// writing are the functions of package os that change files.
var writing = []string{
	"Chmod", "Chtimes", "CopyFS", "Create", "CreateTemp", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile", "OpenRoot",
	"Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
}

// doors are the files that may call these: all others have their files written by internal/files.
var doors = map[string]string{
	"cmd/stategen/browse.go": "a page that only this user can read, in a folder of its own",
}

// TestWriting holds that commands, and what they call, open no file for writing but through
// internal/files, which knows what leads out of a project.
func TestWriting(t *testing.T) {
	for _, folder := range []string{
		"cmd", "internal/workspace", "internal/lsp", "internal/flow", "internal/reference", "internal/infer", "internal/audit", "internal/breaking", "internal/scan", "internal/diag",
	} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(root, path)
			switch rel = filepath.ToSlash(rel); {
			case err != nil:
				return err
			case d.IsDir() && isSkipped(rel):
				return filepath.SkipDir
			case d.IsDir() || doors[rel] != "" || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go"):
				return nil
			}
			for _, call := range writesOf(t, path) {
				t.Errorf("%s calls %s: let internal/files write it", rel, call)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// writesOf returns what a file uses that changes files.
func writesOf(t *testing.T, path string) (calls []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			pkg, _ := s.X.(*ast.Ident)
			if pkg != nil && (pkg.Name == "os" && slices.Contains(writing, s.Sel.Name) ||
				pkg.Name == "files" && s.Sel.Name == "Replace") {
				calls = append(calls, pkg.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}

// TestEditor holds that the editor's server asks package workspace alone, and knows no more than the values that it gets.
func TestEditor(t *testing.T) {
	for to := range readCode(t)["internal/lsp"] {
		known := slices.Contains([]string{"internal/diag", "internal/source", "internal/workspace", "internal/yaml", "schema"}, to)
		if !known && (strings.HasPrefix(to, "internal/") || strings.HasPrefix(to, "generator")) && !within(to, "internal/lsp") {
			t.Errorf("internal/lsp imports %s: let internal/workspace answer", to)
		}
	}
}
