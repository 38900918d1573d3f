package check

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// Uses returns the uses of keys in template files and in the instructions of
// the schema itself, in no particular order.
func (c *Checker) Uses(files []*diag.Source) []source.Use {
	var uses []source.Use
	for _, f := range c.files(files) {
		for _, t := range f.texts {
			uses = append(uses, c.UsesIn(t)...)
		}
		for _, t := range f.outputKeys {
			uses = append(uses, c.OutputUse(t))
		}
		for _, u := range f.python {
			uses = append(uses, u)
		}
	}
	return uses
}

// ConfigTexts returns the instructions in a YAML agent configuration, and its output keys. Of what is not valid
// YAML it returns those in front, with the error that says why.
func ConfigTexts(src *diag.Source) (instructions, outputKeys []source.Text, err error) {
	config, err := readAgentConfig(src)
	return config.instructions, config.outputKeys, err
}

// UndeclaredInConfig returns the same of the instructions in a YAML agent
// configuration, and its output keys that the schema does not declare. The error
// says why the file, or the rest of it, could not be read.
func (c *Checker) UndeclaredInConfig(src *diag.Source) ([]source.Use, error) {
	config, err := readAgentConfig(src)
	var uses []source.Use
	for _, t := range config.instructions {
		uses = append(uses, c.UndeclaredIn(t)...)
	}
	for _, t := range config.outputKeys {
		if t.Text != "" && c.Key(t.Text) == nil && !c.Foreign(t.Text) {
			uses = append(uses, c.OutputUse(t))
		}
	}
	return uses, err
}
