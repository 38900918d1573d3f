// Package prompt stands in for github.com/cloudwego/eino/components/prompt v0.7.36.
package prompt

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type ChatTemplate interface {
	Format(ctx context.Context, vs map[string]any, opts ...Option) ([]*schema.Message, error)
}

type DefaultChatTemplate struct{}

func FromMessages(formatType schema.FormatType, templates ...schema.MessagesTemplate) *DefaultChatTemplate {
	return nil
}

func (t *DefaultChatTemplate) Format(ctx context.Context, vs map[string]any, opts ...Option) ([]*schema.Message, error) {
	return nil, nil
}
