package docs

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A picture is only on the page: what would stand there of it in a text is no sentence.
func TestPicturesAreLeftOut(t *testing.T) {
	if got, want := plain("Before.\n\n![A map](pictures/map.png)\n\nBehind.\n", "en"), "Before.\n\nBehind.\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// A book that is mailed has nothing of Markdown in it, and every sentence of the page.
func TestBooksAsText(t *testing.T) {
	for _, name := range []string{"belagerung", "kolonien", "terra", "terramagica", "thoramar"} {
		for _, lang := range []string{"de", "en"} {
			book := Text(name, lang)
			if n := strings.Count(book, "§"); n != strings.Count(Book(name, lang), "§") {
				t.Errorf("%s %s: %d § as text, %d on the page", name, lang, n, strings.Count(Book(name, lang), "§"))
			}
			fitsALetter(t, name+" "+lang, book)
		}
	}
	if Text("no-such-game", "de") != "" {
		t.Error("a game without a book has a text")
	}
}

var marks = regexp.MustCompile("(^|[^*])\\*\\*([^*]|$)|`|<!--|^\\||^#+ |\\]\\(")

// fitsALetter: no line is too wide, and nothing is left of Markdown.
func fitsALetter(t *testing.T, name, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line); n > Columns {
			t.Errorf("%s:%d: %d columns: %s", name, i+1, n, line)
		}
		if m := marks.FindString(line); m != "" {
			t.Errorf("%s:%d: %q is left of Markdown: %s", name, i+1, m, line)
		}
	}
}

// Each rule of a book can be had alone: as it is in the book, but for line breaks, and without the next one.
func TestOneRule(t *testing.T) {
	number := regexp.MustCompile(`(?m)^\*\*§([0-9A-Z.]+)\*\* `)
	joined := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, name := range []string{"belagerung", "kolonien", "terra", "terramagica", "thoramar"} {
		for _, lang := range []string{"de", "en"} {
			book, all := joined(Text(name, lang)), number.FindAllStringSubmatch(Book(name, lang), -1)
			if len(all) < 60 {
				t.Errorf("%s %s has %d rules", name, lang, len(all))
			}
			for _, n := range all {
				rule := Rule(name, lang, n[1])
				if !strings.HasPrefix(rule, "§"+n[1]+" ") || marks.MatchString(rule) {
					t.Errorf("%s %s §%s:\n%s", name, lang, n[1], rule)
				}
				if !strings.Contains(rule, "\n  ") && !strings.Contains(rule, "---") && !strings.Contains(book, joined(rule)) {
					t.Errorf("%s %s §%s is not in the book:\n%s", name, lang, n[1], rule)
				}
			}
		}
	}
	const want = "§1.3 There is no fixed goal and no last turn. The players and the game master agree on what counts as winning.\n"
	if got := Rule("thoramar", "en", "1.3"); got != want {
		t.Errorf("%q", got)
	}
	if strings.Contains(Rule("thoramar", "en", "1.8"), "Map and coordinates") {
		t.Error("the last rule of a chapter has the next chapter's title")
	}
	if chapter := Rule("thoramar", "en", "1"); !strings.HasPrefix(chapter, "1 The game\n") ||
		!strings.Contains(chapter, want) || strings.Contains(chapter, "Map and coordinates") {
		t.Errorf("chapter 1: %s", chapter)
	}
	for lang, command := range map[string]string{"de": "HILFE 27.6", "en": "HELP 27.6"} { // a rule in the game master's page
		if got := Rule("thoramar", lang, "27.6"); !strings.HasPrefix(got, "§27.6 ") || !strings.HasSuffix(got, "income = 3500 } ]\n") {
			t.Errorf("rule 27.6: %s", got)
		}
		if got := Rule("thoramar", lang, "27"); !strings.Contains(got, command) || strings.Contains(got, "§27.1") {
			t.Errorf("chapter 27: %s", got)
		}
	}
	found := strings.Split(Rule("thoramar", "en", "Demon"), "\n§")
	for _, rule := range found {
		if !strings.Contains(strings.ToLower(rule), "demon") {
			t.Errorf("found without the word: %s", rule)
		}
	}
	if whole, _, more := strings.Cut(found[len(found)-1], "\n… §"); len(found) != mostFound || !more || whole == "" {
		t.Errorf("%d rules that have a word are whole, and others are named: %t", len(found), more)
	}
	if few := Rule("thoramar", "en", "no realm knows the map"); strings.Contains(few, "…") {
		t.Errorf("a word of few rules: %s", few)
	}
	for _, n := range []string{"1.99", "99.1", "99", "1.3** There", "xylophone word"} {
		if got := Rule("thoramar", "en", n); got != "" {
			t.Errorf("rule %q: %s", n, got)
		}
	}
	if got := Rule("thoramar", "en", ""); !strings.HasPrefix(got, "1 The game\n2 ") {
		t.Errorf("the chapters: %s", got)
	}
	if Rule("no-such-game", "de", "1.1") != "" {
		t.Error("a rule of no game")
	}
}

