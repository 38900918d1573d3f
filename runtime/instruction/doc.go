// Package instruction holds the one scanner for placeholders in instruction
// templates. Injection at run time, the generator's compiled instructions and
// the checker all use it, so that what is checked is what is rendered.
package instruction
