package generator

import (
	"github.com/dave/jennifer/jen"
)

// adk is a major version of ADK for Go.
type adk struct {
	path    string
	context string // the interface that tools' and callbacks' contexts have
}

// adks are the versions by target.
var adks = map[string]adk{
	"adk":    {"google.golang.org/adk/v2", "Context"},
	"adk/v1": {"google.golang.org/adk", "CallbackContext"},
}

func (a adk) agent(name string) *jen.Statement   { return jen.Qual(a.path+"/agent", name) }
func (a adk) session(name string) *jen.Statement { return jen.Qual(a.path+"/session", name) }
func (a adk) plugin(name string) *jen.Statement  { return jen.Qual(a.path+"/plugin", name) }

// adkFile prints the adapter. It imports ADK, so the user's module must
// require it; ours doesn't.
func (m *model) adkFile(f *jen.File, a adk) {
	for _, pkg := range []string{"agent", "session", "plugin"} {
		f.ImportName(a.path+"/"+pkg, pkg)
	}
	f.Line()
	f.Func().Id("init").Params().Block(rt("RegisterMissing").Call(a.session("ErrStateKeyNotExist")))
	m.adkFor(f, a)
	m.adkEvents(f, a)
	m.adkPlugin(f, a)
	for _, t := range m.instructions {
		adkProvider(f, a, t)
	}
	m.adkLive(f)
}

func (m *model) adkFor(f *jen.File, a adk) {
	section(f, "For returns the state of a tool's or callback's context. Tools that the model calls at the same time "+
		"lose no merged change to each other if all of them use For and the runner has Plugin.",
		"Between processes, and between sessions that share user or app keys, merging is not atomic here: "+
			"each reads its own view of the session and writes the result.")
	f.Func().Id("For").Params(jen.Id("ctx").Add(a.agent(a.context))).Op("*").Id("State").Block(
		jen.Return(jen.Id("Of").Call(jen.Id("live").Dot("State").Call(
			jen.Id("ctx").Dot("State").Call(), jen.Id("ctx").Dot("ReadonlyState").Call()))))
}

func (m *model) adkEvents(f *jen.File, a adk) {
	event := jen.Id("event").Op("*").Add(a.session("Event"))
	delta := jen.Id("delta").Op("*").Id("Delta")
	build := jen.List(jen.Id("changes"), jen.Err()).Op(":=").Id("delta").Dot("Build").Call()
	failed := jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	actions := func() *jen.Statement { return jen.Id("event").Dot("Actions").Dot("StateDelta") }
	prepare := jen.If(actions().Op("==").Nil()).Block(
		actions().Op("=").Map(jen.String()).Any().Values())

	section(f, "SetDelta puts changes into an event that an agent is about to yield. Merge operations are resolved "+
		"against state, that of the invocation's session, and their results written to it at once.",
		"Between processes, and between sessions that share user or app keys, merging is not atomic here.")
	f.Func().Id("SetDelta").Params(event.Clone(), jen.Id("state").Add(a.session("State")), delta.Clone()).Error().Block(
		build.Clone(), failed.Clone(), prepare.Clone(),
		jen.Return(jen.Id("live").Dot("Put").Call(actions(), jen.Id("state"), jen.Id("changes"))),
	)

	section(f, "AppendDelta puts changes into an event and appends it to a session. Merge operations are resolved "+
		"against the session's state as the caller sees it.",
		"Between processes, and between sessions that share user or app keys, merging is not atomic here.")
	f.Func().Id("AppendDelta").Params(
		jen.Id("ctx").Qual("context", "Context"), jen.Id("service").Add(a.session("Service")),
		jen.Id("s").Add(a.session("Session")), event.Clone(), delta.Clone(),
	).Error().Block(
		build.Clone(), failed.Clone(), prepare.Clone(),
		jen.Return(jen.Id("live").Dot("Append").Call(
			actions(), jen.Id("s").Dot("State").Call(), jen.Id("changes"),
			jen.Func().Params().Error().Block(
				jen.Return(jen.Id("service").Dot("AppendEvent").Call(jen.Id("ctx"), jen.Id("s"), jen.Id("event")))),
		)),
	)
}

