// A module of its own, so that code generated for ADK is built against the
// stubs here while stategen itself never depends on ADK.
module example.com/adkgolden

go 1.26.0

require (
	github.com/google/jsonschema-go v0.4.0
	github.com/seed92179c4c/stategen/runtime v0.0.0
	google.golang.org/adk v0.0.0
	google.golang.org/adk/v2 v2.0.0
	google.golang.org/genai v1.0.0
)

replace (
	github.com/google/jsonschema-go => ./stub/jsonschema
	github.com/seed92179c4c/stategen/runtime => ../../../runtime
	google.golang.org/adk => ./stub/v1
	google.golang.org/adk/v2 => ./stub/v2
	google.golang.org/genai => ./stub/genai
)
