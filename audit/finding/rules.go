package finding

import "github.com/seed92179c4c/stategen/diag"

// Rules describes the findings that only this package words.
func Rules() diag.Rules {
	return diag.Rules{
		missingAwait, stateIsNoDict, unknownServiceMethod, sessionCreatedAgain, keyNameShown, droppedEvents, unstoredState,
		callbackArguments, unfilledPlaceholder, staleSession,
	}
}
