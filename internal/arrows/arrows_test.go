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

// arrows maps a package to its imports, each with the reason.
type arrows map[string]map[string]string

func TestArrows(t *testing.T) {
	allowed, found := readList(t), readCode(t)
	for _, from := range slices.Sorted(maps.Keys(found)) {
		if allowed[from] == nil {
			t.Errorf("%s is not in arrows.txt: give it a line, and one for each of its imports", from)
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(found[from])) {
			if allowed[from][to] == "" {
				t.Errorf("%s may not import %s: no line of arrows.txt gives a reason for it", from, to)
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(allowed)) {
		for _, to := range slices.Sorted(maps.Keys(allowed[from])) {
			if _, ok := found[from][to]; !ok {
				t.Errorf("%s no longer imports %s: remove the line from arrows.txt", from, to)
			}
		}
		if found[from] == nil {
			t.Errorf("there is no package %s: remove it from arrows.txt", from)
		}
	}
}

// readList reads arrows.txt.
func readList(t *testing.T) arrows {
	t.Helper()
	text, err := os.ReadFile("arrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, from := arrows{}, ""
	for n, line := range strings.Split(string(text), "\n") {
		switch to, reason, _ := strings.Cut(strings.TrimSpace(line), " "); {
		case to == "" || to[0] == '#':
		case line[0] != ' ':
			from = to
			list[from] = map[string]string{}
		case strings.TrimSpace(reason) == "":
			t.Errorf("arrows.txt:%d: %s -> %s has no reason", n+1, from, to)
		default:
			list[from][to] = strings.TrimSpace(reason)
		}
	}
	return list
}

// readCode reads what the code of all modules imports, for whichever system, tests left
// out. It opens the files itself, so that the go command runs the test again when one
// has changed.
func readCode(t *testing.T) arrows {
	t.Helper()
	found := arrows{}
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
			found[from] = map[string]string{}
		}
		maps.Copy(found[from], importsOf(t, path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// importsOf returns what a file imports.
func importsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return told(paths)
}

// isSkipped reports whether a folder has no code of ours, or code that shows how
// stategen is used, or module test, which may import whatever it tests.
func isSkipped(path string) bool {
	base := filepath.Base(path)
	return base == "testdata" || path == "bin" || path == "tmp" || path == "examples" || path == "docs" ||
		path == "test" || path == "tools" || len(base) > 1 && (base[0] == '.' || base[0] == '_')
}

// told keeps the imports that say something.
func told(imports []string) map[string]string {
	kept := map[string]string{}
	for _, path := range imports {
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") || slices.Contains(reaching, path) {
			kept[relative(path)] = "found"
		}
	}
	return kept
}

// relative shortens the paths of our own packages.
func relative(path string) string { return strings.TrimPrefix(path, module+"/") }

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
	for _, folder := range []string{"cmd", "workspace", "lsp", "flow", "reference", "infer", "audit", "breaking", "scan", "diag"} {
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
				pkg.Name == "atomicfile" && ast.IsExported(s.Sel.Name) && s.Sel.Name != "File") {
				calls = append(calls, pkg.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}
