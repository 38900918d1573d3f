package gomodules

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Group is what one go command looks at.
type Group struct {
	Dir      string   // where the command runs
	Env      []string // its environment; nil: the process's own
	Patterns []string // of packages
	Parts    []Part   // what the patterns name
	// Workspace lists all modules of the workspace; empty without one.
	Workspace []string
}

// Groups joins parts for which one go command will do: those of one module, or
// of one workspace. Parts outside of modules are left out.
func Groups(ctx context.Context, parts []Part) []Group {
	var groups []Group
	g := grouping{ctx: ctx, members: map[string][]string{}}
	index := map[string]int{}
	for _, p := range parts {
		if p.Root == "" {
			continue
		}
		key, group := g.of(p)
		if _, known := index[key]; !known {
			index[key] = len(groups)
			groups = append(groups, group)
		}
		of := &groups[index[key]]
		of.Parts = append(of.Parts, p)
	}
	for i := range groups {
		groups[i].finish()
	}
	return groups
}

// grouping remembers the modules of workspaces, by the path of go.work.
type grouping struct {
	ctx     context.Context
	members map[string][]string
}

// of returns the group that a part belongs to, and what tells it from others.
func (g *grouping) of(p Part) (key string, group Group) {
	work := workspaceOf(p.Root)
	if work == "" {
		return p.Root, Group{Dir: p.Root}
	}
	members, known := g.members[work]
	if !known {
		members = membersOf(g.ctx, p.Root)
		g.members[work] = members
	}
	switch {
	case !slices.Contains(members, p.Root):
		// The go command refuses modules beside the workspace's.
		return p.Root, Group{Dir: p.Root, Env: append(os.Environ(), "GOWORK=off")}
	case len(members) == 1:
		return p.Root, Group{Dir: p.Root}
	}
	return work, Group{Dir: filepath.Dir(work), Workspace: members}
}

// workspaceOf returns the go.work that the go command may use; empty: none.
func workspaceOf(dir string) string {
	switch work := os.Getenv("GOWORK"); work {
	case "":
	case "off":
		return ""
	default:
		return work
	}
	at := nearest(dir, "go.work")
	if at == "" {
		return ""
	}
	return filepath.Join(at, "go.work")
}

// membersOf asks the go command which modules it works in, for settings may
// leave a workspace out. It says nothing of a workspace that is broken: who
// loads packages in it finds out.
func membersOf(ctx context.Context, dir string) []string {
	out, err := Go(ctx, dir, nil, "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return []string{dir}
	}
	return strings.Split(string(bytes.TrimSpace(out)), "\n")
}

// finish writes the patterns. The command runs in the module if there is but
// one.
func (g *Group) finish() {
	first := g.Parts[0].Root
	if !slices.ContainsFunc(g.Parts, func(p Part) bool { return p.Root != first }) {
		g.Dir = first
	}
	for _, p := range g.Parts {
		if pattern := patternOf(g.Dir, p); !slices.Contains(g.Patterns, pattern) {
			g.Patterns = append(g.Patterns, pattern)
		}
	}
}

func patternOf(dir string, p Part) string {
	pattern := p.Dir
	if rel, err := filepath.Rel(dir, p.Dir); err == nil {
		pattern = rel
	}
	pattern = filepath.ToSlash(pattern)
	if pattern != "." && !filepath.IsAbs(pattern) && pattern != ".." && !strings.HasPrefix(pattern, "../") {
		pattern = "./" + pattern
	}
	if p.Recursive {
		pattern = strings.TrimSuffix(pattern, "/") + "/..."
	}
	return pattern
}
