package flow

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// fileRead evaluates a call that reads a file: to the text of one that is
// embedded, else to a hole that knows the file as far as the call tells.
func (ev Evaluator) fileRead(call *ast.CallExpr, fn *types.Func) (Text, bool) {
	folder, name := ev.readBy(call, fn)
	if name == nil {
		return nil, false
	}
	file := ev.deeper().eval(name)
	if e, ok := ev.Index.embeds[ev.Index.Variable(folder)]; ok && file.Known() && filepath.IsLocal(file.String()) {
		if t, ok := ev.fileText(e.dir, filepath.FromSlash(file.String())); ok {
			return t, true
		}
	}
	if folder != nil {
		file = Join(ev.folder(folder), Text{{Text: "/"}}, file)
	}
	t := ev.HoleAt(call)
	t[0].File = file
	ev.madeBy(t, call, []ast.Expr{name})
	return t, true
}

// madeBy notes of the text of a file that is not known how it is read again where one of the
// arguments is: a parameter, of which callers tell.
func (ev Evaluator) madeBy(hole Text, call *ast.CallExpr, args []ast.Expr) {
	if hole[0].File == nil {
		return
	}
	for _, arg := range args {
		v := ev.Index.Variable(arg)
		if at, ok := ev.Index.Params[v]; ok && at.Fn != nil && framework.IsStringKind(v.Type()) && ev.env[v] == nil {
			hole[0].made, hole[0].of = call, v
		}
	}
}

// made is the text of a file that is read as a call says, with a value for a parameter in it.
func (p *Values) made(s Sink, e ast.Expr) Text {
	ev := p.Evaluator()
	ev.env = map[*types.Var]Text{s.of: p.Eval(e)}
	return ev.eval(s.made)
}

// FileText is the text of a file that the code of this package reads by its name: from the
// package's folder, or one above it, in the same module.
func (p *Values) FileText(name string) (Text, bool) {
	dir := filepath.Dir(p.Fset.File(p.Files[0].FileStart).Name())
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return p.fileText(dir, name)
	}
	for {
		if t, ok := p.fileText(dir, name); ok {
			return t, true
		}
		parent := filepath.Dir(dir)
		if parent == dir || dir == p.Sources.Dir() || slices.Contains(p.Sources.Folder(dir), "go.mod") {
			return nil, false
		}
		dir = parent
	}
}

// readBy returns the arguments of a call that reads a file: its name, and the
// folder, nil for the working folder. The name is nil of any other call.
func (ev Evaluator) readBy(call *ast.CallExpr, fn *types.Func) (folder, name ast.Expr) {
	switch fn.FullName() {
	case "os.ReadFile", "io/ioutil.ReadFile":
		return nil, call.Args[0]
	case "io/fs.ReadFile":
		return call.Args[0], call.Args[1]
	case "(embed.FS).ReadFile":
		if sel := SelectorOf(call); sel != nil {
			return sel.X, call.Args[0]
		}
	}
	return nil, nil
}

// folder is the path of an fs.FS: of an embedded one that of the package, for
// os.DirFS("prompts") what it says.
func (ev Evaluator) folder(e ast.Expr) Text {
	v := ev.Index.Variable(e)
	if embedded, ok := ev.Index.embeds[v]; ok {
		return Text{{Text: filepath.ToSlash(embedded.dir)}}
	}
	if v != nil {
		if d, ok := ev.Index.Only(v); ok && d.Kind == ValueDef {
			e = d.Expr
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return ev.HoleAt(e)
	}
	if fn := ev.Index.Function(call); fn != nil && fn.FullName() == "os.DirFS" && Suits(call, fn) {
		return ev.deeper().eval(call.Args[0])
	}
	return ev.HoleAt(e)
}
