module google.golang.org/adk

go 1.24.0

require google.golang.org/genai v1.0.0
