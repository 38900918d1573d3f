package python

// How much is looked at, so that the time stays linear.
const (
	mostGiven  = 20   // values that one name is given
	mostMerged = 200  // tokens of one value
	mostBody   = 5000 // words of a function
	mostItems  = 100  // items of one list
	mostCalls  = 3    // functions that call each other
	mostHops   = 8    // names that stand for each other
	mostWays   = 6    // expressions of which a function returns one
)
