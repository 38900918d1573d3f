package check

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// rule is a rule's metadata with the functions that apply it, each to another
// part of a template; at least one is set.
type rule struct {
	diag.Rule
	placeholder func(*pass, placeholder)
	group       func(*pass, instruction.Token)
	text        func(*pass)
}

// templateRules returns the rules on templates, in the order of the
// documentation.
func templateRules() []rule {
	return []rule{
		{Rule: undeclaredKey, placeholder: checkUndeclaredKey},
		{Rule: optionalWithoutMark, placeholder: checkOptionalWithoutMark},
		{Rule: needlessMark, placeholder: checkNeedlessMark},
		{Rule: tempMayBeEmpty, placeholder: checkTempMayBeEmpty},
		{Rule: literalBraces, placeholder: checkLiteralBraces},
		{Rule: swallowedBraces, placeholder: checkSwallowedBraces},
		{Rule: unknownPrefix, group: checkUnknownPrefix},
		{Rule: malformedPlaceholder, group: checkMalformedPlaceholder},
		{Rule: proseReference, text: checkProseReference},
		{Rule: unprintableType, placeholder: checkUnprintableType},
		{Rule: sensitiveInPrompt, placeholder: checkSensitiveInPrompt},
		{Rule: anglePlaceholder, text: checkAnglePlaceholder},
	}
}

// Rules lists the metadata of every rule of this package.
func Rules() diag.Rules {
	var all diag.Rules
	for _, r := range templateRules() {
		all = append(all, r.Rule)
	}
	return append(all, outputKeyType, unusedSuppression, notChecked)
}

// goRules are the rules on Go source. They can be named in check.rules and in
// suppressions though no template breaks them.
var goRules = []string{
	"wrong-type-assertion", "wrong-delta-value", "direct-state-mutation",
	"unused-key", "never-written", "scope-in-name", "inconsistent-naming", "shallow-state",
	"unserializable-value",
}

func ruleNames() []string {
	return append(Rules().IDs(), goRules...)
}
