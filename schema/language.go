package schema

import (
	"bytes"
	_ "embed"
)

//go:embed stategen.schema.json
var jsonSchemaText []byte

// JSONSchema returns the JSON Schema of stategen.yaml, which editors use to
// complete and check the file.
func JSONSchema() []byte { return bytes.Clone(jsonSchemaText) }
