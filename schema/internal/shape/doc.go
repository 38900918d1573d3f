// Package shape checks a schema's file against the JSON Schema of the language,
// and says in plain words what does not fit: fields that are unknown or
// missing, and values of a wrong type.
package shape
