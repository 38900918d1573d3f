package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fatih/color"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

// output prints findings in the form that the flags ask for.
type output struct {
	format   string
	color    string
	severity string
}

// plainText is how a command whose output is something else prints findings.
func plainText() output { return output{format: "text", color: "auto", severity: "error"} }

// addFlags declares the flags that every command with findings has.
func (o *output) addFlags(cmd *cobra.Command) {
	choose(cmd, &o.format, "format", "", "text", "json", "sarif", "github")
	choose(cmd, &o.color, "color", "", "auto", "always", "never")
	choose(cmd, &o.severity, "severity", "fail from: ", "error", "warning")
}

// choice is the value of a flag that is one of some words.
type choice struct {
	value *string
	of    []string
}

func (c choice) String() string { return *c.value }
func (c choice) Type() string   { return "string" }

func (c choice) Set(value string) error {
	if !slices.Contains(c.of, value) {
		return fmt.Errorf("not one of: %s", strings.Join(c.of, ", "))
	}
	*c.value = value
	return nil
}

// choose declares a flag with one of some words, the first of which is the default.
func choose(cmd *cobra.Command, value *string, name, usage string, of ...string) {
	*value = of[0]
	cmd.Flags().Var(choice{value, of}, name, usage+strings.Join(of, ", "))
	complete(cmd, name, of...)
}

func complete(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // a flag that was not declared: a mistake in this file
	}
}

// print writes the findings. Text goes where people look for it; the other
// formats are for programs and print an empty list too.
func (o *output) print(w io.Writer, list diag.List, sources diag.Sources) error {
	list = list.Sort()
	if o.format == "sarif" || o.format == "github" {
		list, sources = diag.Named(list, sources, inRepository)
	}
	switch o.format {
	case "json":
		return diag.WriteJSON(w, list, sources)
	case "sarif":
		return diag.WriteSARIF(w, list, sources, diag.SARIFOptions{Version: version(), Rules: workspace.Rules()})
	case "github":
		return diag.WriteGitHub(w, list, sources)
	default:
		return diag.WriteText(w, list, sources, diag.TextOptions{Color: o.wantsColor(w), Width: terminalWidth(w)})
	}
}

// report prints what was found in schemas, and ends the run if that makes it
// fail: a wrong schema is a configuration error.
func (o *output) report(cmd *cobra.Command, input workspace.Loaded) error {
	if err := o.print(cmd.ErrOrStderr(), input.Findings, input.Sources); err != nil {
		return err
	}
	if o.fails(input.Findings) {
		return exitError(exitFailed)
	}
	return nil
}

func (o *output) wantsColor(w io.Writer) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	return !color.NoColor && isTerminal(w)
}

// fails reports whether the findings make the run fail.
func (o *output) fails(list diag.List) bool {
	return list.HasErrors() || o.severity == "warning" && len(list) > 0
}

// count puts a number before a noun; plural is needed where it is no "-s".
func count(n int, noun string, plural ...string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case len(plural) > 0:
		return fmt.Sprintf("%d %s", n, plural[0])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
