// Package schematest has what the tests of several packages about schemas
// need: golden cases, files in memory, and random schemas and states.
package schematest