// The manual for players of a game has that game's chapter, with a first turn, and no other's.
func TestManuals(t *testing.T) {
	title := map[string]string{"belagerung": "Die Kunst der Belagerung", "kolonien": "Kolonien", "terra": "Terra",
		"terramagica": "Terra Magica", "thoramar": "Thoramar"}
	turn := map[string]string{"de": "So kam dieser Zug zustande.", "en": "How this turn came about."}
	last := map[string]string{"de": "\nWenn etwas schiefgeht\n---", "en": "\nWhen something goes wrong\n---"}
	for name := range title {
		for lang := range turn {
			manual := Manual(name, lang)()
			fitsALetter(t, name+" "+lang, manual)
			for other, heading := range title {
				if has := strings.Contains(manual, "\n\n"+heading+"\n\n"); has != (other == name) {
					t.Errorf("%s %s: the chapter of %s is there: %v", name, lang, other, has)
				}
			}
			if strings.Count(manual, turn[lang]) != 1 || !strings.Contains(manual, last[lang]) {
				t.Errorf("%s %s lacks a turn or its end:\n%s", name, lang, manual)
			}
		}
	}
	if Manual("no-such-game", "de") != nil {
		t.Error("a manual of no game")
	}
}

// A page names the command that shows another page, where a reader of Markdown has a link. Pages for programs and fleets
// are English, in whichever language one asks for them.
func TestTopics(t *testing.T) {
	for _, topic := range Topics {
		for _, lang := range []string{"de", "en"} {
			page := Topic(topic, lang)
			for i, line := range strings.Split(page, "\n") { // but blocks, which are to be copied
				if n := utf8.RuneCountInString(line); n > Columns && !strings.HasPrefix(line, "  ") {
					t.Errorf("%s %s:%d: %d columns: %s", topic, lang, i+1, n, line)
				}
			}
			if len(page) < 2000 || strings.Contains(page, ".md") || !strings.Contains(page, " `") {
				t.Errorf("%s %s: %d bytes, or a file is named:\n%s", topic, lang, len(page), page)
			}
		}
	}
	for link, want := range map[string]string{
		"[gm-start.en.md](gm-start.en.md)":         "`weltentor help start`",
		"[Limits](gm-reference.de.md#grenzen)":     "Limits (`weltentor help reference`)",
		"[player.en.md](player.en.md)":             "`weltentor help players`",
		"[data.en.md](data.en.md)":                 "`weltentor help data`",
		"[this](#there) and [that](https://x.org)": "[this](#there) and [that](https://x.org)",
	} {
		if got := elsewhere().ReplaceAllStringFunc(link, shown); got != want {
			t.Errorf("%s is shown as %s", link, got)
		}
	}
	for _, topic := range []string{"data", "fleet"} {
		if Topic(topic, "de") != Topic(topic, "en") {
			t.Errorf("%s has two texts", topic)
		}
	}
	if start := strings.Join(strings.Fields(Topic("start", "en")), " "); !strings.Contains(start,
		"land in spam (`weltentor help trouble`), it prints the record.") {
		t.Errorf("a sentence is not whole:\n%s", start)
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"title, chapter, rule", "# The game\n\n## 1 Land\n\n**§1.1** A `field` is a *hex*\n" +
			"of [land](x.md). <!-- not for readers -->\n",
			"The game\n========\n\n1 Land\n------\n\n§1.1 A field is a hex of land.\n"},
		{"comments", "One.\n\n<!-- tables -->\n\nTwo.\n", "One.\n\nTwo.\n"},
		{"code stays", "So:\n\n```\n$A\nK.M 1  : NO *2\n```\n", "So:\n\n  $A\n  K.M 1  : NO *2\n"},
		{"what a receipt says", "```answer\n  Line 1: " + strings.Repeat("word ", 16) + "\n\nX\n```\n",
			"    Line 1: " + strings.Repeat("word ", 12) + "word\n      word word word\n\n  X\n"},
		{"a list", "- one\n- two\n  lines\n", "- one\n- two lines\n"},
		{"code over a line's end", "Send `$A\nK.M 1` now.\n", "Send $A K.M 1 now.\n"},
		{"a list behind a paragraph", "Two:\n\n- one\n- two\n\nThree.\n", "Two:\n\n- one\n- two\n\nThree.\n"},
		{"a list in a list", "- one\n  - two\n- three\n", "- one\n  - two\n- three\n"},
		{"steps in their order", "9. one\n10. two\n    lines\n", "9. one\n10. two lines\n"},
		{"a long step", "1. " + strings.Repeat("word ", 16) + "end\n",
			"1. " + strings.Repeat("word ", 14) + "word\n   word end\n"},
		{"a table", "| kind | gold |\n|---|---:|\n| `K.M` | 10 |\n| `R.M` | 5 |\n",
			"kind  gold\n----  ----\nK.M     10\nR.M      5\n"},
		{"a bar in a cell", "| a |\n|---|\n| x \\| y |\n", "a\n-----\nx | y\n"},
	} {
		if got := plain(c.page, "en"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// The name of a part of the page is in the quotes of its language; a word of the sentence is not.
func TestNamesOfPartsAreQuoted(t *testing.T) {
	for _, c := range []struct{ lang, page, want string }{
		{"en", "[The games](#the-games) shows it.\n", "“The games” shows it.\n"},
		{"de", "Es zeigt [Die Spiele](#die-spiele).\n", "Es zeigt „Die Spiele“.\n"},
		{"de", "So in [Für Skripte: `x`](#für-skripte-x).\n", "So in Für Skripte: x.\n"},
		{"en", "See [Why, and\nhow](#why-and-how).\n", "See “Why, and how”.\n"},
		{"en", "Kept for [it](#orders-ahead), a [deadline](#deadline), [Deadlines](#the-deadline), [It](it.md).\n",
			"Kept for it, a deadline, Deadlines, It.\n"},
		{"en", "- [Limits](#limits)\n", "- Limits\n"},
	} {
		if got := plain(c.page, c.lang); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A wide cell is wrapped within its column, and the columns beside it stay as they are.
func TestWideTable(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("word ", 20))
	got := plain("| code | meaning |\n|---|---|\n| `tla` | "+long+" |\n| `x` | y |\n", "en")
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) != 5 || lines[2] != "tla   "+strings.TrimSpace(strings.Repeat("word ", 14)) ||
		lines[3] != "      "+strings.TrimSpace(strings.Repeat("word ", 6)) || lines[4] != "x     y" {
		t.Errorf("got:\n%s", got)
	}
}

func TestLongWordIsCut(t *testing.T) {
	got := plain(strings.Repeat("x", 2*Columns+3)+" y\n", "en")
	if want := strings.Repeat("x", Columns) + "\n" + strings.Repeat("x", Columns) + "\nxxx y\n"; got != want {
		t.Errorf("got:\n%s", got)
	}
}

// Where the longest words of all columns do not fit beside each other, the table comes in
// parts that each begin with the first column.
func TestTableInParts(t *testing.T) {
	long := strings.Repeat("w", 34)
	got := plain("| code | one | two | three |\n|---|---|---|---:|\n| `x` | "+long+" | "+long+" | 7 |\n", "en")
	dashes := strings.Repeat("-", 34)
	want := "code  one" + strings.Repeat(" ", 33) + "two\n----  " + dashes + "  " + dashes + "\nx     " + long +
		"  " + long + "\n" +
		"\ncode  three\n----  -----\nx         7\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
