package survey

// How much is looked at, so that the time stays linear.
const (
	mostMerged = 200  // tokens of one value
	mostBody   = 5000 // words of a function
	mostBlocks = 20   // blocks in blocks
	mostCalls  = 3    // names that stand for each other
	mostHops   = 8    // names of agents that stand for each other
	mostFound  = 1000 // agents that run one, in any number of steps
)
