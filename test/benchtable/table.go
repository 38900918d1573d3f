package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// writeTable prints a Markdown table that reads well as it stands, and counts.
func writeTable(out io.Writer, targets []target, m measured) error {
	rows, count := judged(targets, m)
	return printTable(out, rows, count)
}

// writeMissed prints the same without the targets that are met.
func writeMissed(out io.Writer, targets []target, m measured) error {
	rows, count := judged(targets, m)
	rows = slices.DeleteFunc(rows, func(row []string) bool { return row[4] == met })
	for i := range rows {
		rows[i] = rows[i][:4]
	}
	return printTable(out, rows, count)
}

// judged makes the rows of the table, its head first, and counts what is said of figures.
func judged(targets []target, m measured) (rows [][]string, count map[string]int) {
	rows, count = [][]string{{"work", "target", "figure", "runs from – to", ""}}, map[string]int{}
	for _, t := range targets {
		f := t.figure(m)
		verdict := t.verdict(f)
		count[verdict]++
		rows = append(rows, []string{t.work, t.want(), t.shown(f), f.spread(), verdict})
	}
	return rows, count
}

func printTable(out io.Writer, rows [][]string, count map[string]int) error {
	_, err := fmt.Fprintf(out, "%s\n%d met, %d not met, %d not measured\n",
		layOut(rows), count[met], count[notMet], count[notMeasured])
	return err
}

// shown is the figure, with one digit more where three would hide that the target is missed.
func (t target) shown(f figure) string {
	short := f.String()
	if limit := max(t.atMost, t.atLeast); t.verdict(f) == notMet && short == number(limit) {
		return strconv.FormatFloat(f.median, 'g', 4, 64)
	}
	return short
}

func (f figure) String() string {
	if f.runs == 0 {
		return ""
	}
	return number(f.median)
}

func (f figure) spread() string {
	if f.runs < 2 {
		return ""
	}
	return number(f.low) + " – " + number(f.high)
}

// layOut pads the columns of a table; its first row is the head.
func layOut(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	for n, row := range rows {
		for i, cell := range row {
			text.WriteString("| " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+1))
		}
		text.WriteString("|\n")
		if n == 0 {
			for _, width := range widths {
				text.WriteString("|" + strings.Repeat("-", width+2))
			}
			text.WriteString("|\n")
		}
	}
	return text.String()
}

// checkComplete is an error that names the targets without a figure.
func checkComplete(targets []target, m measured) error {
	var missing []error
	for _, t := range targets {
		if t.figure(m).runs == 0 {
			missing = append(missing, fmt.Errorf("not measured: %s (%s)", t.work, strings.TrimSuffix(t.bench+", "+t.reference, ", ")))
		}
	}
	return errors.Join(missing...)
}

// checkHeld is an error that names the targets that are missed by far, among those whose figures
// a busy machine hardly changes. Those that were not measured are left out.
func checkHeld(targets []target, m measured) error {
	var far []error
	for _, t := range targets {
		f := t.figure(m)
		if t.quiet() && t.loose().verdict(f) == notMet {
			far = append(far, fmt.Errorf("%s: %s, where the target is %s (%s)", t.work, f, t.want(), t.bench))
		}
	}
	return errors.Join(far...)
}

// lastRun is the heading of the section that the command writes.
const lastRun = "\n## The last run\n"

func replaceLastRun(page, text string) (string, error) {
	before, rest, found := strings.Cut(page, lastRun)
	if !found {
		return "", fmt.Errorf("the page has no section %q", strings.TrimSpace(lastRun))
	}
	_, after, found := strings.Cut(rest, "\n## ")
	if found {
		after = "\n## " + after
	}
	return before + lastRun + "\n" + text + after, nil
}
