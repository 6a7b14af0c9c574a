package incoming

import (
	"strings"
	"testing"
)

// A form comes back in the quote of an answer, not in the answer to an answer.
func TestFilledIn(t *testing.T) {
	mark := func(line string) bool { return line == "== FORM ==" }
	head := "Von: Probe\nGesendet: Montag\nAn: Anna\nBetreff: x\n\n"
	for name, c := range map[string]struct{ text, want string }{
		"marked":                       {"Hier:\n> Hallo\n> == FORM ==\n> a\n> b\n", "== FORM ==\na\nb"},
		"marked without blanks":        {">== FORM ==\n>a\n", "== FORM ==\na"},
		"a line between":               {"> == FORM ==\n> a\nneu\n> b\n", "== FORM ==\na\nneu\nb"},
		"what was quoted in it before": {"> == FORM ==\n> a\n> > alt\n> b\n", "== FORM ==\na\nb"},
		"a signature":                  {"> == FORM ==\n> a\n-- \nAnna\n", "== FORM ==\na"},
		"below a head": {"Hier:\n\n" + head + "Hallo\n== FORM ==\na\n\n" + head + "b\n",
			"== FORM ==\na\n"},
		"a head over marked lines": {head + "> == FORM ==\n> a\n", "== FORM ==\na"},
		"a head in the quote": {"ja\n> " + strings.ReplaceAll(head, "\n", "\n> ") + "\n> == FORM ==\n> a\n",
			"== FORM ==\na"},
		"a line between dashes over a head": {"---- Probe <game@demo.test> wrote: ----\n" + head + "> == FORM ==\n> a\n",
			"== FORM ==\na"},
		"quoted right below":      {"> == FORM ==\n> > alt\n> b\n", "== FORM ==\nb"},
		"new right below":         {"> == FORM ==\nneu\n> b\n", "== FORM ==\nneu\nb"},
		"his own":                 {"== FORM ==\na\n", ""},
		"marked twice":            {"> ja\n> > == FORM ==\n> > a\n", ""},
		"below two heads":         {head + "ja\n\n" + head + "== FORM ==\na\n", ""},
		"marked below a head":     {head + "ja\n> == FORM ==\n> a\n", ""},
		"below a head in a quote": {"> ja\n> " + strings.ReplaceAll(head, "\n", "\n> ") + "\n> == FORM ==\n> a\n", ""},
		"below one in two parts": {"-----Probe <game@demo.test> wrote: -----\nTo: anna@demo.test\nFrom: Probe <game@demo.test>\n" +
			"Date: 02/01/2026 10:00AM\n\n> == FORM ==\n> a\n", "== FORM ==\na"},
		"below a title and a line": {"------- Original Message -------\nOn Mon, November 23th, 2026 at 7:29 PM, Probe <game@demo.test> wrote:\n\n" +
			"> == FORM ==\n> a\n", "== FORM ==\na"},
		"of another's, below both": {"------- Original Message -------\nOn Mon, November 23th, 2026 at 7:29 PM, Jost <jost@demo.test> wrote:\n\n" +
			"> == FORM ==\n> a\n", ""},
		"marked with strokes":          {"Probe wrote:\n| == FORM ==\n| a\n", "== FORM ==\na"},
		"marked with initials":         {"ja\nB> == FORM ==\nB> a\nneu\n", "== FORM ==\na\nneu"},
		"between arrows":               {">>> Probe <game@demo.test> 23.11.2026 10:12 >>>\n== FORM ==\na\n", "== FORM ==\na"},
		"of the writer's own mail":     {"Am 1.2.2026 um 10:00 schrieb Anna <anna@demo.test>:\n> == FORM ==\n> a\n", ""},
		"of it, without an address":    {"Am 1.2.2026 um 10:00 schrieb Ahorn, Anna:\n> == FORM ==\n> a\n", ""},
		"of it, between arrows":        {">>> Anna Ahorn 23.11.2026 10:12 >>>\n== FORM ==\na\n", ""},
		"of it, below a head":          {"Von: Anna Ahorn\nGesendet: Montag\nAn: Probe\nBetreff: x\n\n== FORM ==\na\n", ""},
		"of it, below one in Thai":     {"จาก: Anna Ahorn\nส่ง: วันจันทร์ที่ 23 พฤศจิกายน 2569 10:12\nถึง: Probe\nเรื่อง: x\n\n== FORM ==\na\n", ""},
		"of another's mail":            {"Am 1.2.2026 um 10:00 schrieb Jost <jost@demo.test>:\n> == FORM ==\n> a\n", ""},
		"of another's, in one line":    {"Von: Jost <jost@demo.test> Gesendet: Montag An: Anna <anna@demo.test> Betreff: x\n\n== FORM ==\na\n", ""},
		"of the game's, in one line":   {"Von: Probe <game@demo.test> Gesendet: Montag An: Anna Ahorn <anna@demo.test> Betreff: x\n\n== FORM ==\na\n", "== FORM ==\na"},
		"of the game's, to the writer": {"Thema: x\nKimden: Probe <game@demo.test>\nGönderildi: 5 Mart 2027 Cuma 10:00\nKime: Anna Ahorn <anna@demo.test>\n\n== FORM ==\na\n", "== FORM ==\na"},
		"of it, in Turkish":            {"Thema: x\nKimden: Anna <anna@demo.test>\nGönderildi: 5 Mart 2027 Cuma 10:00\nKime: Probe <game@demo.test>\n\n== FORM ==\na\n", ""},
		"of the game's, with an id":    {"Probe wrote in\n <20261123.2018@post.example>:\n> == FORM ==\n> a\n", "== FORM ==\na"},
		"below a Swedish head": {"Från: Probe <game@demo.test>\nSkickat: den 23 november 2026 09:07\nTill: anna@demo.test\nÄmne: x\n\n" +
			"> == FORM ==\n> a\n", "== FORM ==\na"},
		"below names of fields alone": {"Probe <game@demo.test>\n23.11.2026 18:26\n\nAn\nanna@demo.test\nKopie\n\nThema\nx\n\n> == FORM ==\n> a\n",
			"== FORM ==\na"},
		"marked below such a head": {"Probe <game@demo.test>\n23.11.2026 18:26\n\nAn\nanna@demo.test\nThema\nx\n\nja\n> == FORM ==\n> a\n", ""},
		"none":                     {"> a\n> b\n", ""},
	} {
		if got := (ReadOptions{Mark: mark, Own: "game@demo.test", from: "anna@demo.test", name: "Anna Ahorn"}).Filled().filledIn(c.text); strings.TrimRight(got, "\n") != strings.TrimRight(c.want, "\n") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	betreff := ReadOptions{Mark: func(line string) bool { return line == "Betreff: x" }}.Filled()
	if got := betreff.filledIn(head); got != "" {
		t.Errorf("a line of a head: %q", got)
	}
}
