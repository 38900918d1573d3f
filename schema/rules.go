package schema

import "github.com/seed92179c4c/stategen/diag"

// The IDs of the findings of Load.
const (
	idUnreadableFile    = "unreadable-file"
	idFileLimit         = "file-limit"
	idInvalidText       = "invalid-text"
	idYAMLSyntax        = "yaml-syntax"
	idUnsupportedYAML   = "unsupported-yaml"
	idUnknownField      = "unknown-field"
	idDuplicateField    = "duplicate-field"
	idMissingField      = "missing-field"
	idConflictingFields = "conflicting-fields"
	idWrongType         = "wrong-type"
	idUnknownValue      = "unknown-value"
	idInvalidName       = "invalid-name"
	idInvalidPath       = "invalid-path"
	idUnknownType       = "unknown-type"
	idBadType           = "bad-type"
	idBadGoType         = "bad-go-type"
	idDuplicateType     = "duplicate-type"
	idDuplicateValue    = "duplicate-value"
	idDuplicateKey      = "duplicate-key"
	idInvalidKey        = "invalid-key"
	idUnknownPrefix     = "unknown-prefix"
	idScopeMismatch     = "scope-mismatch"
	idOddKey            = "odd-key"
	idBadFamily         = "bad-family"
	idBadValue          = "bad-value"
	idBadDefault        = "bad-default"
	idBadConstraint     = "bad-constraint"
	idBadPattern        = "bad-pattern"
	idBadMerge          = "bad-merge"
	idBadRename         = "bad-rename"
	idRecursiveType     = "recursive-type"
	idFamilyOverlap     = "family-overlap"
	idBadImport         = "bad-import"
	idIncludeCycle      = "include-cycle"
	idOptionalDefault   = "optional-default"
)

// severity returns how grave a kind of finding is.
func severity(id string) diag.Severity { return diag.Error }
