package names

// How much is looked at for one question, so that the time stays linear.
const (
	MostGiven    = 20   // values that one name is given
	MostMerged   = 200  // tokens of one value
	MostBody     = 5000 // words of a function
	MostItems    = 100  // items of one list
	MostCalls    = 3    // functions that call each other, or classes that are derived from each other
	MostHops     = 8    // names that stand for each other
	MostWays     = 6    // expressions of which a function returns one
	MostBlocks   = 20   // blocks in blocks
	MostBrackets = 8    // brackets in brackets, or blocks around a name
)
