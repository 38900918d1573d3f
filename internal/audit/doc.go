// Package audit says what is probably wrong with the state of a project that has no schema: it drafts one of the
// keys that the source uses, runs the rules of check and flow against it, and says how likely a finding is where
// the draft guesses. It reads no files and knows no framework.
package audit
