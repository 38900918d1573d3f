package rules

import (
	"github.com/seed92179c4c/stategen/check/prompt/internal/dialectrules"
	"github.com/seed92179c4c/stategen/check/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// onEino are the rules on what eino reads as Python's format strings. No text
// stays as it is there, nothing is optional, and doubled braces are text, so the rules
// on those of ADK don't apply.
var onEino = []judge.Rule{
	{Rule: UndeclaredKey, Placeholder: checkUndeclaredInEino},
	{Rule: removedKey, Placeholder: checkRemovedKey},
	{Rule: missingOptionalMarker, Placeholder: checkMissingInEino},
	{Rule: proseReference, Text: checkProseReference},
	{Rule: unprintableType, Placeholder: checkUnprintableInEino},
	{Rule: sensitiveInPrompt, Placeholder: checkSensitiveInPrompt},
	{Rule: deprecatedKey, Placeholder: checkDeprecatedKey},
	{Rule: dialectrules.AllValues, Group: dialectrules.CheckAllValues},
	{Rule: dialectrules.FormatSpec, Placeholder: dialectrules.CheckFormatSpec},
	{Rule: dialectrules.FailingBraces, Text: dialectrules.CheckFailingBraces},
}

// all are the rules on templates, in the order of the documentation. Those without a
// function are onEino only.
var all = []judge.Rule{
	{Rule: UndeclaredKey, Placeholder: checkUndeclaredKey},
	{Rule: removedKey, Placeholder: checkRemovedKey},
	{Rule: missingOptionalMarker, Placeholder: checkMissingOptionalMarker},
	{Rule: redundantOptionalMarker, Placeholder: checkRedundantOptionalMarker},
	{Rule: tempMayBeEmpty, Placeholder: checkTempMayBeEmpty},
	{Rule: literalBraces, Placeholder: checkLiteralBraces},
	{Rule: dialectrules.SwallowedBraces, Placeholder: dialectrules.CheckSwallowedBraces},
	{Rule: dialectrules.SwallowedPlaceholder, Text: dialectrules.CheckSwallowedPlaceholder},
	{Rule: dialectrules.UnloadedArtifact, Text: dialectrules.CheckUnloadedArtifact},
	{Rule: unknownPrefix, Group: checkUnknownPrefix},
	{Rule: malformedPlaceholder, Group: checkMalformedPlaceholder, Text: checkEscaped},
	{Rule: unclosedPlaceholder, Text: checkUnclosed},
	{Rule: proseReference, Text: checkProseReference},
	{Rule: unprintableType, Placeholder: checkUnprintableType},
	{Rule: dialectrules.LanguageDifference, Placeholder: dialectrules.CheckLanguageDifference, Text: dialectrules.CheckArtifactLanguages},
	{Rule: sensitiveInPrompt, Placeholder: checkSensitiveInPrompt},
	{Rule: deprecatedKey, Placeholder: checkDeprecatedKey},
	{Rule: anglePlaceholder, Text: checkAnglePlaceholder},
	{Rule: textComment, Text: checkTextComment},
	{Rule: dialectrules.AllValues},
	{Rule: dialectrules.FormatSpec},
	{Rule: dialectrules.FailingBraces},
}

// For returns the rules on templates of a dialect.
func For(d instruction.Dialect) []judge.Rule {
	if d == instruction.Eino {
		return onEino
	}
	return all
}

// Metadata lists that of the rules on one text.
func Metadata() diag.Rules {
	var list diag.Rules
	for _, r := range all {
		list = append(list, r.Rule)
	}
	return append(list, outputKeyTypeMismatch)
}
