package schema

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// maxFiles bounds how many schema files one load reads.
const maxFiles = 200

// includes opens the schemas that root takes in, and those that these take in,
// in the order in which their declarations count: an included file before the
// one that asks for it.
type includer struct {
	*loader
	docs  []document
	open  []visit          // the way from the main file to the one being read
	known map[string]visit // files reached before, by path
}

// visit is one inclusion of a file.
type visit struct {
	path string
	imp  string    // the Go import path, if one was given
	at   diag.Span // the include item; zero for the main file
}

// documents returns the main file and all it includes.
func (l *loader) documents(name string, root *node) ([]document, []*Import) {
	in := &includer{loader: l, known: map[string]visit{}}
	var imports []*Import
	in.visit(visit{path: path.Clean(name)}, root, nil)
	for _, doc := range in.docs {
		if doc.imp != nil && !slices.Contains(imports, doc.imp) {
			imports = append(imports, doc.imp)
		}
	}
	return in.docs, imports
}

func (in *includer) visit(v visit, root *node, imp *Import) {
	in.known[v.path] = v
	in.open = append(in.open, v)
	if list := root.get("include"); list != nil && list.kind == listNode {
		for _, item := range list.items {
			if !in.item(v, item, imp) {
				in.gaps.without("include")
			}
		}
	}
	in.open = in.open[:len(in.open)-1]
	in.docs = append(in.docs, document{root: root, imp: imp})
}

var importPath = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(/[A-Za-z0-9_.~-]+)*$`)

// item follows one inclusion. What an imported schema includes plainly belongs
// to the same Go package. It returns whether all that is taken in is known.
func (in *includer) item(from visit, item *node, imp *Import) bool {
	file := item
	if item.kind == mapNode {
		_, file = item.str("file")
	}
	if !file.isString() || file.text == "" || item.broken {
		return false
	}
	v := visit{path: path.Join(path.Dir(from.path), file.text), imp: from.imp, at: file.span}
	if goPath, at := item.str("import"); at != nil {
		if !importPath.MatchString(goPath) {
			in.add(idBadImport, at.span, "%s is no Go import path", diag.Quote(goPath)).
				hint("write the path of the generated package, such as example.com/m/commonstate")
			return false
		}
		v.imp = goPath
		imp = &Import{Path: goPath, File: v.path, Span: at.span}
	}
	if path.IsAbs(file.text) || strings.Contains(file.text, `\`) {
		in.add(idInvalidPath, file.span, "the path %s of an included schema must be relative, with slashes", diag.Quote(file.text)).
			hint("write it relative to this file, such as ../common.yaml")
		return false
	}
	if before := in.mistakes; !in.usable(v) {
		return in.mistakes == before
	}
	root := in.loader.open(v.path, v.at)
	if root != nil {
		in.visit(v, root, imp)
	}
	return root != nil
}

// usable reports whether the file is still to be read, and complains when it
// must not be.
func (in *includer) usable(v visit) bool {
	if i := slices.IndexFunc(in.open, func(o visit) bool { return o.path == v.path }); i >= 0 {
		found := in.add(idIncludeCycle, v.at, "%s includes itself", v.path).
			hint("move what both need into a third file and include that")
		for _, step := range in.open[i+1:] {
			found.related(step.at, "by way of %s", step.path)
		}
		return false
	}
	if first, ok := in.known[v.path]; ok {
		if first.imp != v.imp {
			in.add(idBadImport, v.at, "%s is included as %s here and as %s before", v.path, importName(v.imp), importName(first.imp)).
				hint("use one form of include for it everywhere").related(first.at, "first included here")
		}
		return false
	}
	if len(in.known) >= maxFiles {
		in.add(idFileLimit, v.at, "more than %d files are included", maxFiles).hint("join some of them")
		return false
	}
	return true
}

func importName(path string) string {
	if path == "" {
		return "a part of this package"
	}
	return "the package " + path
}
