package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// The IDs of what is found when a schema is loaded.
const (
	UnreadableFile     = "unreadable-file"
	FileLimit          = "file-limit"
	InvalidText        = "invalid-text"
	YAMLSyntax         = "yaml-syntax"
	NotASchema         = "not-a-schema"
	UnsupportedYAML    = "unsupported-yaml"
	UnknownField       = "unknown-field"
	DuplicateField     = "duplicate-field"
	MissingField       = "missing-field"
	ConflictingFields  = "conflicting-fields"
	WrongType          = "wrong-type"
	UnknownValue       = "unknown-value"
	InvalidName        = "invalid-name"
	InvalidPath        = "invalid-path"
	UnknownType        = "unknown-type"
	BadType            = "bad-type"
	BadGoType          = "bad-go-type"
	DuplicateType      = "duplicate-type"
	DuplicateValue     = "duplicate-value"
	DuplicateKey       = "duplicate-key"
	InvalidKey         = "invalid-key"
	UnknownScope       = "unknown-scope"
	ScopeMismatch      = "scope-mismatch"
	OddKey             = "odd-key"
	BadFamily          = "bad-family"
	BadValue           = "bad-value"
	BadDefault         = "bad-default"
	BadConstraint      = "bad-constraint"
	BadPattern         = "bad-pattern"
	BadMerge           = "bad-merge"
	BadRename          = "bad-rename"
	RecursiveType      = "recursive-type"
	FamilyOverlap      = "family-overlap"
	BadImport          = "bad-import"
	IncludeCycle       = "include-cycle"
	ScopeInName        = "scope-in-name"
	TempRequired       = "temp-required"
	ShallowState       = "shallow-state"
	SensitiveDefault   = "sensitive-default"
	InconsistentNaming = "inconsistent-naming"
	IdSimilarKeys      = "similar-keys"
	UnusedSuppression  = "unused-suppression" // described by the checker, which reports it in other files
	OptionalDefault    = "optional-default"
)

// All describes every kind of finding that loading a schema reports.
func All() diag.Rules {
	return slices.Concat(fileRules, shapeRules, typeRules, valueRules, keyRules, includeRules, adviceRules)
}

// warnings are the IDs of what is only advice.
var warnings = adviceRules.IDs()

// Severity returns how grave a kind of finding is.
func Severity(id string) diag.Severity {
	if id == UnusedSuppression || IsAdvice(id) {
		return diag.Warning
	}
	return diag.Error
}

// IsAdvice reports whether a kind of finding is only advice.
func IsAdvice(id string) bool { return slices.Contains(warnings, id) }
