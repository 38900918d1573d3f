// Package schematest has what the tests of several packages about schemas
// need: golden cases, and files in memory.
package schematest
