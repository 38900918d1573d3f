// Package golangci makes statelint a module plugin of golangci-lint, named
// "statelint". In .custom-gcl.yml:
//
//	plugins:
//	  - module: github.com/seed92179c4c/stategen
//	    import: github.com/seed92179c4c/stategen/check/golangci
//
// golangci-lint caches what it found, and does not know that schemas, prompts
// and embedded files were read too: clear its cache when only they changed, or
// run `stategen check`, which reads them anew.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/seed92179c4c/stategen/check"
)

// Name is the linter's name in golangci-lint's configuration.
const Name = "statelint"

func init() { register.Plugin(Name, New) }

// Settings are what .golangci.yml may say under linters.settings.custom.
type Settings struct {
	Schema string `json:"schema"` // for all packages; empty: each package's nearest
	Tests  bool   `json:"tests"`  // report findings in test files too
	// Warnings adds the findings that are not errors; golangci-lint shows all of them alike.
	Warnings bool `json:"warnings"`
}

// New reads the settings; one that does not exist is an error.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, err
	}
	return plugin{s}, nil
}

type plugin struct{ settings Settings }

// BuildAnalyzers returns the one analyzer.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{check.New(check.Options(p.settings))}, nil
}

// GetLoadMode says that the analyzer needs types.
func (p plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
