package instructions

import (
	"encoding/json"

	"google.golang.org/adk/v2/agent/llmagent"
)

type decoded struct {
	Name        string
	Instruction string `json:"instruction"` // want Instruction:`.*`
}

// A decoder fills the field, so nothing in the source says what it holds.
func fromFile(data []byte) (llmagent.Config, error) {
	var read decoded
	err := json.Unmarshal(data, &read)
	return llmagent.Config{Instruction: read.Instruction}, err
}
