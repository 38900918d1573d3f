package schema

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// The IDs of the findings of Load.
const (
	idUnreadableFile     = "unreadable-file"
	idFileLimit          = "file-limit"
	idInvalidText        = "invalid-text"
	idYAMLSyntax         = "yaml-syntax"
	idNotASchema         = "not-a-schema"
	idUnsupportedYAML    = "unsupported-yaml"
	idUnknownField       = "unknown-field"
	idDuplicateField     = "duplicate-field"
	idMissingField       = "missing-field"
	idConflictingFields  = "conflicting-fields"
	idWrongType          = "wrong-type"
	idUnknownValue       = "unknown-value"
	idInvalidName        = "invalid-name"
	idInvalidPath        = "invalid-path"
	idUnknownType        = "unknown-type"
	idBadType            = "bad-type"
	idBadGoType          = "bad-go-type"
	idDuplicateType      = "duplicate-type"
	idDuplicateValue     = "duplicate-value"
	idDuplicateKey       = "duplicate-key"
	idInvalidKey         = "invalid-key"
	idUnknownScope       = "unknown-scope"
	idScopeMismatch      = "scope-mismatch"
	idOddKey             = "odd-key"
	idBadFamily          = "bad-family"
	idBadValue           = "bad-value"
	idBadDefault         = "bad-default"
	idBadConstraint      = "bad-constraint"
	idBadPattern         = "bad-pattern"
	idBadMerge           = "bad-merge"
	idBadRename          = "bad-rename"
	idRecursiveType      = "recursive-type"
	idFamilyOverlap      = "family-overlap"
	idBadImport          = "bad-import"
	idIncludeCycle       = "include-cycle"
	idScopeInName        = "scope-in-name"
	idTempRequired       = "temp-required"
	idShallowState       = "shallow-state"
	idSensitiveDefault   = "sensitive-default"
	idInconsistentNaming = "inconsistent-naming"
	idSimilarKeys        = "similar-keys"
	idUnusedSuppression  = "unused-suppression" // described by the checker, which reports it in other files
	idOptionalDefault    = "optional-default"
)

// Rules describes every kind of finding that Load reports.
func Rules() diag.Rules {
	return slices.Concat(fileRules, shapeRules, typeRules, valueRules, keyRules, includeRules, adviceRules)
}

// warnings are the IDs of what is only advice.
var warnings = adviceRules.IDs()

// severity returns how grave a kind of finding is.
func severity(id string) diag.Severity {
	if id == idUnusedSuppression || isAdvice(id) {
		return diag.Warning
	}
	return diag.Error
}

// isAdvice reports whether a kind of finding is only advice.
func isAdvice(id string) bool { return slices.Contains(warnings, id) }
