package yamlsrc

import (
	"bytes"
	"errors"
	"io"

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
