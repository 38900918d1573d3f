// Package schema reads stategen.yaml: text to YAML nodes, nodes to a Schema
// whose every part knows its span. It touches neither disk nor terminal; the
// caller passes a function that reads files.
package schema