func (m *model) adkPlugin(f *jen.File, a adk) {
	section(f, "Plugin returns the plugin for the runner that keeps merged keys whole when the model calls several tools "+
		"at the same time: an event gets their values as all of the tools left them. "+
		"Put merged keys into events of your own with SetDelta.")
	f.Func().Id("Plugin").Params().Params(jen.Op("*").Add(a.plugin("Plugin")), jen.Error()).Block(
		jen.Return(a.plugin("New").Call(a.plugin("Config").Values(jen.Dict{
			jen.Id("Name"): jen.Lit("stategen/" + m.pkg),
			jen.Id("OnEventCallback"): jen.Func().
				Params(jen.Id("ctx").Add(a.agent("InvocationContext")), jen.Id("event").Op("*").Add(a.session("Event"))).
				Params(jen.Op("*").Add(a.session("Event")), jen.Error()).
				Block(jen.Return(jen.Id("event"), jen.Id("live").Dot("Refresh").Call(
					jen.Id("event").Dot("Actions").Dot("StateDelta"), jen.Id("ctx").Dot("Session").Call().Dot("State").Call()))),
		}))))
}

func adkProvider(f *jen.File, a adk, t *template) {
	says := t.providerName() + " is an instruction provider for an LLM agent: the instruction " + quoted(t.Name) + "."
	ctx := jen.Id("ctx").Add(a.agent("ReadonlyContext"))
	results := []jen.Code{jen.String(), jen.Error()}
	if !t.artifacts {
		section(f, says)
		f.Func().Id(t.providerName()).Params(ctx).Params(results...).Block(
			jen.Return(jen.Id(t.funcName()).Call(jen.Id("ctx").Dot("ReadonlyState").Call())))
		return
	}
	section(f, t.providerName()+" returns an instruction provider for an LLM agent: the instruction "+quoted(t.Name)+
		". A provider's context has no artifacts, so load must find their texts.")
	load := jen.Func().Params(ctx, jen.Id("name").String()).Params(results...)
	f.Func().Id(t.providerName()).Params(jen.Id("load").Add(load)).Func().Params(a.agent("ReadonlyContext")).Params(results...).Block(
		jen.Return(jen.Func().Params(ctx.Clone()).Params(results...).Block(
			jen.Return(jen.Id(t.funcName()).Call(jen.Id("ctx").Dot("ReadonlyState").Call(),
				jen.Func().Params(jen.Id("name").String()).Params(results...).Block(
					jen.Return(jen.Id("load").Call(jen.Id("ctx"), jen.Id("name")))))))))
}

// adkLive prints what For, SetDelta, AppendDelta and Plugin share.
func (m *model) adkLive(f *jen.File) {
	var constants []jen.Code
	var families []string
	for _, k := range m.keys {
		switch {
		case k.verb() == "":
		case k.isFamily():
			families = append(families, k.familyVar())
		default:
			constants = append(constants, jen.Id(k.constant()))
		}
	}
	section(f, "live keeps together what parallel tools merge.")
	f.Var().Id("live").Op("=").Add(typedID("NewLive")).Call(jen.Func().Params(jen.Id("key").String()).Bool().BlockFunc(func(g *jen.Group) {
		if len(constants) > 0 {
			g.Switch(jen.Id("key")).Block(jen.Case(constants...).Block(jen.Return(jen.True())))
		}
		g.Return(anyFamily(families))
	}))
}

func anyFamily(vars []string) *jen.Statement {
	if len(vars) == 0 {
		return jen.False()
	}
	found := jen.Id(vars[0]).Dot("Has").Call(jen.Id("key"))
	for _, v := range vars[1:] {
		found.Op("||").Id(v).Dot("Has").Call(jen.Id("key"))
	}
	return found
}
