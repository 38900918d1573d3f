package project

// exampleSchema is the schema of the examples in the rules' metadata.
const exampleSchema = `version: 1
keys:
  city: string
  seat: string?
  language: {type: string, default: en}
  user:name: string
  user:theme: {type: string, default: light}
  user:passport: {type: string, optional: true, sensitive: true}
  temp:report: string
  photo: bytes
`

// ExampleSchema returns the schema that the examples of the rules on templates
// are checked against. An example that begins with "version:" is a schema of
// its own.
func ExampleSchema() string { return exampleSchema }
