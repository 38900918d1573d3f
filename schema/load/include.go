package load

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var includeCycle = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "include-cycle",
	Summary: "a schema includes itself",
	Why:     "Files that need each other have no order in which they could be read.",
	Bad:     "version: 1\ninclude: [stategen.yaml]\n",
	Good:    "version: 1\ninclude: [common.yaml]\n",
})

var invalidImport = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-import",
	Summary: "an include names no Go package, or a schema is included in two ways",
	Why:     "The types of an imported schema exist once, in the package generated from it. Otherwise values could not pass between packages.",
	Bad:     "version: 1\ninclude:\n  - {file: common.yaml, import: common package}\n",
	Good:    "version: 1\ninclude:\n  - {file: common.yaml, import: example.com/m/commonstate}\n",
})

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
func (l *loader) documents(name string, root *yamlsrc.Node) ([]document, []*schema.Import) {
	in := &includer{loader: l, known: map[string]visit{}}
	var imports []*schema.Import
	in.visit(visit{path: path.Clean(name)}, root, nil)
	for _, doc := range in.docs {
		if doc.imp != nil && !slices.Contains(imports, doc.imp) {
			imports = append(imports, doc.imp)
		}
	}
	return in.docs, imports
}

func (in *includer) visit(v visit, root *yamlsrc.Node, imp *schema.Import) {
	in.known[v.path] = v
	in.open = append(in.open, v)
	if list := root.Get("include"); list != nil && list.Kind == yamlsrc.List {
		for _, item := range list.Items {
			if !in.item(v, item, imp) {
				in.gaps.typeNames = true
			}
		}
	}
	in.open = in.open[:len(in.open)-1]
	in.docs = append(in.docs, document{root: root, imp: imp})
}

var importPath = regexp.MustCompile(`^[A-Za-z0-9_~-][A-Za-z0-9_.~-]*(/[A-Za-z0-9_.~-]+)*$`)

// item follows one inclusion. What an imported schema includes plainly belongs
// to the same Go package. It returns whether all that is taken in is known.
func (in *includer) item(from visit, item *yamlsrc.Node, imp *schema.Import) bool {
	file := item
	if item.Kind == yamlsrc.Map {
		_, file = item.Str("file")
	}
	if !file.IsString() || file.Text == "" || item.Broken {
		return false
	}
	v := visit{path: path.Join(path.Dir(from.path), file.Text), imp: from.imp, at: file.Span}
	if goPath, at := item.Str("import"); at != nil {
		if !importPath.MatchString(goPath) {
			in.Add(invalidImport, at.Span, "%s is not a Go import path", diag.Name(goPath)).
				Hint("write the path of the generated package, such as example.com/m/commonstate")
			return false
		}
		v.imp = goPath
		imp = &schema.Import{Path: goPath, File: v.path, Span: at.Span}
	}
	if path.IsAbs(file.Text) || strings.Contains(file.Text, `\`) {
		in.Say(absoluteInclude, file.Span, diag.Name(file.Text))
		return false
	}
	if before := in.Mistakes; !in.usable(v) {
		return in.Mistakes == before
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
		found := in.Add(includeCycle, v.at, "%s includes itself", v.path).
			Hint("move what both need into a third file and include that")
		for _, step := range in.open[i+1:] {
			found.Related(step.at, "by way of %s", step.path)
		}
		return false
	}
	if first, ok := in.known[v.path]; ok {
		if first.imp != v.imp {
			in.Add(invalidImport, v.at, "%s is included as %s here and as %s before", v.path, importName(v.imp), importName(first.imp)).
				Hint("use one form of include for it everywhere").Related(first.at, "first included here")
		}
		return false
	}
	if len(in.known) >= maxFiles {
		in.Say(yamlsrc.ManyIncludes, v.at, maxFiles)
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
