package laws

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// frame returns what a page has in every language, in order: titles with their depth, items, rows of tables, and the
// lines of blocks that are to be typed.
func frame(page string) (out []string) {
	block := false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch mark := strings.TrimLeft(line, " "); {
		case strings.HasPrefix(line, "```"):
			block = !block
		case block:
			words := strings.Fields(line)
			out = append(out, strings.Join(words[:min(3, len(words))], " "))
		case strings.HasPrefix(line, "#"):
			title, _, _ := strings.Cut(line, " ")
			out = append(out, title)
		case strings.HasPrefix(mark, "- "), strings.HasPrefix(line, "|--"), ordered.MatchString(line):
			out = append(out, mark[:2])
		case strings.HasPrefix(line, "| `"):
			_, code, _ := strings.Cut(line, "`")
			if code, _, _ = strings.Cut(code, "`"); code == strings.ToUpper(code) {
				code = "" // a word in the reader's language
			}
			out = append(out, "| "+code)
		case strings.HasPrefix(line, "|"):
			out = append(out, "|")
		}
	}
	return out
}

var ordered = regexp.MustCompile(`^[0-9]+\. `)

// The game master's pages say the same in both languages: the same chapters, items, tables and commands.
func TestManualIsTheSameInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"start", "trouble", "reference"} {
		name := "docs/gm-" + page
		de, en := frame(Content(t, name+".de.md")), frame(Content(t, name+".en.md"))
		if len(en) < 20 {
			t.Errorf("%s.en.md has only %d parts", name, len(en))
		}
		if fault := unlike(de, en); fault != "" && page != "start" { // its questions differ by language
			t.Errorf("%s: %s", name, fault)
		} else if page == "start" && len(de) != len(en) {
			t.Errorf("%s: %d parts in German, %d in English", name, len(de), len(en))
		}
	}
}

// unlike returns the first difference between two pages, and "" if there is none.
func unlike(de, en []string) string {
	for i := range min(len(de), len(en)) {
		if de[i] != en[i] {
			before := en[max(0, i-3):i]
			return fmt.Sprintf("behind %q German has %q, English %q", before, de[i], en[i])
		}
	}
	if len(de) != len(en) {
		return fmt.Sprintf("%d parts in German, %d in English", len(de), len(en))
	}
	return ""
}

// TestUnlikePages: differences are found, and words alone are not a difference.
func TestUnlikePages(t *testing.T) {
	t.Parallel()
	en := "# T\n\n## A\n\nText.\n\n- one\n  - in\n\n| `x` | y |\n\n```\nweltentor status w --json\n```\n"
	for _, c := range []struct {
		from, to string
		same     bool
	}{
		{"Text.", "Worte.", true}, {"- one", "- eins", true}, {"| y |", "| z |", true}, {"## A", "## B", true},
		{"--json", "", true}, {"## A", "### A", false}, {"- one\n", "", false}, {"`x`", "`xx`", false},
		{"status", "report", false},
	} {
		de := strings.Replace(en, c.from, c.to, 1)
		if got := unlike(frame(de), frame(en)); (got == "") != c.same {
			t.Errorf("%q in place of %q: %q", c.to, c.from, got)
		}
	}
	if parts := frame(en); !slices.Equal(parts, []string{"#", "##", "- ", "- ", "| x", "weltentor status w"}) {
		t.Errorf("parts are %q", parts)
	}
}
