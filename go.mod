module github.com/seed92179c4c/stategen

go 1.26.0

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4
	github.com/dave/jennifer v1.7.1
	github.com/fatih/color v1.19.0
	github.com/golangci/plugin-module-register v0.1.2
	github.com/jackc/pgx/v5 v5.12.0
	github.com/rivo/uniseg v0.4.7
	github.com/rogpeppe/go-internal v1.16.0
	github.com/santhosh-tekuri/jsonschema/v5 v5.3.1
	github.com/sourcegraph/jsonrpc2 v0.2.3
	github.com/spf13/cobra v1.10.2
	golang.org/x/term v0.47.0
	golang.org/x/tools v0.52.0
	gopkg.in/yaml.v3 v3.0.1
	zombiezen.com/go/sqlite v1.4.2
)

require (
	github.com/redis/rueidis v1.0.79 // indirect
	modernc.org/sqlite v1.37.1 // indirect
)

require (
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/ncruces/go-strftime v0.1.9 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/seed92179c4c/stategen/runtime v0.0.0
	github.com/seed92179c4c/stategen/runtime/agui v0.0.0
	github.com/seed92179c4c/stategen/runtime/postgres v0.0.0
	github.com/seed92179c4c/stategen/runtime/redis v0.0.0
	github.com/seed92179c4c/stategen/runtime/sqlite v0.0.0
	github.com/spf13/pflag v1.0.9
	golang.org/x/exp v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/mod v0.42.0
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.41.0 // indirect
	modernc.org/libc v1.65.7 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.11.0 // indirect
)

tool github.com/seed92179c4c/stategen/cmd/stategen

replace github.com/seed92179c4c/stategen/runtime => ./runtime

replace github.com/seed92179c4c/stategen/runtime/sqlite => ./runtime/sqlite

replace github.com/seed92179c4c/stategen/runtime/postgres => ./runtime/postgres

replace github.com/seed92179c4c/stategen/runtime/redis => ./runtime/redis

replace github.com/seed92179c4c/stategen/runtime/agui => ./runtime/agui
