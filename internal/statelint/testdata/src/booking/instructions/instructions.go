// Package instructions has instructions that are in other files.
package instructions

import (
	_ "embed"

	"booking/keys"

	"google.golang.org/adk/v2/agent/llmagent"
)

//go:embed prompts/single.md
var single string

var configs = []llmagent.Config{
	{Instruction: single},                   // want `in .*prompts/single.md:1:12: the schema declares no key "ebmedded"`
	{Instruction: keys.Greeting},            // want `in .*keys/keys.go:7:28: "departure_city" is optional`
	{Instruction: "Überall {ctiy}"},         // want `declares no key "ctiy"; did you mean "city"\?`
	{Instruction: "Visit {user:passport?}"}, // want `sensitive`
}
