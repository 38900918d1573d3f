package load

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// What a sink names: a package's path, and after its last slash the names in it.
var (
	funcName  = regexp.MustCompile(`^[^\s()*]*[^\s()*./](\.[\pL_][\pL\pN_]*){1,2}$`)
	fieldName = regexp.MustCompile(`^[^\s()*]*[^\s()*./](\.[\pL_][\pL\pN_]*){2}$`)
)

// sinks reads check.sinks. One with a mistake is left out.
func (l *loader) sinks(n *yamlsrc.Node) []schema.Sink {
	var list []schema.Sink
	if n == nil || n.Kind != yamlsrc.List {
		return nil
	}
	for _, item := range n.Items {
		before := l.Mistakes
		s := l.sink(item)
		if l.Mistakes == before && !item.Broken && s.Name != "" {
			list = append(list, s)
		}
	}
	return list
}

func (l *loader) sink(n *yamlsrc.Node) schema.Sink {
	what := &yamlsrc.Node{Text: "sink", Span: n.Span, File: n.File}
	named := onlyOne(l.Report, what, n, "func", "field")
	if name, _ := n.Str(named); name != "" {
		what.Text = name
	}
	takes := onlyOne(l.Report, what, n, "key", "clear", "output", "text", "map")
	if named == "" || takes == "" {
		return schema.Sink{}
	}
	s := schema.Sink{Field: named == "field", Takes: schema.SinkKind(takes), Span: n.Span}
	s.Name = l.sinkName(n, named)
	s.Arg = l.argument(n, takes, s.Field)
	if at := n.Get("value"); at != nil {
		if s.Value = number(at); s.Field || takes != "key" {
			l.Say(yamlsrc.ValueCombined, n.Key("value").Span, map[bool]string{true: "field", false: takes}[s.Field])
		}
	}
	return s
}

// sinkName reads the name of a function or field.
func (l *loader) sinkName(n *yamlsrc.Node, field string) string {
	name, at := n.Str(field)
	if at == nil {
		return ""
	}
	pattern, words := funcName, notAFunc
	if field == "field" {
		pattern, words = fieldName, notAGoField
	}
	if names := name[strings.LastIndex(name, "/")+1:]; !pattern.MatchString(names) {
		l.Say(words, at.Span, diag.Name(name))
		return ""
	}
	return name
}

// argument reads which argument is meant; 0 stands for the value of a field.
func (l *loader) argument(n *yamlsrc.Node, takes string, isField bool) int {
	at := n.Get(takes)
	if at == nil || at.Kind != yamlsrc.Scalar {
		return 0
	}
	switch yes, _ := n.Bool(takes); {
	case isField && !yes:
		l.Say(shape.SinkNotTrue, at.Span, takes)
	case !isField && at.Tag != yamlsrc.TagInt:
		l.Say(shape.SinkNoPosition, at.Span, takes)
	}
	return number(at)
}

func number(n *yamlsrc.Node) int {
	i, err := strconv.Atoi(n.Text)
	if err != nil {
		return 0
	}
	return max(i, 0)
}

// duplicateSinks reports sinks that are listed twice.
func (l *loader) duplicateSinks(list []schema.Sink) {
	for i, s := range list {
		same := func(other schema.Sink) bool { return other.Name == s.Name && other.Arg == s.Arg }
		if first := slices.IndexFunc(list, same); first < i {
			l.Say(sinkTwice, s.Span, s.Name).Related(list[first].Span, "first written here")
		}
	}
}
