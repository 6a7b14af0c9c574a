package conformance

import (
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// Part is a part of a report under a heading, with its lines: those that were wrapped are put together.
type Part struct {
	Title string
	Lines []string
}

// Parts reads a report whose headings are underlined. What is above the first heading has none.
func Parts(text string) []Part {
	parts := []Part{{}}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		last := &parts[len(parts)-1]
		switch {
		case line == "":
		case strings.Trim(line, "-") == "":
		case i+1 < len(lines) && len(lines[i+1]) > 2 && strings.Trim(lines[i+1], "-") == "":
			parts = append(parts, Part{Title: line})
		case strings.HasPrefix(line, "    ") && len(last.Lines) > 0:
			last.Lines[len(last.Lines)-1] += " " + strings.TrimSpace(line)
		default:
			last.Lines = append(last.Lines, strings.TrimSpace(line))
		}
	}
	return parts
}

// In returns the lines of the part of a report that has one of these headings.
func In(parts []Part, titles ...string) []string {
	for _, p := range parts {
		if slices.Contains(titles, p.Title) {
			return p.Lines
		}
	}
	return nil
}

// Share counts the lines of a report that are not blank, and those that are news to somebody who has read the lines of
// known: all below one of the headings always, and of others those that were not in an earlier report. It adds them to
// known. Headings are no news. What is below the heading aside, such as a map, is not counted.
func Share(text string, known map[string]bool, always []string, aside ...string) (lines, news int) {
	title, all := "", strings.Split(text, "\n")
	for i, line := range all {
		underlined := i+1 < len(all) && len(all[i+1]) > 2 && strings.Trim(all[i+1], "-") == ""
		if underlined {
			title = line
		}
		if strings.TrimSpace(line) == "" || slices.Contains(aside, title) {
			continue
		}
		lines++
		if !underlined && title != "" && strings.Trim(line, "-") != "" && (slices.Contains(always, title) || !known[line]) {
			news++
		}
		known[line] = true
	}
	return lines, news
}

// Reader reads the short reports of a realm, and counts the lines that are news to whoever has read the earlier ones.
type Reader struct {
	Shown             game.Shown
	lines             map[string]bool
	total, news, full int
}

// Reads counts a short report, as Share does, and the lines of the full one beside it.
func (r *Reader) Reads(short, full string, always []string, aside ...string) {
	if r.lines == nil {
		r.lines = map[string]bool{}
	}
	total, news := Share(short, r.lines, always, aside...)
	r.total, r.news, r.full = r.total+total, r.news+news, r.full+strings.Count(full, "\n")
}

// AtLeast fails if less than some percent of what readers have read was news.
func AtLeast(t *testing.T, percent int, readers ...*Reader) {
	t.Helper()
	var all Reader
	for _, r := range readers {
		all.total, all.news, all.full = all.total+r.total, all.news+r.news, all.full+r.full
	}
	t.Logf("%d lines that are not blank, %d %% news; full reports have %d lines", all.total, all.news*100/all.total, all.full)
	if all.news*100 < percent*all.total {
		t.Errorf("%d %% of the lines are news", all.news*100/all.total)
	}
}
