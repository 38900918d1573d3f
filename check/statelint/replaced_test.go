package statelint_test

import "testing"

// TestReplacedPlaceholders holds that what a program replaces in a text itself is no
// placeholder to the framework, and that the rest of the text is checked.
func TestReplacedPlaceholders(t *testing.T) {
	const head = `
package bot

import (
	"strings"

	"google.golang.org/adk/v2/agent/llmagent"
)

var _ strings.Builder

const base = "On {{DATE}}, plan a trip to {ctiy} for {guest}."

func fill(text string, values map[string]string) string {
	for k, v := range values {
		text = strings.ReplaceAll(text, "{"+k+"}", v)
	}
	return text
}
`
	const misspelt = "bot.go: the schema declares no key \"ctiy\"\n"
	for name, c := range map[string]struct{ body, want string }{
		"not replaced": {
			`func f() llmagent.Config { return llmagent.Config{Instruction: "Plan {guest} {ctiy}."} }`,
			"bot.go: the schema declares no key \"guest\"\n" + misspelt,
		},
		"one after the other": {
			`func f(day, who string) llmagent.Config {
	text := strings.ReplaceAll(base, "{{DATE}}", day)
	done := strings.Replace(text, "{guest}", who, -1)
	return llmagent.Config{Instruction: done}
}`, misspelt,
		},
		"some only": {
			`func f(day string) llmagent.Config {
	return llmagent.Config{Instruction: strings.Replace("{day} {day}", "{day}", day, 1)}
}`, "bot.go: the schema declares no key \"day\"\n",
		},
		"in one variable": {
			`func f(day, who string, named bool) llmagent.Config {
	text := base
	text = strings.ReplaceAll(text, "{{DATE}}", day)
	if named {
		text = strings.ReplaceAll(text, "{guest}", who)
	}
	return llmagent.Config{Instruction: text}
}`, misspelt,
		},
		"a replacer": {
			`var names = strings.NewReplacer("{guest}", "Ada", "{{DATE}}", "{city}")

func f() llmagent.Config { return llmagent.Config{Instruction: names.Replace(base)} }`, misspelt,
		},
		"a replacer in place": {
			`func f(who, day string) llmagent.Config {
	text := base
	text = strings.NewReplacer("{guest}", who, "{{DATE}}", day).Replace(text)
	return llmagent.Config{Instruction: text}
}`, misspelt,
		},
		"by names that are not known": {
			`func f(values map[string]string) llmagent.Config {
	text := base
	for k, v := range values {
		text = strings.ReplaceAll(text, "{"+k+"}", v)
	}
	return llmagent.Config{Instruction: text}
}`, "",
		},
		"by a function": {
			`func f(values map[string]string) llmagent.Config {
	text := base
	text = fill(text, values)
	return llmagent.Config{Instruction: text}
}`, "",
		},
		"in a parameter": {
			`func Make(text, day, who string) llmagent.Config {
	text = strings.ReplaceAll(text, "{{DATE}}", day)
	text = strings.ReplaceAll(text, "{guest}", who)
	return llmagent.Config{Instruction: text}
}

var _ = Make(base, "", "")`, misspelt,
		},
		"in a part": {
			`func f(day, who string) llmagent.Config {
	text := base
	text += "!"
	text = strings.NewReplacer("{{DATE}}", day, "{guest}", who).Replace(text)
	return llmagent.Config{Instruction: "Please. " + text}
}`, misspelt,
		},
		"lengthened": {
			`func f() llmagent.Config {
	text := "Plan {ctiy}."
	text = strings.TrimSpace(text + " Be brief.")
	return llmagent.Config{Instruction: text}
}`, misspelt,
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := project(t, "-- bot/stategen.yaml --\nversion: 1\nkeys: {city: string}\n-- bot/bot.go --\n"+head+c.body+"\n")
			if got := messages(run(t, o, "./...").Findings); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}
