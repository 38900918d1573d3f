package flow

import (
	"go/ast"
	"go/types"
	"path/filepath"
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
		file = Join(ev.HoleAt(folder), Text{{Text: "/"}}, file)
	}
	t := ev.HoleAt(call)
	t[0].File = file
	return t, true
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
