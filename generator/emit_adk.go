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

// genai is the package of message contents, which plugins exchange.
const genai = "google.golang.org/genai"

// adkFile prints the adapter. It imports ADK, so the user's module must
// require it; ours doesn't.
func (m *model) adkFile(f *jen.File, a adk) {
	for _, pkg := range []string{"agent", "session", "plugin"} {
		f.ImportName(a.path+"/"+pkg, pkg)
	}
	f.ImportName(genai, "genai")
	f.Line()
	f.Func().Id("init").Params().Block(rt("RegisterMissing").Call(a.session("ErrStateKeyNotExist")))
	m.adkFor(f, a)
	m.adkEvents(f, a)
	m.adkPlugin(f, a)
	for _, t := range m.instructions {
		adkProvider(f, a, t)
	}
	m.adkLive(f, a)
}

// notAtomic says in each doc comment what ADK's services can't do.
const notAtomic = "ADK's services store values, not merge operations. So between processes, between two runs, and between " +
	"sessions that share user or app keys, merging is not atomic here"

func (m *model) adkFor(f *jen.File, a adk) {
	section(f, "For returns the state of a tool's or callback's context. Tools that the model calls at the same time, "+
		"and agents that run at the same time, lose no merged change to each other if all of them use For and the "+
		"runner has Plugin. Without the plugin the first merge of a run is an error. The state is safe for concurrent "+
		"use if no other state of the context is used with it.",
		"ADK doesn't store what is written to the context of an agent's Run or of a workflow's function: yield an event "+
			"with SetDelta there. It stores nothing that an agent writes which another one calls as a tool (agenttool), "+
			"and runs it without plugins, so that a merge there is an error: let such an agent return the value.",
		notAtomic+": each reads its own view of the session and writes the result.")
	ctx := func(method string) *jen.Statement { return jen.Id("ctx").Dot(method).Call() }
	f.Func().Id("For").Params(jen.Id("ctx").Add(a.agent(a.context))).Op("*").Id("State").Block(
		jen.Id("run").Op(":=").Add(runID(ctx("AppName"), ctx("UserID"), ctx("SessionID"), ctx("InvocationID"))),
		jen.Return(jen.Id("Of").Call(jen.Id("live").Dot("State").Call(
			jen.Id("ctx"), jen.Id("run"), ctx("State"), ctx("ReadonlyState")))))
}

// runID prints the name of the run that a context belongs to; without an
// invocation, of a session outside of a run.
func runID(app, user, session, invocation *jen.Statement) *jen.Statement {
	fields := jen.Dict{jen.Id("App"): app, jen.Id("User"): user, jen.Id("Session"): session}
	if invocation != nil {
		fields[jen.Id("Invocation")] = invocation
	}
	return typedID("Run").Values(fields)
}

func (m *model) adkEvents(f *jen.File, a adk) {
	event := jen.Id("event").Op("*").Add(a.session("Event"))
	delta := jen.Id("delta").Op("*").Id("Delta")
	build := jen.List(jen.Id("changes"), jen.Err()).Op(":=").Id("delta").Dot("Build").Call()
	failed := jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	actions := func() *jen.Statement { return jen.Id("event").Dot("Actions").Dot("StateDelta") }
	prepare := jen.If(actions().Op("==").Nil()).Block(
		actions().Op("=").Map(jen.String()).Any().Values())

	section(f, "SetDelta puts changes into an event that an agent is about to yield; ctx is what the agent's Run was given. "+
		"Merge operations are resolved against what the run has written so far, and their results are in its session's "+
		"state at once. In a run whose runner lacks Plugin they are an error, and the event stays as it is.",
		notAtomic+".")
	noSession := jen.If(jen.Id("ctx").Dot("Session").Call().Op("==").Nil()).Block(
		jen.Return(jen.Qual("errors", "New").Call(jen.Lit("SetDelta needs the context of an agent's Run: in tools and callbacks use For"))))
	f.Func().Id("SetDelta").Params(jen.Id("ctx").Add(a.agent("InvocationContext")), event.Clone(), delta.Clone()).Error().Block(
		noSession, build.Clone(), failed.Clone(), prepare.Clone(),
		jen.Return(jen.Id("live").Dot("Put").Call(jen.Id("ctx"), jen.Id("runOf").Call(jen.Id("ctx")), actions(),
			jen.Id("ctx").Dot("Session").Call().Dot("State").Call(), jen.Id("changes"))),
	)

	section(f, "AppendDelta puts changes into an event and appends it to a session, outside of a run. Merge operations "+
		"are resolved against the session's state as the caller sees it. Agents yield an event with SetDelta instead.",
		"Appends that merge into the same key, by its scope of the session, the user or the app, come one after the other, "+
			"and wait no longer than ctx. A service that calls AppendDelta inside its AppendEvent must pass on the context "+
			"it got; merging into a key that the append under way merges into is an error there.",
		notAtomic+", and a session that was read before another one's append doesn't show it.")
	s := func(method string) *jen.Statement { return jen.Id("s").Dot(method).Call() }
	f.Func().Id("AppendDelta").Params(
		jen.Id("ctx").Qual("context", "Context"), jen.Id("service").Add(a.session("Service")),
		jen.Id("s").Add(a.session("Session")), event.Clone(), delta.Clone(),
	).Error().Block(
		build.Clone(), failed.Clone(), prepare.Clone(),
		jen.Id("of").Op(":=").Add(runID(s("AppName"), s("UserID"), s("ID"), nil)),
		jen.Return(jen.Id("live").Dot("Append").Call(
			jen.Id("ctx"), jen.Id("of"), actions(), s("State"), jen.Id("changes"),
			jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Error().Block(
				jen.Return(jen.Id("service").Dot("AppendEvent").Call(jen.Id("ctx"), jen.Id("s"), jen.Id("event")))),
		)),
	)
}

