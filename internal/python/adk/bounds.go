package adk

// How much is looked at, so that the time stays linear.
const (
	mostGiven  = 20  // values that one name is given
	mostMerged = 200 // tokens of one value
	mostCalls  = 3   // classes that are derived from each other
	mostHops   = 8   // brackets in brackets
)
