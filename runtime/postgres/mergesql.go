package postgres

import "github.com/seed92179c4c/stategen/runtime"

// refused is what a merge gives in place of a value when SQL can't carry it
// out exactly as runtime.Op.Apply does, or when it would fail. It is no JSON
// text, and the statement that meets it fails: see appendStatement.
const refused = "!"

// The expressions below give exactly what runtime.Op.Apply gives, or refused,
// or an error of class 22 (data exception). They trust the form in which
// runtime.EncodeValue writes a value and refuse every other: a value may come
// from another program.

// wholeSQL adds and compares what fits a bigint with room to spare.
var wholeSQL = map[runtime.OpKind]string{
	runtime.OpSum: wholeResult("s.value::bigint + $a::bigint"),
	runtime.OpMin: wholeResult("least($a::bigint, s.value::bigint)"),
	runtime.OpMax: wholeResult("greatest($a::bigint, s.value::bigint)"),
}

func wholeResult(expression string) string {
	return `CASE WHEN s.value !~ '^-?[0-9]{1,15}\Z' THEN '` + refused + `'
		WHEN ` + expression + ` BETWEEN $b::bigint AND $c::bigint THEN (` + expression + `)::text
		ELSE '` + refused + `' END`
}

// floatSQL calculates in float8, which is Go's float64. A result that the
// session's settings (extra_float_digits) would print rounded is refused.
var floatSQL = map[runtime.OpKind]string{
	runtime.OpSum: floatResult("s.value::float8 + $a::float8"),
	runtime.OpMin: floatResult("least($a::float8, s.value::float8)"),
	runtime.OpMax: floatResult("greatest($a::float8, s.value::float8)"),
}

func floatResult(expression string) string {
	return `(SELECT CASE WHEN r BETWEEN $b::float8 AND $c::float8 AND r::text::float8 = r
			THEN r::text || CASE WHEN r::text ~ '[.e]' THEN '' ELSE '.0' END
			ELSE '` + refused + `' END
		FROM (SELECT CASE WHEN s.value ~ '^-?[0-9][0-9.e+-]*\Z' THEN ` + expression + ` END AS r) AS q)`
}

// hasItems is true of a list that isn't empty, as runtime.EncodeValue writes it.
const hasItems = `left(s.value, 1) = '[' AND substr(s.value, 2, 1) NOT IN ('', ']', ' ', E'\t', E'\n', E'\r')
	AND right(s.value, 1) = ']'`

// appendSQL puts $a, the new items and the closing bracket, behind the list's.
const appendSQL = `CASE WHEN s.value = '[]' THEN '[' || $a::text
		WHEN ` + hasItems + ` THEN left(s.value, -1) || ',' || $a::text
		ELSE '` + refused + `' END`

// unionOneSQL adds an item to a list that doesn't hold it: $b, a text; $a is the
// item and the closing bracket.
const unionOneSQL = `CASE WHEN s.value = '[]' THEN '[' || $a::text
		WHEN NOT (` + hasItems + `) THEN '` + refused + `'
		WHEN s.value::jsonb ? $b::text THEN s.value
		ELSE left(s.value, -1) || ',' || $a::text END`

// unionSQL adds those of $a, an array of items, that the list doesn't hold.
const unionSQL = `(SELECT CASE WHEN s.value <> '[]' AND NOT (` + hasItems + `) THEN '` + refused + `'
			WHEN more IS NULL THEN s.value
			WHEN s.value = '[]' THEN '[' || more || ']'
			ELSE left(s.value, -1) || ',' || more || ']' END
		FROM (SELECT string_agg(item, ',' ORDER BY n) AS more
			FROM unnest($a::text[]) WITH ORDINALITY AS o (item, n)
			WHERE item NOT IN (SELECT held::text FROM json_array_elements(s.value::json) AS held)) AS q)`

// limitSQL checks the number of items in a list: the %d are the limits, %s an
// expression from above.
const limitSQL = `(SELECT CASE WHEN json_array_length(r::json) BETWEEN %d AND %d THEN r ELSE '` + refused + `' END
		FROM (SELECT %s AS r OFFSET 0) AS q)`
