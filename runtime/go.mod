module github.com/seed92179c4c/stategen/runtime

go 1.24.0
