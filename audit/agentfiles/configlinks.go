package agentfiles

import (
	"bytes"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/seed92179c4c/stategen/diag"
)

// configLinks is what an agent configuration names: other configurations, by path, and
// code, by its name in Python.
type configLinks struct {
	paths []string
	code  []string
}

// linksOf reads the links of all agents in a configuration, also of those in others. What
// is not valid YAML has those in front.
func linksOf(config *diag.Source) (l configLinks) {
	decoder := yaml.NewDecoder(bytes.NewReader(config.Text))
	for {
		var doc yaml.Node
		if decoder.Decode(&doc) != nil {
			return l
		}
		l.walk(&doc, path.Dir(config.Name))
	}
}

func (l *configLinks) walk(n *yaml.Node, dir string) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			l.field(n.Content[i-1].Value, child, dir)
		}
		l.walk(child, dir)
	}
}

func (l *configLinks) field(name string, value *yaml.Node, dir string) {
	switch {
	case name == "config_path":
		l.paths = append(l.paths, path.Join(dir, value.Value))
	case name == "code", name == "name", name == "func", name == "agent_class":
		l.addCode(value)
	case name == "tools", strings.HasSuffix(name, "_callbacks"):
		for _, item := range value.Content {
			l.addCode(item)
		}
	}
}

// addCode adds a dotted name. ADK's own code uses no keys of a project.
func (l *configLinks) addCode(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && strings.Contains(n.Value, ".") && !strings.ContainsAny(n.Value, " /:") && !strings.HasPrefix(n.Value, "google.adk.") {
		l.code = append(l.code, n.Value)
	}
}

// files lists where the Python code may be that a configuration in a folder names: ADK
// looks from the folder above that of the root agent on.
func (l *configLinks) files(dir, code string) (list []string) {
	parts := strings.Split(code, ".")
	for {
		for n := len(parts); n > 0; n-- {
			at := path.Join(append([]string{dir}, parts[:n]...)...)
			list = append(list, at+".py", path.Join(at, "__init__.py"))
		}
		if dir == "." || dir == "/" || len(list) > 100 {
			return list
		}
		dir = path.Dir(dir)
	}
}
