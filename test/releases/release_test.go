//go:build unix

package releases

import (
	"os"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/release1"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/release2"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/release3"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childDSN); dsn != "" {
		os.Exit(migrateAsChild(dsn))
	}
	os.Exit(pgtest.Main(m, &server))
}

// snapshot is what each release reads: their structs differ in tags only.
type snapshot = release1.Snapshot

// accessors are what the generated packages have in common.
type accessors interface {
	TripCount() (int, error)
	SetTripCount(int) error
	ClearTripCount() error
	AddTripCount(int) error
	UserScore() (int64, error)
	SetUserScore(int64) error
	AddUserScore(int64) error
	SetAppTop(int) error
	MaxAppTop(int) error
	SetBasket([]string) error
	ClearBasket() error
	AppendBasket(...string) error
	SetLabels([]string) error
	UnionLabels(...string) error
	Destination() (string, bool, error)
	SetDestination(string) error
	ClearDestination() error
	Account() (int, error)
	SetAccount(int) error
	SetLanguage(string) error
	ClearLanguage() error
	Stays(place string) (int, error)
	SetStays(place string, n int) error
	ClearStays(place string) error
	AddStays(place string, n int) error
	SetMemo(id, text string) error
	ClearMemo(id string) error
}

// release is a program that was built from one release of the schema.
type release struct {
	number int
	of     func(runtime.State) accessors
	load   func(runtime.ReadonlyState) (*snapshot, error)
}

var releases = []release{
	{1, func(s runtime.State) accessors { return release1.Of(s) }, release1.Load},
	{2, func(s runtime.State) accessors { return release2.Of(s) }, func(s runtime.ReadonlyState) (*snapshot, error) {
		got, err := release2.Load(s)
		return (*snapshot)(got), err
	}},
	{3, func(s runtime.State) accessors { return release3.Of(s) }, func(s runtime.ReadonlyState) (*snapshot, error) {
		got, err := release3.Load(s)
		return (*snapshot)(got), err
	}},
}

// delta is what a release puts into an event by hand.
func (r release) delta(write func(accessors) error) (runtime.Delta, error) {
	changes := typed.NewChanges()
	err := write(r.of(changes))
	return changes.Delta(), err
}
