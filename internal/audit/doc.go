// Package audit says what is probably wrong in a project without a schema, by a draft of one: it drafts it of the
// keys that the source uses, runs the rules of check and flow against it, and says how likely a finding is where
// the draft guesses. It reads no files and knows no framework.
package audit
