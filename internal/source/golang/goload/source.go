package goload

import (
	"bytes"
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"golang.org/x/tools/go/packages"
)

// Source reads packages and what they import from source, so that nothing is
// compiled: bodies of functions are read in the packages themselves only, and of
// other modules no more than what their own API is made of. Stand-ins take the place
// of frameworks that are not there. What else can't be found is unknown and no error:
// of a package that needs it, the rest is read.
type Source struct {
	listing *Listing
	files   *sources.Reader
	fset    *token.FileSet
	own     map[*packages.Package]bool

	compiled map[string]string // the files of packages from elsewhere, by path; nil: all are read from source

	mu       sync.Mutex
	made     map[string]*types.Package // that stand for what is not there
	exported map[string]*types.Package // that were read as compiled
}

// Source reads packages of the listing through files; own are those whose bodies are wanted.
func (l *Listing) Source(files *sources.Reader, own []*packages.Package) *Source {
	f := &Source{listing: l, files: files, fset: token.NewFileSet()}
	f.own, f.made = map[*packages.Package]bool{}, map[string]*types.Package{}
	if len(own) > 0 {
		l.standIn()
	}
	for _, pkg := range own {
		f.own[pkg] = true
	}
	return f
}

// Read fills in the syntax and types of the packages, and hands each on as soon as it is read,
// several at a time and those that it imports before it. Use may take from it what is large, and
// ends the reading with an error.
func (f *Source) Read(use func(*packages.Package) error) error {
	var list []*packages.Package
	seen := map[*packages.Package]bool{}
	var visit func(pkg *packages.Package)
	visit = func(pkg *packages.Package) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		for _, imported := range pkg.Imports {
			if f.needs(pkg, imported) {
				visit(imported)
			}
		}
		list = append(list, pkg)
	}
	for pkg := range f.own {
		visit(pkg)
	}
	return inParallel(list, func(pkg *packages.Package) error {
		if f.read(pkg); !f.own[pkg] {
			return nil
		}
		return use(pkg)
	})
}

// needs reports whether what a package imports is looked into: of another module only
// its own packages, Go's, and those of frameworks, whose types this is about.
func (f *Source) needs(pkg, imported *packages.Package) bool {
	switch {
	case f.own[imported]:
		return true
	case f.compiled != nil:
		return f.listing.isLocal(imported)
	case f.own[pkg], isStandard(imported), isFramework(imported.PkgPath):
		return true
	case pkg.Module == nil || imported.Module == nil:
		return false
	}
	return pkg.Module.Path == imported.Module.Path
}

func isStandard(pkg *packages.Package) bool {
	first, _, _ := strings.Cut(pkg.PkgPath, "/")
	return pkg.Module == nil && !strings.Contains(first, ".")
}

func isFramework(path string) bool {
	return strings.HasPrefix(path, "google.golang.org/adk/") || path == "google.golang.org/genai" ||
		strings.HasPrefix(path, "trpc.group/trpc-go/trpc-agent-go") || strings.HasPrefix(path, "github.com/cloudwego/eino/")
}

func (f *Source) read(pkg *packages.Package) {
	pkg.Fset = f.fset
	arch := cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH) // the go command would run cgo to tell
	pkg.TypesSizes = types.SizesFor("gc", arch)
	if pkg.PkgPath == "unsafe" {
		pkg.Types = types.Unsafe
		return
	}
	syntax := f.parse(pkg)
	info := &types.Info{}
	if f.own[pkg] {
		info = NewInfo()
		pkg.Syntax, pkg.TypesInfo = syntax, info
	}
	if len(syntax) == 0 && !f.own[pkg] {
		if syntax = f.standIn(pkg.PkgPath); len(syntax) == 0 {
			pkg.Types = f.missing(pkg.PkgPath, pkg.Name)
			return
		}
	}
	config := types.Config{
		Importer: imports{f, pkg}, Sizes: pkg.TypesSizes, IgnoreFuncBodies: !f.own[pkg], FakeImportC: true,
		Error: func(err error) { f.note(pkg, syntax, err) },
	}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		config.GoVersion = "go" + pkg.Module.GoVersion
	}
	pkg.Types, _ = config.Check(pkg.PkgPath, f.fset, syntax, info)
}

