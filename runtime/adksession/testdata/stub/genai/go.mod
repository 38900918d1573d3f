module google.golang.org/genai

go 1.24.0
