package adktest

import (
	"path/filepath"
	"testing"

	"github.com/glebarez/sqlite"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/session/database"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// rivals open ADK's own services, which don't know Redis.
var rivals = map[string]func(t testing.TB) session.Service{
	"memory": func(testing.TB) session.Service { return session.InMemoryService() },
	// As runtime/sqlite sets its database up.
	"sqlite": func(t testing.TB) session.Service {
		return inDatabase(t, sqlite.Open(filepath.Join(t.TempDir(), "adk.db")+
			"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(10000)"))
	},
	"sqlite, default settings": func(t testing.TB) session.Service {
		return inDatabase(t, sqlite.Open(filepath.Join(t.TempDir(), "adk.db")))
	},
	"postgres": func(t testing.TB) session.Service { return inDatabase(t, postgres.Open(server.NewDatabase(t))) },
}

func inDatabase(t testing.TB, dialector gorm.Dialector) session.Service {
	t.Helper()
	svc, err := database.NewSessionService(dialector, &gorm.Config{
		PrepareStmt: true, Logger: logger.Default.LogMode(logger.Silent),
	})
	must(t, err)
	must(t, database.AutoMigrate(svc))
	return svc
}
