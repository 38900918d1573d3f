package load

import "github.com/seed92179c4c/stategen/internal/diag"

var duplicateValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-value",
	Summary: "a list that names each thing once names one twice",
	Why:     "An enum would have two constants for one value, an output two adapters of one name.",
	Bad:     "version: 1\ntypes:\n  Step: {enum: [search, done, search]}\n",
	Good:    "version: 1\ntypes:\n  Step: {enum: [search, done]}\n",
})

var (
	secondAdapter = duplicateValue.Says("a schema has one adapter",
		"keep one; another schema that includes this one can have the other")
	targetTwice = duplicateValue.Says("the target %s is there twice", "remove one of the two")
	valueTwice  = duplicateValue.Says("the value %s appears here twice", "remove one of the two")
	sinkTwice   = duplicateValue.Says("this sink says again what %s takes", "keep one of them")
)
