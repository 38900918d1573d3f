package project

import "github.com/seed92179c4c/stategen/internal/diag"

var MergeThroughOf = diag.Register(diag.OnGo, diag.Rule{
	ID:       "merge-through-of",
	Severity: diag.Error,
	Summary:  "a tool or callback of ADK merges through Of",
	Why: "Tools that a model calls at the same time each write a delta of their own, and ADK keeps one value per key: " +
		"of twenty that add 1, two may be counted. Through For, which the adapter for ADK has, a merge sees what the " +
		"others have written, and the plugin of the runner keeps it.",
	Bad:  "bookingstate.Of(ctx.State()).AddTrips(1)\n",
	Good: "bookingstate.For(ctx).AddTrips(1)\n",
})

// LostMerge is about a merge through Of in a package of generated code, which may have For.
func LostMerge(at diag.Span, pkg, verb string, hasFor bool) diag.Diagnostic {
	d := diag.New(MergeThroughOf, at,
		"Of sees only this tool's writes, so if two tools merge at the same time, one change is lost")
	if !hasFor {
		return d.WithHint("add targets: [adk] to the schema, generate, and use %s.For(ctx)", pkg)
	}
	return d.WithHint("write %s.For(ctx).%s(…)", pkg, verb)
}
