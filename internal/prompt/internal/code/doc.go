// Package code tells code from prose in a prompt: braces in code are no placeholders that
// somebody got wrong.
package code
