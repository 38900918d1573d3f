package yamlsrc

import (
	"fmt"
	"regexp"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

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
