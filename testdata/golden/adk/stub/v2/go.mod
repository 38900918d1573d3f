module google.golang.org/adk/v2

go 1.26.0
