package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

// printFormatters prints the methods by which a struct of keys is logged and
// printed, by any verb. They find keys, and which of them are sensitive, in its
// tags.
func printFormatters(f *jen.File, name string) {
	v := strings.ToLower(name[:1])
	method := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id(v).Id(name))
	}
	section(f, "LogValue returns the values that are set, redacted if their key is sensitive.")
	f.Add(method(name)).Id("LogValue").Params().Qual("log/slog", "Value").
		Block(jen.Return(typedID("LogValue").Call(jen.Id(v))))

	section(f, "String shows what LogValue returns on one line.")
	f.Add(method(name)).Id("String").Params().String().
		Block(jen.Return(typedID("Describe").Call(jen.Lit(name), jen.Id(v).Dot("LogValue").Call())))

	section(f, "Format prints what String returns, with any verb.")
	f.Add(method(name)).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(typedID("Print").Call(jen.Id("f"), jen.Id(v).Dot("String").Call()))
}

// printReaderFormatters prints the methods by which a Reader and a State, which
// embeds it, are logged and printed. Their receiver is not a pointer, so that
// they work for both what Read and Of return and what these point to.
func printReaderFormatters(f *jen.File) {
	method := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id("Reader")) }
	section(f, "LogValue returns the state by key: the values of declared keys, redacted if the key is sensitive, and "+
		"only the names of keys that aren't declared.")
	f.Add(method()).Id("LogValue").Params().Qual("log/slog", "Value").
		Block(jen.Return(typedID("LogState").Call(jen.Id("r").Dot("from"), jen.Id("Snapshot").Values())))
	section(f, "Format prints what LogValue returns on one line, with any verb.")
	f.Add(method()).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(typedID("Print").Call(jen.Id("f"), typedID("Describe").Call(jen.Lit("State"), jen.Id("r").Dot("LogValue").Call())))
}

// printDeltaFormatter prints the method without which verbs that don't call String
// print the fields. As the receiver is not a pointer, it works for both.
func printDeltaFormatter(f *jen.File) {
	section(f, "Format prints what String returns, with any verb.")
	f.Func().Params(jen.Id("d").Id("Delta")).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(typedID("Print").Call(jen.Id("f"), jen.Id("d").Dot("String").Call()))
}

// tags say which key a field is for. Encoding the
// struct as JSON leaves sensitive keys out.
func tags(k *names.Key) map[string]string {
	tags := map[string]string{"state": k.Wire()}
	if k.Sensitive {
		tags["log"] = "redacted"
		tags["json"] = "-"
	}
	return tags
}
