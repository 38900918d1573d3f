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

// printSource prints what a Reader embeds, so that it and a State are logged and
// printed as pointers and as values, while their own methods all have pointers.
func printSource(f *jen.File) {
	method := func() *jen.Statement { return jen.Func().Params(jen.Id("s").Id("source")) }
	section(f, "source is what a Reader reads. Its methods log and print the Reader, and what a pointer to one points to.")
	f.Type().Id("source").Struct(jen.Id("from").Add(rt("ReadonlyState")))
	section(f, "LogValue returns the state by key: the values of declared keys, redacted if the key is sensitive, and "+
		"only the names of keys that aren't declared.")
	f.Add(method()).Id("LogValue").Params().Qual("log/slog", "Value").
		Block(jen.Return(typedID("LogState").Call(jen.Id("s").Dot("from"), jen.Id("Snapshot").Values())))
	section(f, "Format prints what LogValue returns on one line, with any verb.")
	f.Add(method()).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(typedID("Print").Call(jen.Id("f"), typedID("Describe").Call(jen.Lit("State"), jen.Id("s").Dot("LogValue").Call())))
}

// printChanges prints what a Delta embeds, for the same reason. Verbs that don't
// call String would print the fields without Format.
func printChanges(f *jen.File) {
	method := func() *jen.Statement { return jen.Func().Params(jen.Id("c").Id("changes")) }
	section(f, "changes are what a Delta collects. Its methods print the Delta, and what a pointer to one points to.")
	f.Type().Id("changes").Struct(jen.Id("to").Op("*").Add(typedID("Changes")))
	section(f, "String lists the keys that change, without their values.")
	f.Add(method()).Id("String").Params().String().Block(jen.Return(jen.Id("c").Dot("to").Dot("String").Call()))
	section(f, "Format prints what String returns, with any verb.")
	f.Add(method()).Id("Format").Params(jen.Id("f").Qual("fmt", "State"), jen.Id("_").Rune()).
		Block(typedID("Print").Call(jen.Id("f"), jen.Id("c").Dot("String").Call()))
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
