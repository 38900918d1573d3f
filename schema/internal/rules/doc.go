// Package rules names and describes what can be found in a schema.
package rules
