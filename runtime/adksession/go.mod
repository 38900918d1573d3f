module github.com/seed92179c4c/stategen/runtime/adksession

go 1.25.0

require (
	github.com/seed92179c4c/stategen/runtime v0.0.0
	google.golang.org/adk v0.4.0
	google.golang.org/adk/v2 v2.0.0
	google.golang.org/genai v1.0.0
)

replace github.com/seed92179c4c/stategen/runtime => ..

// Stubs stand in for ADK in this module's own tests; make test-adk runs them on the
// real one.
replace (
	google.golang.org/adk => ./testdata/stub/v1
	google.golang.org/adk/v2 => ./testdata/stub/v2
	google.golang.org/genai => ./testdata/stub/genai
)
