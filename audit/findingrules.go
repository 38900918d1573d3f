package audit

import "github.com/seed92179c4c/stategen/diag"

// findingRules describes the findings that only this package words.
func findingRules() diag.Rules {
	return diag.Rules{
		missingAwait, stateIsNoDict, unknownServiceMethod, sessionCreatedAgain, keyNameShown, foreignText, droppedEvents, unstoredState,
		callbackArguments, unfilledPlaceholder,
	}
}
