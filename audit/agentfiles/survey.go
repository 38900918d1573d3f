package agentfiles

import (
	"context"
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/requirements"
)

// Files are those of a project, by their paths, and how to read them.
type Files struct {
	Python, Configs []string
	// Texts are files that Python code may read as prompts.
	Texts []string
	// Clients are files that may be clients of the programs, or parts of them.
	Clients []string
	// Others are files of other kinds that may hold what an instruction says.
	Others []string
	// Required are the files that list what the Python code needs.
	Required []string
	// Read reads a file, and Shown is its path as findings name it.
	Read  func(path string) ([]byte, error)
	Shown func(path string) string
}

// Surveyed is what the files of a project say.
type Surveyed struct {
	Facts  []audit.Fact
	Open   []audit.Open
	Agents []audit.Agent
	Texts  []diag.Span // instructions
	Begins []string    // programs that create sessions

	Python  int // files that import ADK
	Configs int // agent configurations that were looked at
	Foreign int // Python files, if the project has nothing to do with ADK

	Sources  diag.Sources
	Unread   []pythonagents.Unread // what is not known of the project's own code
	Problems []string              // what could not be read, in words

	files   Files
	needs   requirements.Project
	python  pythonagents.Found
	survey  pythonagents.Survey
	configs []*diag.Source
	facts   []audit.Fact
	unsure  []audit.Fact // doubtful placeholders
	parts   programParts
}

// Survey reads Python files and agent configurations. It knows nothing of those of a project
// that has nothing to do with ADK.
func Survey(ctx context.Context, files Files) (*Surveyed, error) {
	s := &Surveyed{Sources: diag.Sources{}, files: files, needs: requirements.Project{Read: files.Read, Files: files.Required}}
	sources, err := s.sourcesOf(ctx, files.Python)
	if err != nil {
		return nil, err
	}
	s.python = pythonagents.ReadWith(sources, s.promptFiles())
	s.fillEscaped(s.python.Texts, s.python.Partial)
	if s.configs, err = s.sourcesOf(ctx, files.Configs); err != nil {
		return nil, err
	}
	s.configs = slices.DeleteFunc(s.configs, func(c *diag.Source) bool { // YAML of other kinds, which can be long
		return !mentions(c, "instruction", "output_key", "config_path", "systemMessage")
	})
	if s.python.Files == 0 && !slices.ContainsFunc(s.configs, speaksOfADK) {
		s.Foreign = len(sources)
		s.python, s.configs = pythonagents.Found{}, nil
		return s, nil
	}
	s.survey = s.python.Survey()
	s.parts = partsOf(sources, s.configs, s.python)
	s.Open = s.parts.link(sources, s.configs)
	s.readPython()
	s.readConfigs()
	s.tell()
	return s, nil
}

// tell says what was read.
func (s *Surveyed) tell() {
	for _, path := range s.python.Sessions {
		s.Begins = append(s.Begins, s.parts.of(path)...)
	}
	s.Agents, s.Texts = s.agents(), s.texts()
	s.Python, s.Configs = s.python.Files, len(s.configs)
	s.Facts = s.loosen(linkedParts(s.python).apart(slices.Concat(s.facts, s.sure())))
	for _, u := range s.python.Unread {
		if !u.Test {
			s.Unread = append(s.Unread, u)
		}
	}
}

// promptFiles are files of which Python code may read some as prompts.
func (s *Surveyed) promptFiles() (texts pythonagents.Texts) {
	named := map[string]string{}
	for _, path := range s.files.Texts {
		name := s.files.Shown(path)
		named[name] = path
		texts.Paths = append(texts.Paths, name)
	}
	texts.Read = func(name string) (string, bool) {
		text, err := s.files.Read(named[name])
		if err != nil || check.AsText(text) != nil {
			return "", false
		}
		s.Sources[name] = diag.NewSource(name, text)
		return string(text), true
	}
	return texts
}

// sourcesOf reads files, and says of those that are no text that people write.
func (s *Surveyed) sourcesOf(ctx context.Context, paths []string) (list []*diag.Source, err error) {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := s.files.Shown(path)
		text, err := s.files.Read(path)
		if err == nil {
			err = check.AsText(text)
		}
		if err != nil {
			s.Problems = append(s.Problems, name+" was not audited: "+err.Error())
			continue
		}
		source := diag.NewSource(name, text)
		s.Sources[name] = source
		list = append(list, source)
	}
	return list, nil
}

// fillEscaped says of texts that ADK fills in ${x} and \{x}, too, in projects that allow only releases
// which do so.
func (s *Surveyed) fillEscaped(lists ...[]pythonagents.Text) {
	for _, texts := range lists {
		for i := range texts {
			texts[i].Escapes = s.needs.Versions(path.Dir(texts[i].File)).Below > requirements.EscapesBraces
		}
	}
}
