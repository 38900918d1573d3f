// Package pgtest gives tests a real PostgreSQL server of their own, started
// from the installed binaries and gone when they end. There is one server per
// test binary:
//
//	var server *pgtest.Server
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }
//
//	func TestX(t *testing.T) {
//		db := server.NewDatabase(t)
//		…
//	}
package pgtest
