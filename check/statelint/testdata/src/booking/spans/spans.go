// Package spans has keys in places that are hard to find again.
package spans

import (
	"fmt"

	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

const part = "Grüße — {bad_const} "

var configs = []llmagent.Config{
	{Instruction: "日本語 {bad_multibyte}"},
	{Instruction: "\t\u00e9\x41\"{bad_escaped}\""},
	{Instruction: "{bad_\x73pelt}"},
	{Instruction: `first line
	ünder {bad_raw}
`},
	{Instruction: part + "and {bad_tail}" +
		` and {bad_raw_tail}`},
	{Instruction: fmt.Sprintf("100%% {bad_format} %s", "{bad_argument}")},
	{Instruction: "{bad_" + "split}"},
}

func keys(st session.State) {
	st.Get("ungültig")
	st.Get(`bad_raw_key`)
	st.Get("user:" + "bad_joined")
	st.Get(("bad_paren"))
}
