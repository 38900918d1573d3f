//go:build unix

package exact_test

import (
	"os"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/test/exact"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/collections"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/scalars"
	gentypes "github.com/seed92179c4c/stategen/testdata/golden/generate/types"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

func TestGolden(t *testing.T) {
	exact.EveryStoreGivesBackWhatWasSet(t, []exact.Package{
		exact.PackageOf("scalars", scalars.NewDelta, scalars.Load),
		exact.PackageOf("types", gentypes.NewDelta, gentypes.Load, exact.EnumOf(gentypes.StepValues()), exact.EnumOf(gentypes.ThumbValues())),
		exact.PackageOf("collections", collections.NewDelta, collections.Load, exact.EnumOf(collections.StepValues())),
	}, 60, server.NewDatabase(t))
}
