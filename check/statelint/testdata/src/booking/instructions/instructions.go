// Package instructions has instructions in every form.
package instructions

import (
	"embed"
	"fmt"
	"strings"

	"booking/keys"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/util/instructionutil"
)

const constant = `Plan a trip.
Fly to {cty}.` // want `declares no key "cty"`

var once = "Ask for {departure_city}." // want `"departure_city" is optional`

//go:embed prompts/single.md
var single string

//go:embed prompts
var folder embed.FS

func load(name string) string {
	b, err := folder.ReadFile("prompts/" + name + ".md")
	if err != nil {
		return ""
	}
	return string(b)
}

var configs = []llmagent.Config{
	{Instruction: "Fly to {city}, {{not_json}}."}, // want `ADK looks up "not_json" in spite of the doubled braces`
	{Instruction: constant},
	{GlobalInstruction: once},
	{Instruction: "Überall {ctiy} — " + `hin {citty}`},                 // want `declares no key "ctiy"` `declares no key "citty"`
	{Instruction: fmt.Sprintf("%d%% to {cityy} for %s", 3, "x{cty2}")}, // want `declares no key "cityy"` `declares no key "cty2"`
	{Instruction: strings.TrimSpace("\n\tGo to {citz}.\n")},            // want `declares no key "citz"`
	{Instruction: "Use {\"json\": {\"a\": 1}} as is."},
	{Instruction: single},                       // want `in .*prompts/single.md:1:12: the schema declares no key "ebmedded"`
	{Instruction: load("loaded")},               // want `in .*prompts/loaded.md:1:10: the schema declares no key "laoded"`
	{Instruction: keys.Greeting},                // want `in .*keys/keys.go:14:28: "departure_city" is optional`
	{Instruction: "tab\t{c\u0069tx}"},           // want `declares no key "citx"`
	{Instruction: "Known as {user:passport?}."}, // want `sensitive`
}

func assigned(name string) {
	var cfg llmagent.Config
	cfg.Instruction = "To {ccity}."                         // want `declares no key "ccity"`
	cfg.Instruction = "Hello " + name + ", go to {cityyy}." // want `declares no key "cityyy"`
	cfg.Description = "{not_expanded}"
	llmagent.New(cfg)
}

func provider(ctx agent.ReadonlyContext) (string, error) {
	return instructionutil.InjectSessionState(ctx, "To {citty}.") // want `declares no key "citty"`
}

func literal(ctx agent.ReadonlyContext) (string, error) { return "{as_it_is}", nil }
