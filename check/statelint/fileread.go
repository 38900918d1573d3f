package statelint

import (
	"go/ast"
	"go/types"
	"path/filepath"

	"github.com/seed92179c4c/stategen/check/statelint/internal/origin"
)

// fileRead evaluates a call that reads a file: to the text of one that is
// embedded, else to a hole that knows the file as far as the call tells.
func (ev evaluator) fileRead(call *ast.CallExpr, fn *types.Func) (text, bool) {
	folder, name := ev.readBy(call, fn)
	if name == nil {
		return nil, false
	}
	file := ev.deeper().eval(name)
	if e, ok := ev.index.embeds[ev.index.variable(folder)]; ok && file.known() && filepath.IsLocal(file.string()) {
		if t, ok := ev.fileText(e, filepath.FromSlash(file.string())); ok {
			return t, true
		}
	}
	if folder != nil {
		file = join(ev.folder(folder), text{{Text: "/"}}, file)
	}
	t := ev.hole(call)
	t[0].File = file
	return t, true
}

// readBy returns the arguments of a call that reads a file: its name, and the
// folder, nil for the working folder. The name is nil of any other call.
func (ev evaluator) readBy(call *ast.CallExpr, fn *types.Func) (folder, name ast.Expr) {
	switch fn.FullName() {
	case "os.ReadFile", "io/ioutil.ReadFile":
		return nil, call.Args[0]
	case "io/fs.ReadFile":
		return call.Args[0], call.Args[1]
	case "(embed.FS).ReadFile":
		if sel := selectorOf(call); sel != nil {
			return sel.X, call.Args[0]
		}
	}
	return nil, nil
}

// folder is the path of an fs.FS: of an embedded one that of the package, for
// os.DirFS("prompts") what it says.
func (ev evaluator) folder(e ast.Expr) text {
	v := ev.index.variable(e)
	if embedded, ok := ev.index.embeds[v]; ok {
		return text{{Text: filepath.ToSlash(embedded.dir)}}
	}
	if v != nil {
		if d, ok := ev.index.only(v); ok && d.kind == isValue {
			e = d.expr
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return ev.hole(e)
	}
	if fn := ev.index.function(call); fn != nil && fn.FullName() == "os.DirFS" && suits(call, fn) {
		return ev.deeper().eval(call.Args[0])
	}
	return ev.hole(e)
}

// fileText is the text of a file that a package embeds: of one in its project.
func (p *Values) fileText(e embedding, name string) (text, bool) {
	path := filepath.Join(e.dir, name)
	src := p.sources.OpenFor(filepath.Join(e.dir, "embed.go"), path)
	if src == nil {
		return nil, false
	}
	s := string(src.Text)
	return text{{Text: s, From: origin.Range{Kind: origin.File, File: path, End: len(s)}}}, true
}
