package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// describe prints the methods by which a struct of keys is logged and printed,
// by any verb. They find keys, and which of them are sensitive, in its tags.
func (m *model) describe(f *jen.File, name string) {
	v := strings.ToLower(name[:1])
	method := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id(v).Id(name))
	}
	section(f, "LogValue returns the values that are set, those of sensitive keys redacted.")
	f.Add(method(name)).Id("LogValue").Params().Qual("log/slog", "Value").
		Block(jen.Return(typedID("LogValue").Call(jen.Id(v))))

	section(f, "String shows what LogValue returns on one line.")
	f.Add(method(name)).Id("String").Params().String().
		Block(jen.Return(typedID("Describe").Call(jen.Lit(name), jen.Id(v).Dot("LogValue").Call())))

	section(f, "GoString is String, so that %#v shows no value of a sensitive key either.")
	f.Add(method(name)).Id("GoString").Params().String().
		Block(jen.Return(jen.Id(v).Dot("String").Call()))
}

// tags say of a field in a struct of keys what it stands for. Encoding the
// struct as JSON leaves sensitive keys out.
func (k *key) tags() map[string]string {
	tags := map[string]string{"state": k.Wire()}
	if k.Sensitive {
		tags["log"] = "redacted"
		tags["json"] = "-"
	}
	return tags
}
