// Package wording reads what is in braces without being a placeholder: what a person may
// have meant by it.
package wording
