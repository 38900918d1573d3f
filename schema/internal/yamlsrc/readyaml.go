package yamlsrc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// yamlDocs are the first document of a text, nil if there is none, and the
// beginning of a second.
type yamlDocs struct{ first, second *yaml.Node }

// readYAML decodes text, which is that of f or as long.
func readYAML(f *File, text []byte) (docs yamlDocs, wrong *mistake) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for _, doc := range []**yaml.Node{&docs.first, &docs.second} {
		var n yaml.Node
		switch err := decode(decoder, &n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			message := yamlMessage(err)
			return yamlDocs{}, &mistake{message: message, at: f.findSyntaxError(text, message)}
		}
		*doc = &n
	}
	return docs, nil
}

// decode reads the next document. A panic of the parser, which has had some on
// odd input, becomes an error.
func decode(d *yaml.Decoder, into *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return d.Decode(into)
}

// mistake is what the parser of YAML says about a text, and where.
type mistake struct {
	message string
	at      diag.Span
}

var yamlPrefix = regexp.MustCompile(`^yaml: (line \d+: )?`)

func yamlMessage(err error) string {
	return yamlPrefix.ReplaceAllString(err.Error(), "")
}
