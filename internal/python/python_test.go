package python_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

var update = flag.Bool("update", false, "rewrite the files \"want\"")

// TestRead holds what is found to the lines of each archive's file "want".
func TestRead(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal(err, len(cases))
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var sources []python.Source
			texts, prompts := map[string]string{}, python.Texts{}
			want := ""
			for _, f := range a.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				texts[f.Name] = string(f.Data)
				if filepath.Ext(f.Name) != ".py" {
					prompts.Paths = append(prompts.Paths, f.Name)
					continue
				}
				sources = append(sources, python.Source{Path: f.Name, Text: string(f.Data)})
			}
			prompts.Read = func(path string) (string, bool) { return texts[path], true }
			got := describe(python.ReadWith(sources, prompts), texts)
			if *update && got != want {
				a.Files[len(a.Files)-1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("found:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

var kinds = []string{"get", "get-or", "set", "delete", "mutate", "initial", "output-key"}

var misuses = []string{"no dict", "no such method", "created again", "no attribute", "events dropped", "no state"}

func describe(found python.Found, texts map[string]string) string {
	var b strings.Builder
	asked := survey.Of(&found)
	for _, p := range slices.Concat(found.Prompts, found.Partial) {
		chosen := map[bool]string{true: " (one of several)"}[p.Chosen]
		fmt.Fprintf(&b, "%s prompt of %q %q%s\n", place(texts, p.Literal.Path, p.Literal.Start), p.Agent, p.Literal.Text, chosen)
		for i := strings.IndexByte(p.Literal.Text, '{'); i >= 0; {
			fmt.Fprintf(&b, "%s   {\n", place(texts, p.Literal.Path, p.Literal.At(i)))
			n := strings.IndexByte(p.Literal.Text[i+1:], '{')
			if n < 0 {
				break
			}
			i += 1 + n
		}
	}
	for _, p := range slices.Concat(found.Prompts, found.Partial) {
		for _, n := range found.KeyNames(p) {
			fmt.Fprintf(&b, "%s name %s: %s\n", place(texts, n.Path, n.Start), n.Key, texts[n.Path][n.Start:n.End])
		}
	}
	for i, u := range found.Uses {
		line := fmt.Sprintf("%s %s %s %s", place(texts, u.Key.Path, u.Key.Start), kinds[u.Kind], u.Key.Text, u.Type)
		for _, mark := range []struct {
			word string
			is   bool
		}{{" in a run", u.InRun}, {" in a delta", u.Delta}, {" merged", u.Merge}, {" answer", asked.Answers[i]}, {" copy", u.Copy}, {" handed on", u.Handed}, {" shared", u.Shared}, {" changed", u.Held}, {" for itself", u.Own}} {
			if mark.is {
				line = strings.TrimRight(line, " ") + mark.word
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for _, u := range found.Unread {
		within := map[bool]string{true: " in part"}[u.Within]
		fmt.Fprintf(&b, "%s unread %s%s: %s\n", place(texts, u.Path, u.Start), u.What, within, texts[u.Path][u.Start:u.End])
	}
	for _, c := range found.InPlace {
		fmt.Fprintf(&b, "%s in place: %s set=%t\n", place(texts, c.Path, c.Start), texts[c.Path][c.Start:c.End], c.Set)
	}
	for _, u := range asked.Unawaited {
		fmt.Fprintf(&b, "%s unawaited %s used=%t sure=%t awaited=%t\n", place(texts, u.Path, u.Start), u.Method, u.Used >= 0, u.Sure, u.Awaited)
	}
	for _, t := range asked.Foreign {
		fmt.Fprintf(&b, "%s foreign: %s, %s from %s\n", place(texts, t.Path, t.Start), texts[t.Path][t.Start:t.End], t.What, place(texts, t.Path, t.From[0]))
	}
	for _, m := range asked.Misuses {
		fmt.Fprintf(&b, "%s misuse: %s %s sure=%t\n", place(texts, m.Path, m.Start), misuses[m.Kind], m.What, m.Sure)
	}
	for _, s := range asked.Stale {
		fmt.Fprintf(&b, "%s stale: %s %s known=%t new=%t plain=%t run=%t, %s\n",
			place(texts, s.Path, s.Start), s.Name, s.Key, s.Known, s.New, s.Plain, s.Run.Path != "", s.Again)
	}
	for _, c := range asked.Callbacks {
		fmt.Fprintf(&b, "%s %s: lacks %v wants %v named %q passed=%t, of %s\n",
			place(texts, c.Path, c.Start), c.Kind, c.Lacks, c.Wants, c.Named, c.Passed, place(texts, c.Agent.Path, c.Agent.Start))
	}
	for _, u := range found.Whole {
		client := map[bool]string{true: " for a client"}[u.Client]
		fmt.Fprintf(&b, "%s whole: %s writes=%t%s\n", place(texts, u.Path, u.Start), texts[u.Path][u.Start:u.End], u.Writes, client)
	}
	return b.String()
}

func place(texts map[string]string, path string, offset int) string {
	before := texts[path][:offset]
	return fmt.Sprintf("%s:%d:%d", path, strings.Count(before, "\n")+1, offset-strings.LastIndexByte(before, '\n'))
}

// FuzzRead takes any text, in time, with places that lie in it and are where the text is.
func FuzzRead(f *testing.F) {
	cases, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range cases {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("from google.adk.agents import Agent\nAgent(instruction='''a\\\n{x}''' \"\\x41{y}\", output_key=f'{'a'}')")
	f.Add("from google.adk.agents import Agent\nAgent(instruction=\"0\"+ROLE)\nROLE=\"0{x}\"")
	f.Add("-- a.py --\nfrom google.adk.runners import Runner\nfrom .empty import root_agent\nRunner(agent=root_agent)\n-- empty.py --\n")
	f.Add("f\"{00\"Agent(instruction=(")
	f.Add("A.get_session(")
	f.Add("Agent(before_agent_callback=lambda")
	f.Add("def f(*")
	f.Add("state f\"{'''")
	f.Add(".state")
	f.Add("in s.state\nnot in s.state")
	f.Fuzz(func(t *testing.T, text string) {
		var files []python.Source
		prompts := python.Texts{Read: func(path string) (string, bool) { return "{" + path + "}", len(path) < 9 }}
		for _, f := range txtar.Parse([]byte(text)).Files {
			files = append(files, python.Source{Path: f.Name, Text: string(f.Data)})
			prompts.Paths = append(prompts.Paths, f.Name)
		}
		all := python.ReadWith(files, prompts)
		survey.Of(&all)
		text = "import google.adk\n" + text
		found := python.Read([]python.Source{{Path: "a.py", Text: text}})
		survey.Of(&found)
		for _, p := range found.Prompts {
			for i, c := range []byte(p.Literal.Text) {
				if at := p.Literal.At(i); at < 0 || at > len(text) {
					t.Fatalf("%q: offset %d of %q is at %d", text, i, p.Literal.Text, at)
				} else if c == '{' && text[at] != '{' && text[at] != '\\' && !strings.ContainsAny(text[:at], `\`) {
					t.Fatalf("%q: the brace at %d of %q is at %d", text, i, p.Literal.Text, at)
				}
			}
		}
		for _, u := range found.Uses {
			if u.Key.Start < 0 || u.Key.End < u.Key.Start || u.Key.End > len(text) {
				t.Fatalf("%q: key %q at %d to %d", text, u.Key.Text, u.Key.Start, u.Key.End)
			}
		}
		for _, u := range found.Unread {
			if u.Start < 0 || u.End < u.Start || u.End > len(text) {
				t.Fatalf("%q: unread at %d to %d", text, u.Start, u.End)
			}
		}
	})
}

// TestManyCalls takes functions that call each other, each many times: following all
// ways takes for ever.
func TestManyCalls(t *testing.T) {
	var b strings.Builder
	b.WriteString("import google.adk\n")
	for f := range 20 {
		fmt.Fprintf(&b, "def f%d(a, s):\n", f)
		for range 60 {
			fmt.Fprintf(&b, " f%d(a, s)\n f%d('k%d', ctx.state)\n s[a] = 1\n", (f+1)%20, (f+7)%20, f)
		}
	}
	found := python.Read([]python.Source{{Path: "a.py", Text: b.String()}})
	if n := len(found.Uses); n == 0 || n > 50_000 {
		t.Errorf("%d uses", n)
	}
}

// TestManyAgents takes agents of which each runs many others, and texts that are made of each other:
// following all ways takes for ever.
func TestManyAgents(t *testing.T) {
	const many = 100
	var b strings.Builder
	b.WriteString("from google.adk.agents import Agent, ParallelAgent\n")
	list := func(name string, between string) string {
		return strings.TrimSuffix(strings.Repeat(name+between, many/2), between)
	}
	for n := range many {
		fmt.Fprintf(&b, "t%d = %s\n", n, list(fmt.Sprintf("t%d", n+1), " + "))
		names := make([]string, many)
		for m := range names {
			names[m] = fmt.Sprintf("a%d", (n+m)%many)
		}
		fmt.Fprintf(&b, "a%d = ParallelAgent(sub_agents=[%s, Agent(output_key='of_%d', instruction='%s' + t%d)])\n",
			n, strings.Join(names, ", "), n, strings.Repeat("of_1 ", many), n)
	}
	found := python.Read([]python.Source{{Path: "a.py", Text: b.String()}})
	if s := survey.Of(&found); len(s.Agents) != 2*many || len(s.Answers) != many {
		t.Errorf("%d agents, %d answers", len(s.Agents), len(s.Answers))
	}
}

// TestHostile takes long texts of what could take quadratic time.
func TestHostile(t *testing.T) {
	for _, piece := range []string{
		`f"{'`, `f'{`, `(`, `Agent(`, `Agent(instruction=[`, `{1:`, `state["a"]`, `x.state["a"][`, "'", `"""`, `\N{`, `'\N{' `, "s = ctx.state\n",
		"lambda ", "a.", "x = y\ny = x\n", `"a" in ctx.state `, "Agent(instruction=(", `Agent(name="a", sub_agents=[`, "from . import a\n", "for ",
		`output_key="a", `, `instruction="a", `,
		"def f(a):\n ctx.state[a]\nf(x)\n", "def f(a):\n f(ctx.state)\n", "f(ctx.state, ", "for k in [k for k in x]: ctx.state[k]\n",
		"d = {**d}\nd[d] = 1\nEvent(state_delta=d)\n", "class A(A): output_key = A\nA(**A)\n", "for k in K:\n ctx.state[k]\nK = ['a', 'b']\n",
		"def f(a):\n f(a)\n f(a)\n x.state[a]\n", "def f(a): g(a); g(a); g(a)\ndef g(a): f(a); f(a); ctx.state[a]; ctx.state[a]\n",
		" def f(a, s):\n  self.f(a, s)\n  s.state[a]\n  g(s.state)\n", "if a:\n", `f"{f'{x}'}" `, "a = Agent(output_key='k', sub_agents=[a])\n", " ctx.state[k].append(1)\n", "session_service.get_session()\n",
		"s = session_service.create_session()\n", "Agent(instruction=f'{x}{y}'.format(a=f'{z}').replace('a', x))\n", "Agent(instruction='a'.replace('a', b))\n", `f"{`, "a = f'{a}' + a + x\n",
		" tool_context.state.keys()\n", " a.create_session(session_id=s, state=b.state)\n", "async def f(k=k, *, s):\n f(ctx.state, s=ctx.state)\n f(k)\n",
		"f = Agent(before_agent_callback=f)\n", "def f(x):\n return f\nAgent(before_tool_callback=[f(1), f, lambda f: f])\n",
		" s = a.create_session()\n r.run(session_id=s.id, new_message=m)\n s.state['a']\n", "def f(s):\n s = a.create_session()\n f(s.id)\n for e in r.run(session_id=s.id, new_message=m):\n  s.state['a']\n",
		"for s in x:\n s = a.get_session(session_id=i)\n for e in r.run(session_id=i, new_message=m):\n  s.events\n  if s.state:\n   break\n",
		"def f():\n a = ctx.state['k']\n b = a\n if b: ctx.state['k'] = a\n", " if ctx.state['k']:\n  if a:\n   a = ctx.state['k']\n", "a = ctx.state['k']; ",
		"ctx.state.update({'k': ctx.state['k'] + ", "ctx.state['k'] = ctx.state['k'] + ", " f(a) if a else ctx.state['k'] or ", "state_delta={'k': ctx.state['k'], ", "if ctx.state['k'] or ",
		"def f(a, b):\n return f(a, f(a, b)) if a else f\"{a}{f}\"\n return a\nctx.state[f('k', f(f, f))]\n", "K = {'a': 'b' if K else K['a'], 'c': K['d']}\nctx.state[K[k]]\n", "ctx.state['a' if b else ",
		" x = ctx.state['k']\n x['a'] = 1\n", "from google.adk.sessions import BaseSessionService\nclass S(BaseSessionService):\n async def append_event(self, s, e):\n  await s\n",
		"def f(a):\n return {**f(a), f: f}\n return f(f)\nEvent(state_delta=f(a))\n",
	} {
		text := "import google.adk\n" + strings.Repeat(piece, 1<<17/len(piece))
		for _, more := range []string{"\n", "\nAgent(", "\nK = ['a', *range(3)]\ndef f(a, b, *c):\n for k in K:\n"} {
			found := python.Read([]python.Source{{Path: "a.py", Text: strings.Replace(text, "\n", more, 1)}})
			survey.Of(&found)
		}
	}
}
