// Package library reads prompts for others.
package library

import "os"

// Prompt reads one of the prompts when the program runs.
func Prompt(name string) string { // want Prompt:`.*`
	b, err := os.ReadFile("texts/" + name + ".txt")
	if err != nil {
		return ""
	}
	return string(b)
}