func (m *model) adkPlugin(f *jen.File, a adk) {
	section(f, "Plugin returns the plugin for the runner that keeps merged keys whole when tools or agents run at the same "+
		"time: an event gets their values as For and SetDelta left them. A value that an event has from elsewhere stays "+
		"as it is. A run without it can't merge through For and SetDelta.",
		notAtomic+", and ADK runs an agent that is a tool without plugins.",
		"ADK asks plugins in order and stops at the first that returns another event, so put this one before those.")
	ctx := jen.Id("ctx").Add(a.agent("InvocationContext"))
	run := jen.Id("runOf").Call(jen.Id("ctx"))
	f.Func().Id("Plugin").Params().Params(jen.Op("*").Add(a.plugin("Plugin")), jen.Error()).Block(
		jen.Return(a.plugin("New").Call(a.plugin("Config").Values(jen.Dict{
			jen.Id("Name"): jen.Lit("stategen/" + m.pkg),
			jen.Id("BeforeRunCallback"): jen.Func().Params(ctx.Clone()).Params(jen.Op("*").Qual(genai, "Content"), jen.Error()).
				Block(jen.Id("live").Dot("Begin").Call(jen.Id("ctx"), run.Clone()), jen.Return(jen.Nil(), jen.Nil())),
			jen.Id("AfterRunCallback"): jen.Func().Params(ctx.Clone()).Block(jen.Id("live").Dot("End").Call(run.Clone())),
			jen.Id("OnEventCallback"): jen.Func().
				Params(ctx.Clone(), jen.Id("event").Op("*").Add(a.session("Event"))).
				Params(jen.Op("*").Add(a.session("Event")), jen.Error()).
				Block(
					jen.Comment("An event returned would keep it from the plugins after this one."),
					jen.Return(jen.Nil(), jen.Id("live").Dot("Refresh").Call(
						jen.Id("ctx"), run.Clone(), jen.Id("event").Dot("Actions").Dot("StateDelta")))),
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
func (m *model) adkLive(f *jen.File, a adk) {
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
	s := func(method string) *jen.Statement { return jen.Id("s").Dot(method).Call() }
	section(f, "runOf names the run that a context belongs to.")
	f.Func().Id("runOf").Params(jen.Id("ctx").Add(a.agent("InvocationContext"))).Add(typedID("Run")).Block(
		jen.Id("s").Op(":=").Id("ctx").Dot("Session").Call(),
		jen.Return(runID(s("AppName"), s("UserID"), s("ID"), jen.Id("ctx").Dot("InvocationID").Call())))

	section(f, "live keeps together what parallel tools merge.")
	f.Var().Id("live").Op("=").Add(typedID("NewLive")).Call(jen.Lit(m.pkg), jen.Func().Params(jen.Id("key").String()).Bool().BlockFunc(func(g *jen.Group) {
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
