package load

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

const maxTemplateSize = 1 << 20 // bytes of one instruction file

var instructionName = regexp.MustCompile(`^\pL[\pL\pN_-]*$`)

// instructions reads the templates that are compiled to Go.
func (l *loader) instructions(s *schema.Schema, root *yamlsrc.Node) {
	list := root.Get("instructions")
	if list == nil || list.Kind != yamlsrc.Map {
		return
	}
	for i, name := range list.Keys {
		body := list.Items[i]
		if !instructionName.MatchString(name.Text) {
			l.Say(notAnInstruction, name.Span, diag.Name(name.Text))
		}
		in := &schema.Instruction{Name: name.Text, Span: name.Span, Source: name.File.Name, Doc: body.TextOf("doc"), GoName: goName(l.Report, body)}
		source := onlyOne(l.Report, name, body, "file", "text")
		switch source {
		case "file":
			if file, at := body.Str("file"); at != nil {
				l.templateFile(in, s.File, file, at)
			}
		case "text":
			if text, at := body.Str("text"); at != nil {
				in.Text, in.Source = text, at.File.Name
				in.At = at.TextOffsets()
			}
		}
		s.Instructions = append(s.Instructions, in)
	}
}

// templateFile reads the file of an instruction, which must be in the
// schema's folder so that a schema can't make stategen read other files.
func (l *loader) templateFile(in *schema.Instruction, schemaFile, file string, at *yamlsrc.Node) {
	if path.IsAbs(file) || strings.Contains(file, `\`) || !localPath(file) {
		l.Say(instructionOutside, at.Span, diag.Name(file))
		return
	}
	in.File = path.Clean(file)
	in.Source = path.Join(path.Dir(schemaFile), in.File)
	src := l.sources[in.Source]
	if src == nil {
		text, err := l.read(in.Source)
		if err != nil {
			l.Say(unreadableInstruction, at.Span, in.Source, plainError(err))
			return
		}
		src = l.sources.Add(in.Source, text)
		if !yamlsrc.CheckText(l.Report, src, maxTemplateSize) {
			return
		}
	}
	in.Raw = src.Text
	in.Text, in.At = unixLines(string(in.Raw))
}

// unixLines returns a template as every machine should see it: without a byte
// order mark, and with lines that end in \n alone. It also returns a function
// from an offset in that text to one in the file.
func unixLines(file string) (text string, at func(offset int) int) {
	body := strings.TrimPrefix(file, yaml.ByteOrderMark)
	skipped := len(file) - len(body)
	var breaks []int // where in text the \n stand that had a \r before them
	var b strings.Builder
	for {
		line, rest, found := strings.Cut(body, "\r\n")
		b.WriteString(line)
		if !found {
			break
		}
		breaks = append(breaks, b.Len())
		b.WriteByte('\n')
		body = rest
	}
	return b.String(), func(offset int) int {
		before, _ := slices.BinarySearch(breaks, offset)
		return offset + skipped + before
	}
}

// localPath reports whether a relative path stays in the folder it begins in.
func localPath(p string) bool {
	clean := path.Clean(p)
	return clean != ".." && !strings.HasPrefix(clean, "../")
}
