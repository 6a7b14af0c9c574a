package laws

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds"
)

// Each game has its rules in each language, under the name that the machine asks for.
func TestEveryGameHasItsBook(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range phrase.Langs {
			text := docs.Book(rb.Name(), string(lang))
			file := "docs/rules/" + rb.Name() + map[phrase.Lang]string{phrase.De: ".de.md", phrase.En: ".md"}[lang]
			if text == "" || text != Content(t, file) {
				t.Errorf("%s in %s has no rules in the program: write them into %s (%d bytes are there)", rb.Name(), lang, file,
					len(text))
			}
		}
	}
	if docs.Book("no-such-game", "de") != "" {
		t.Error("a book of no game")
	}
}

// Each game is on the players' pages, with a link to its rules, a letter, and a line of each of its sections. All of
// them can be read without a complaint.
func TestPagesShowOrdersThatCount(t *testing.T) {
	t.Parallel()
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|(.*)\\|$")
	identity := regexp.MustCompile(`^\$I [1-9] \S+\n`) // of any realm
	answers := regexp.MustCompile("(?ms)^```answer$.*?^```$\n")
	for _, lang := range phrase.Langs {
		file := "docs/player." + string(lang) + ".md"
		page := Content(t, file)
		for _, rb := range worlds.Rulebooks() {
			link := "](rules/" + rb.Name() + map[phrase.Lang]string{phrase.De: ".de.md)", phrase.En: ".md)"}[lang]
			before, after, found := strings.Cut(page, link)
			if !found {
				t.Errorf("%s has no part on %s: write one under the heading \"### %s\", with the link %s in it", file,
					rb.Name(), rb.Words(lang).T("game"), link[1:])
				continue
			}
			part := before[max(strings.LastIndex(before, "\n### "), 0):] + link + after[:strings.Index(after, "\n##")]
			part = answers.ReplaceAllString(part, "")
			reads := func(text string) {
				t.Helper()
				f := rb.Language().Parse(text)
				for _, p := range f.Problems {
					t.Errorf("%s: %s reads %q: %s", file, rb.Name(), text, rb.Words(lang).Say(p.What))
				}
				if len(f.Lines) == 0 {
					t.Errorf("%s: %s finds no order in %q", file, rb.Name(), text)
				}
			}
			blocks := strings.Split(part, "```\n")
			if len(blocks) < 3 || !identity.MatchString(blocks[1]) {
				t.Errorf("%s has no letter of %s: write one as the first block of that part, beginning with its $I line", file,
					rb.Name())
			}
			for i := 1; i < len(blocks); i += 2 {
				reads(strings.TrimSuffix(blocks[i], "$E\n") + "$E\n")
			}
			shown := map[string]bool{}
			for _, m := range row.FindAllStringSubmatch(part, -1) {
				if m[1][0] != '$' { // a special line, below the table of sections
					reads("$A\n" + m[1] + "\n$E\n")
					continue
				}
				shown[m[1]] = true
				cells := strings.Split(m[2], "|")
				for i, example := range strings.Split(cells[len(cells)-1], "`") {
					if i%2 == 1 {
						reads(m[1] + "\n" + example + "\n$E\n")
					}
				}
			}
			for _, section := range rb.Language().Sections {
				if !shown["$"+string(section.Letter)] {
					t.Errorf("%s does not show $%c of %s: write a row that begins with `$%c` into the table of that part", file,
						section.Letter, rb.Name(), section.Letter)
				}
			}
		}
	}
}

// What the players' pages quote from receipts is what receipts say.
func TestPagesQuoteReceipts(t *testing.T) {
	t.Parallel()
	for lang, marks := range map[phrase.Lang][2]string{phrase.De: {"„", "“"}, phrase.En: {"“", "”"}} {
		var said strings.Builder
		for _, book := range []*phrase.Book{wording.Words(lang), worlds.Rulebooks()[0].Words(lang)} {
			for _, code := range book.Codes() {
				said.WriteString(book.T(code) + "\n")
			}
		}
		quotes := strings.Split(Content(t, "docs/player."+string(lang)+".md"), marks[0])[1:]
		if len(quotes) < 14 {
			t.Errorf("%s: %d quotes", lang, len(quotes))
		}
		for _, q := range quotes {
			q, _, _ = strings.Cut(q, marks[1])
			q = strings.Join(strings.Fields(q), " ") // wherever the page has its line breaks
			if !strings.Contains(said.String(), q) {
				t.Errorf("%s: no receipt says %q", lang, q)
			}
		}
	}
}
