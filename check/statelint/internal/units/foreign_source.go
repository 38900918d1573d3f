package units

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/diag"
)

// escaping are the names of functions after which a text has no braces that ADK looks up.
var escaping = regexp.MustCompile(`(?i)escape|saniti[sz]e|neutrali[sz]e|brace|curly|strip|placeholder`)

// escapes reports whether an expression on the way of a text takes its braces away.
func (m *mixer) escapes(v value) bool {
	call, ok := v.expr.(*ast.CallExpr)
	if !ok || v.isList {
		return false
	}
	if escaping.MatchString(flow.CalledName(call)) {
		return true
	}
	fn := v.pkg.Index.Function(call)
	if fn == nil || fn.FullName() != "strings.ReplaceAll" && fn.FullName() != "strings.Replace" {
		return false
	}
	old := strings.Trim(v.pkg.Eval(call.Args[1]).String(), "$ ")
	return old != "" && strings.Trim(old, "{}") == ""
}

// call says what the result of a call is put together from that leads out of the program.
func (m *mixer) call(v value, call *ast.CallExpr) mix {
	fn := v.pkg.Index.Function(call)
	switch {
	case m.escapes(v):
		return mix{}
	case fn == nil: // of a module that is not there
		return m.ofName(v, flow.CalledName(call))
	}
	switch name := fn.FullName(); name {
	case "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln":
		return m.parts(v, call.Args...)
	case "strings.ReplaceAll", "strings.Replace":
		return m.parts(v, call.Args[0], call.Args[2])
	case "strings.Join":
		return m.list(v.with(call.Args[0]))
	case "strings.TrimSpace", "strings.Trim", "strings.TrimRight", "strings.TrimLeft", "strings.TrimSuffix", "strings.TrimPrefix",
		"strings.ToValidUTF8", "bytes.TrimSpace", "strings.Clone":
		return m.text(v.with(call.Args[0]))
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		if x := v.pkg.BuilderOf(flow.SelectorOf(call).X); x != nil {
			return m.built(v, x)
		}
		return mix{}
	default:
		if what := m.source(v, call, name); what != "" {
			return mix{foreign: []piece{{what: what, from: v.pkg.Span(call)}}}
		}
	}
	return m.ofName(v, flow.CalledName(call))
}

// source says what text from outside of the program a call returns; empty: none that is known.
func (m *mixer) source(v value, call *ast.CallExpr, name string) string {
	switch name {
	case "(*os/exec.Cmd).Output", "(*os/exec.Cmd).CombinedOutput":
		if !m.isShort(v.with(flow.SelectorOf(call).X)) {
			return "the output of a command"
		}
	case "os.ReadFile", "io/ioutil.ReadFile":
		if !m.isPrompt(v.with(call.Args[0])) {
			return "the text of a file"
		}
	case "io.ReadAll", "io/ioutil.ReadAll":
		if sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" {
			return "what a server answered"
		}
	}
	return ""
}

// short are arguments of commands that print a line, or what the program itself has written.
var short = regexp.MustCompile(`^(--?h(elp)?|help|(--)?version|rev-parse|--show-current|branch|uname|hostname|whoami|pwd|which|date|config|--name-only)$`)

// isShort reports whether what a command prints has no text of others in it.
func (m *mixer) isShort(cmd value) bool {
	for _, term := range m.follow(cmd, nil) {
		call, ok := ast.Unparen(term.expr).(*ast.CallExpr)
		if !ok || term.isList {
			continue
		}
		for _, arg := range call.Args {
			if short.MatchString(term.pkg.Eval(arg).String()) {
				return true
			}
		}
	}
	return false
}

var (
	promptNames = regexp.MustCompile(`(?i)prompt|instruct|template|persona|system|character|soul|tmpl|skill|workspace`)
	othersNames = regexp.MustCompile(`(?i)(agents|claude|gemini|readme)\.md`)
)

// lastName is the name of a variable or a function; empty: it is something else.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return flow.CalledName(e)
	}
	return ""
}

// isPrompt reports whether a file is one that somebody writes for the program, as its name says
// and those of the variables and functions that the name comes by.
func (m *mixer) isPrompt(path value) bool {
	prompt, others := false, false
	note := func(name string) {
		prompt, others = prompt || promptNames.MatchString(name), others || othersNames.MatchString(name)
	}
	var look func(v value, depth int)
	look = func(v value, depth int) {
		for _, term := range m.follow(v, func(v value) { note(lastName(v.expr)) }) {
			note(term.pkg.Eval(term.expr).String())
			if call, ok := ast.Unparen(term.expr).(*ast.CallExpr); ok && depth < 5 && !term.isList {
				for _, arg := range call.Args {
					look(term.with(arg), depth+1)
				}
			}
		}
	}
	look(path, 0)
	if fn := m.around(path.pkg.Span(path.expr)); fn != nil && fn.top().fn != nil {
		note(fn.top().fn.Name())
	}
	return prompt && !others
}

// named is what a variable says by its name of which the value is not seen.
func (m *mixer) named(v value) mix {
	return m.ofName(v, lastName(v.expr))
}

var (
	words     = regexp.MustCompile(`[A-Z]*[a-z0-9]+|[A-Z]+`)
	codeWords = map[string]string{
		"diff": "a diff", "diffs": "a diff", "patch": "a patch", "stdout": "the output of a command", "stderr": "the output of a command",
		"logs": "a log", "log": "a log", "readme": "a document", "traceback": "a stack trace",
	}
	codePairs = map[string]string{
		"file content": "the text of a file", "file contents": "the text of a file", "source code": "code", "code snippet": "code", "stack trace": "a stack trace",
		"page content": "the text of a page", "page text": "the text of a page",
		"command output": "the output of a command", "tool output": "the output of a tool", "test output": "the output of a command",
		"build output": "the output of a command", "raw output": "the output of a tool", "shell output": "the output of a command",
	}
)

// ofName is a text that is called after what it holds: code or logs, in which braces are common.
func (m *mixer) ofName(v value, name string) mix {
	list := words.FindAllString(name, -1)
	if t := resultOf(v); len(list) == 0 || t != nil && t != types.Typ[types.Invalid] && !isText(t) {
		return mix{}
	}
	last := strings.ToLower(list[len(list)-1])
	what := codeWords[last]
	if len(list) > 1 && what == "" {
		what = codePairs[strings.ToLower(list[len(list)-2])+" "+last]
	}
	if what == "" || last == "log" && len(list) == 1 {
		return mix{}
	}
	return mix{foreign: []piece{{what: what, from: diag.Span{}}}}
}

// resultOf is the type of a value, or of the result of a call that it is.
func resultOf(v value) types.Type {
	t := v.pkg.TypesInfo.TypeOf(v.expr)
	if tuple, ok := t.(*types.Tuple); ok && v.result < tuple.Len() {
		return tuple.At(v.result).Type()
	}
	return t
}
