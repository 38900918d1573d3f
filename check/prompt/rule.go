package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// rule is a rule's metadata with the functions that apply it, each to another
// part of a template. One without any is applied in eino's dialect only.
type rule struct {
	diag.Rule
	placeholder func(*pass, *placeholder)
	group       func(*pass, instruction.Token)
	text        func(*pass)
}

// templateRules returns the rules on templates, in the order of the
// documentation.
func templateRules() []rule {
	return []rule{
		{Rule: undeclaredKey, placeholder: checkUndeclaredKey},
		{Rule: removedKey, placeholder: checkRemovedKey},
		{Rule: missingOptionalMarker, placeholder: checkMissingOptionalMarker},
		{Rule: redundantOptionalMarker, placeholder: checkRedundantOptionalMarker},
		{Rule: tempMayBeEmpty, placeholder: checkTempMayBeEmpty},
		{Rule: literalBraces, placeholder: checkLiteralBraces},
		{Rule: swallowedBraces, placeholder: checkSwallowedBraces},
		{Rule: swallowedPlaceholder, text: checkSwallowedPlaceholder},
		{Rule: unloadedArtifact, text: checkUnloadedArtifact},
		{Rule: unknownPrefix, group: checkUnknownPrefix},
		{Rule: malformedPlaceholder, group: checkMalformedPlaceholder},
		{Rule: unclosedPlaceholder, text: checkUnclosed},
		{Rule: proseReference, text: checkProseReference},
		{Rule: unprintableType, placeholder: checkUnprintableType},
		{Rule: languageDifference, placeholder: checkLanguageDifference, text: checkArtifactLanguages},
		{Rule: sensitiveInPrompt, placeholder: checkSensitiveInPrompt},
		{Rule: deprecatedKey, placeholder: checkDeprecatedKey},
		{Rule: anglePlaceholder, text: checkAnglePlaceholder},
		{Rule: textComment, text: checkTextComment},
		{Rule: allValues},
		{Rule: formatSpec},
		{Rule: failingBraces},
	}
}

// Rules lists the metadata of the rules on one text.
func Rules() diag.Rules {
	var all diag.Rules
	for _, r := range templateRules() {
		all = append(all, r.Rule)
	}
	return append(all, outputKeyTypeMismatch)
}
