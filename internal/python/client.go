package python

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// shownToClients notes that AG-UI sends the whole state to what people look at.
func (p *project) shownToClients(f *names.File) {
	const module = "ag_ui_adk"
	if !f.HasImport(func(from names.Import) bool { return from.Module == module }) {
		return
	}
	u := Unread{Path: f.Path, What: "client of AG-UI", Reads: true, Client: true}
	if at := strings.Index(f.Text, module); at >= 0 {
		u.Start, u.End = at, at+len(module)
	}
	p.found.Whole = append(p.found.Whole, u)
}

// carriers are functions that give all that is in a dict to who calls them.
var carriers = []string{"dict", "deepcopy", "copy", "dumps", "jsonify", "jsonable_encoder", "make_response"}

// answers are the names of classes of what a server answers.
var answers = regexp.MustCompile(`^[A-Z]\w*(Response|Result|Info|Out|Output|Schema|Model|Data|Details?|Snapshot|View|State)$`)

// notCalled are words before brackets that call nothing.
var notCalled = []string{"return", "yield", "else", "or", "and", "await"}

// senders are methods that send what they are given to a client.
var senders = []string{"send_json", "send_text", "send_str", "emit"}

// isShown reports whether the whole state of a session, at a token, goes to who calls a function, or is
// sent to a client. What has the context of a run may give it to a model.
func (r *recognizer) isShown(i int) bool {
	in := r.Around(i).Def
	if in < 0 || adk.IsContext(r.Word(i-2)) || slices.ContainsFunc(r.Parameters(in), isContext) {
		return false
	}
	if r.Word(i+1) == "." && !keeps[r.Word(i+2)] {
		return false
	}
	for n, open := 0, r.Opens[i]; n < mostDicts; n++ {
		if open < 0 {
			if i < r.Plain {
				return r.isAnswered(r.Tokens[i].Line, in)
			}
			i = r.Host(i)
			open = r.Opens[i]
			continue
		}
		switch callee := r.Word(open - 1); {
		case r.Word(open) != "(", slices.Contains(carriers, callee), answers.MatchString(callee):
		case slices.Contains(senders, callee):
			return true
		case r.Tokens[open-1].Kind == syntax.Name && !slices.Contains(notCalled, callee):
			return false
		}
		open = r.Opens[open]
	}
	return false
}

// isAnswered reports whether a function returns what a line makes: itself, or by the name that it gives to it.
func (r *recognizer) isAnswered(line, def int) bool {
	switch name := r.Word(line); {
	case name == "return", name == "yield":
		return true
	case r.Tokens[line].Kind != syntax.Name || r.Word(line+1) != "=" && r.Word(line+1) != "[" && r.Word(line+1) != ":":
		return false
	default:
		return r.project.Search(names.MostBody) && r.InBody(def, func(i int) bool {
			return i > line && r.Word(i) == name && (r.Word(i-1) == "return" || r.Word(i-1) == "yield") && r.Word(i+1) == ""
		})
	}
}

func isContext(p syntax.Parameter) bool { return adk.IsContext(p.Name) }
