// Package rules has the rules on one text, each in a file of its own with the metadata
// that explains it: what a placeholder says against what the schema says. Those that one
// framework alone calls for are in dialectrules.
package rules
