package statelint

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// sessionServices are what a package says about the session services of the programs
// that it is part of.
type sessionServices struct {
	memory, database bool
	own, encodes     bool     // it implements one, and encodes something or talks to a database
	from             []string // the packages whose functions give it one
	chosen           bool     // it hands one on
	runs             bool     // it runs agents, which a tool that migrates a database does not
}

func (s sessionServices) with(t sessionServices) sessionServices {
	return sessionServices{
		s.memory || t.memory, s.database || t.database, s.own || t.own, s.encodes || t.encodes, slices.Concat(s.from, t.from), s.chosen || t.chosen, s.runs || t.runs,
	}
}

// alone reports whether a package runs agents on sessions that it keeps in memory, and on
// no others.
func (s sessionServices) alone() bool {
	others := s.database || s.own || len(s.from) > 0
	return s.memory && s.runs && !others
}

// storageOf is where a program keeps sessions that has these packages. One that makes
// services of both kinds chooses, if one package does so; otherwise nobody knows which
// agents run on which. Launchers and servers that are given none take one in memory. A
// service of its own that encodes nothing is around another one.
func storageOf(parts []sessionServices, local func(pkg string) bool) source.Storage {
	all, apart := join(parts)
	several := apart || all.own || all.hasOthers(local)
	switch {
	case all.persists(local) && (several || !all.database || !all.runs):
		return source.MaybeDatabase
	case all.own || !all.runs:
		return source.UnknownStorage
	case all.database:
		return source.Database
	case all.memory || !all.chosen:
		return source.Memory
	}
	return source.MaybeDatabase
}

// storageOfLibraries is where whoever uses the packages may keep sessions, as far as a
// module shows.
func storageOfLibraries(parts []sessionServices, local func(pkg string) bool) source.Storage {
	if all, _ := join(parts); all.persists(local) {
		return source.MaybeDatabase
	}
	return source.UnknownStorage
}

// join is what all packages say, and whether one of them knows nothing but sessions in memory.
func join(parts []sessionServices) (all sessionServices, apart bool) {
	for _, s := range parts {
		apart = apart || s.memory && !s.database
		all = all.with(s)
	}
	return all, apart
}

// persists reports whether a service may give values back in another form.
func (s sessionServices) persists(local func(pkg string) bool) bool {
	return s.database || s.encodes || s.hasOthers(local)
}

// hasOthers reports whether code that is not seen gives a service.
func (s sessionServices) hasOthers(local func(pkg string) bool) bool {
	return slices.ContainsFunc(s.from, func(pkg string) bool { return !local(pkg) })
}

// servicesIn sees what the syntax of a package names, in code that is no test. ADK may
// not be there, so that nothing but the syntax is known.
func servicesIn(p *follow.Package) (s sessionServices) {
	defer func() { s.encodes = s.own && s.encodes }()
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				s.encodes = s.encodes || encoders.MatchString(n.Path.Value)
			case *ast.FuncDecl:
				s.own = s.own || n.Recv != nil && n.Name.Name == "AppendEvent"
			case *ast.KeyValueExpr:
				s.choose(n.Key)
			case *ast.SelectorExpr:
				s.choose(n.Sel)
				s.selected(p, n)
			}
			return true
		})
	}
	return s
}

func (s *sessionServices) choose(e ast.Expr) {
	id, ok := e.(*ast.Ident)
	s.chosen = s.chosen || ok && id.Name == "SessionService"
}

// selected sees what is taken from another package.
func (s *sessionServices) selected(p *follow.Package, sel *ast.SelectorExpr) {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	from, ok := p.TypesInfo.Uses[id].(*types.PkgName)
	if !ok {
		return
	}
	path := from.Imported().Path()
	adk, isADK := framework.ServicesOf(path, sel.Sel.Name)
	if !isADK && givesService(p.TypesInfo.Uses[sel.Sel]) {
		s.from = append(s.from, path)
	}
	s.memory, s.database, s.runs = s.memory || adk.Memory, s.database || adk.Database, s.runs || adk.Runs
}

// encoders are paths of packages that turn values into bytes or rows.
var encoders = regexp.MustCompile(`"encoding/|/(json|sonic|protojson|structpb|bson|msgpack|gorm|bun|ent|sqlx|pgx|firestore|datastore|dynamodb|mongo|redis|sqlite)\\b|database/sql|sqlc`)

// givesService reports whether an object is a function that returns a session service.
func givesService(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if framework.HasType(v.Type(), framework.SessionService) || appendsEvents(v.Type()) {
			return true
		}
	}
	return false
}

// appendsEvents reports whether a type has what only a session service has.
func appendsEvents(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "AppendEvent")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 3
}
