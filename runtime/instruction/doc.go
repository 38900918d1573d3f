// Package instruction has the one scanner for placeholders in instruction
// templates. Injection at run time, the generator's compiled instructions and
// the checker all use it, so that what is checked is what is rendered.
//
// Tokens cuts a text into literal text and placeholders. Inject puts the
// values of a state in their place. Render and AppendValue turn one value into
// the text that a prompt shows.
package instruction
