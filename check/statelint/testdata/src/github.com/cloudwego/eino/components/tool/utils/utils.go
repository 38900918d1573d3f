// Package utils stands in for github.com/cloudwego/eino/components/tool/utils.
package utils

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type InvokableTool interface {
	InvokableRun(ctx context.Context, arguments string) (string, error)
}

type InvokeFunc[T, D any] func(ctx context.Context, input T) (D, error)

func InferTool[T, D any](toolName, toolDesc string, i InvokeFunc[T, D]) (InvokableTool, error) {
	return nil, nil
}

func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D]) InvokableTool { return nil }
