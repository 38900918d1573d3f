module github.com/seed92179c4c/stategen/runtime/agui

go 1.24.0

require github.com/seed92179c4c/stategen/runtime v0.0.0

replace github.com/seed92179c4c/stategen/runtime => ..
