// Package deep stands in for github.com/cloudwego/eino/adk/prebuilt/deep v0.7.36.
package deep

const SessionKeyTodos = "deep_agent_session_key_todos"

type Config struct{ Instruction, OutputKey string }
