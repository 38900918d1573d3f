// Package schema stands in for github.com/cloudwego/eino/schema.
package schema

type ToolInfo struct{ Name, Desc string }
