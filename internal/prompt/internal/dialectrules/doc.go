// Package dialectrules has the rules on one text that a single framework's way with
// braces and values calls for: ADK's, tRPC-Agent-Go's, eino's.
package dialectrules
