module google.golang.org/adk/v2

go 1.25.0

require google.golang.org/genai v1.0.0
