package sessiondb

import "testing"

// TestReadOnlyDSN: the setting becomes part of no other, such as a password.
func TestReadOnlyDSN(t *testing.T) {
	for dsn, want := range map[string]string{
		"postgres://h/d":                   "postgres://h/d?default_transaction_read_only=on",
		"postgresql://h/d?sslmode=disable": "postgresql://h/d?sslmode=disable&default_transaction_read_only=on",
		"host=h password=a://b?c":          "host=h password=a://b?c default_transaction_read_only=on",
	} {
		if got := readOnly(dsn); got != want {
			t.Errorf("%s becomes %s", dsn, got)
		}
	}
}
