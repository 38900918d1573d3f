// Package outputs saves agents' answers.
package outputs

import "google.golang.org/adk/v2/agent/llmagent"

var configs = []llmagent.Config{
	{OutputKey: "city"},
	{OutputKey: "ctiy"}, // want `declares no key "ctiy"`
	{OutputKey: "paid"}, // want `an agent's final text is saved under "paid", which is declared as bool`
	{OutputKey: "draft"},
	{OutputKey: "temp:report"},
	{OutputKey: ""},
}
