package llmagent

type Options struct{ Instruction, OutputKey string }

type Option func(*Options)

func WithInstruction(instruction string) Option       { return nil }
func WithGlobalInstruction(instruction string) Option { return nil }
func WithOutputKey(outputKey string) Option           { return nil }
func New(name string, opts ...Option) any             { return nil }
