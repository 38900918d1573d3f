module github.com/seed92179c4c/stategen/runtime/redis

go 1.25.0

require (
	github.com/redis/rueidis v1.0.79
	github.com/seed92179c4c/stategen/runtime v0.0.0
)

require golang.org/x/sys v0.47.0 // indirect

replace github.com/seed92179c4c/stategen/runtime => ..
