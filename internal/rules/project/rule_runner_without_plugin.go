package project

import "github.com/seed92179c4c/stategen/internal/diag"

var RunnerWithoutPlugin = diag.Register(diag.OnGo, diag.Rule{
	ID:       "runner-without-plugin",
	Severity: diag.Error,
	Summary:  "a runner of ADK lacks the plugin that its tools need to merge",
	Why: "Tools that a model calls at the same time each write a delta of their own, and ADK keeps one value per key. " +
		"The generated For and Plugin together keep merged keys correct: in a run without the plugin, the first merge " +
		"through For is an error. A runner is reported if its package, or one that it imports, merges through For, " +
		"and none of the package's runners may have the plugin. If the merge is in another package it is a warning.",
	Bad: "book := func(ctx agent.Context) error { return bookingstate.For(ctx).AddTrips(1) }\n" +
		"runner.New(runner.Config{AppName: \"trips\", Agent: agentWith(book)})\n",
	Good: "book := func(ctx agent.Context) error { return bookingstate.For(ctx).AddTrips(1) }\n" +
		"merges, err := bookingstate.Plugin()\nif err != nil {\n\treturn err\n}\n" +
		"runner.New(runner.Config{\n\tAppName: \"trips\", Agent: agentWith(book),\n" +
		"\tPluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},\n})\n",
})

// NoPlugin is about a runner whose tools merge through a package of generated code. InMemory says that it is made by
// a function that takes no plugins.
func NoPlugin(at diag.Span, pkg string, inMemory bool) diag.Diagnostic {
	d := diag.New(RunnerWithoutPlugin, at,
		"this runner lacks the plugin of %[1]s, without which a merge through %[1]s.For is an error", pkg)
	if inMemory {
		return d.WithHint("make it with runner.New, with the result of %s.Plugin() in its PluginConfig", pkg)
	}
	return d.WithHint("add the result of %s.Plugin() to the Plugins of its PluginConfig", pkg)
}