// parse reads the files of a package. Own ones with mistakes are read as far as they go,
// and the package keeps the errors.
func (f *Source) parse(pkg *packages.Package) (list []*ast.File) {
	for _, name := range pkg.GoFiles {
		if !f.own[pkg] {
			if file := f.declarations(name); file != nil {
				list = append(list, file)
			}
			continue
		}
		text, err := f.files.Reread(name) // which keeps nothing
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(f.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		var wrong scanner.ErrorList
		if errors.As(err, &wrong) && len(wrong) > 0 && len(pkg.Errors) == 0 {
			first := packages.Error{Pos: wrong[0].Pos.String(), Msg: wrong[0].Msg, Kind: packages.ParseError}
			pkg.Errors = append(pkg.Errors, first)
		}
		if file != nil && file.Name != nil && file.Name.Name != "_" {
			list = append(list, file)
		}
	}
	return list
}

// declarations reads a file of which only the API is wanted, and so first without the bodies of functions, as far as
// gofmt shows them; nil: it can't be read.
func (f *Source) declarations(name string) *ast.File {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	file, err := parser.ParseFile(f.fset, name, withoutBodies(text), parser.SkipObjectResolution)
	if err != nil {
		file, _ = parser.ParseFile(f.fset, name, text, parser.SkipObjectResolution)
	}
	return file
}

// withoutBodies blanks the lines between those that begin and end functions, and tables. It does too much where a text in
// a function has a line with a brace, and then what is left is no Go.
func withoutBodies(text []byte) []byte {
	out := bytes.Clone(text)
	inBody := false
	for line := range bytes.Lines(out) {
		switch {
		case !inBody:
			inBody = opens.Match(line)
		case line[0] == '}':
			inBody = false
		default:
			copy(line, bytes.Repeat([]byte(" "), len(line)-1))
		}
	}
	return out
}

// opens matches the first line of a function, or of a variable with elements that nothing counts.
var opens = regexp.MustCompile(`^(func .*|var \w+ = &?(map\[\w+\]|\[\d*\])?[\w.]+)\{\n$`)

// note keeps the first mistake of an own package that has nothing to do with packages which are
// not there, or are read in part: a name that nothing declares.
func (f *Source) note(pkg *packages.Package, syntax []*ast.File, err error) {
	var wrong types.Error
	if !f.own[pkg] || len(pkg.Errors) > 0 || !errors.As(err, &wrong) {
		return
	}
	name, undefined := strings.CutPrefix(wrong.Msg, "undefined: ")
	if undefined && !strings.Contains(name, ".") && !importsNames(pkg, syntax) {
		at := f.fset.Position(wrong.Pos).String()
		pkg.Errors = append(pkg.Errors, packages.Error{Pos: at, Msg: wrong.Msg, Kind: packages.TypeError})
	}
}

// importsNames reports whether imports may declare names that are not known.
func importsNames(pkg *packages.Package, syntax []*ast.File) bool {
	for _, file := range syntax {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			imported := pkg.Imports[path]
			unknown := imported == nil || imported.Name == ""
			if err != nil || unknown && path != "unsafe" || spec.Name != nil && spec.Name.Name == "." {
				return true
			}
		}
	}
	return false
}

// standIn is the source of a package that was not downloaded, if there is one.
func (f *Source) standIn(path string) []*ast.File {
	return standInFor(path, f.fset, parser.SkipObjectResolution)
}

// missing is an empty package. If its name is not known, it is the end of its path.
func (f *Source) missing(path, name string) *types.Package {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made[path] == nil {
		f.made[path] = types.NewPackage(path, cmp.Or(name, path[strings.LastIndexByte(path, '/')+1:]))
		f.made[path].MarkComplete()
	}
	return f.made[path]
}

// imports finds what a package imports.
type imports struct {
	*Source
	pkg *packages.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imported := i.pkg.Imports[path]
	if imported != nil && !i.listing.isLocal(imported) {
		if known := i.export(imported.PkgPath); known != nil {
			return known, nil
		}
	}
	switch {
	case imported == nil:
		return i.missing(path, ""), nil
	case !i.needs(i.pkg, imported) || imported.Types == nil:
		return i.missing(path, imported.Name), nil
	}
	return imported.Types, nil
}

// NewInfo is all that types tell of a package.
func NewInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
}

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
