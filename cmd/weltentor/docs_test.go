package main

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/resolve"
	"weltentor/worlds"
)

// Every command that a page shows exists, with its flags; those in blocks and
// table cells are whole, and the command line takes them.
func TestPagesShowCommandsThatExist(t *testing.T) {
	shell := regexp.MustCompile(`\$\([^)]*\)`)
	seen := 0
	for _, file := range tracked(t) {
		if path.Ext(file) != ".md" || strings.HasPrefix(file, "docs/rules/") {
			continue
		}
		block := false
		for line := range strings.Lines(content(t, file)) {
			if strings.HasPrefix(line, "```") {
				block = !block
				continue
			}
			var shown []string
			if block {
				shown = []string{line}
			} else {
				for i, part := range strings.Split(line, "`") {
					if i%2 == 1 {
						shown = append(shown, part)
					}
				}
			}
			for _, c := range shown {
				_, args, found := strings.Cut(" "+c, " weltentor ")
				if !found {
					continue
				}
				seen++
				args = strings.ReplaceAll(shell.ReplaceAllString(args, "X"), "…", "")
				_, err := newParser(&commands{}, newVoice(phrase.En, nil, nil)).Parse(shellWords(args))
				if err != nil && (block || !strings.HasPrefix(err.Error(), "missing ") && !strings.HasPrefix(err.Error(), "expected ")) {
					t.Errorf("%s: %q: %v", file, strings.TrimSpace(c), err)
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d commands found", seen)
	}
}

// Each game has its book in each language, under the name the machine asks for.
func TestEveryGameHasItsBook(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range phrase.Langs {
			text := docs.Book(rb.Name(), string(lang))
			file := "docs/rules/" + rb.Name() + map[phrase.Lang]string{phrase.De: ".de.md", phrase.En: ".md"}[lang]
			if text == "" || text != content(t, file) {
				t.Errorf("%s in %s: %d bytes", rb.Name(), lang, len(text))
			}
		}
	}
	if docs.Book("no-such-game", "de") != "" {
		t.Error("a book of no game")
	}
}

// What the players' pages quote as a receipt's words is what receipts say.
func TestPagesQuoteReceipts(t *testing.T) {
	for lang, marks := range map[phrase.Lang][2]string{phrase.De: {"„", "“"}, phrase.En: {"“", "”"}} {
		var said strings.Builder
		for _, book := range []*phrase.Book{resolve.Words(lang), worlds.Rulebooks()[0].Words(lang)} {
			for _, code := range book.Codes() {
				said.WriteString(book.T(code) + "\n")
			}
		}
		quotes := strings.Split(content(t, "docs/player."+string(lang)+".md"), marks[0])[1:]
		if len(quotes) < 14 {
			t.Errorf("%s: %d quotes", lang, len(quotes))
		}
		for _, q := range quotes {
			q, _, _ = strings.Cut(q, marks[1])
			if !strings.Contains(said.String(), q) {
				t.Errorf("%s: no receipt says %q", lang, q)
			}
		}
	}
}

// Every key that a setting, an answer in JSON or a status has stands in the
// game master's page or in world.toml itself.
func TestGameMastersPageNamesTheJSON(t *testing.T) {
	d := newTable(t)
	d.join()
	page := content(t, "docs/gm.md")
	for _, out := range []string{d.done("status", "--json", d.dir), d.done("check", "--json", "-")} {
		for _, key := range regexp.MustCompile(`"([a-z_]{3,})":`).FindAllStringSubmatch(out, -1) {
			if !strings.Contains(page, "`"+key[1]+"`") {
				t.Errorf("docs/gm.md does not name %q", key[1])
			}
		}
	}
}
