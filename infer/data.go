package infer

// Stored is the value of a key as it was found in data.
type Stored struct {
	Key    string // with its prefix
	Value  any    // as encoding/json reads it, with json.Number
	Source string // what comments call the data: a file's name
}

func fromData(data []Stored, code []observation) []observation { return nil }
