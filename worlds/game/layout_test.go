package game

import (
	"testing"

	"weltentor/orders/phrase"
)

// The first line begins with the indent, the next with two blanks more; a word that
// is too long stands alone.
func TestAppendWrapped(t *testing.T) {
	for _, c := range []struct{ indent, text, want string }{
		{"", "aaaa bbbb cc", "aaaa bbbb\n  cc\n"},     // 9 characters, with " cc" 12
		{"", "aaaa  bbbbb", "aaaa bbbbb\n"},           // 10, as wide as it may be
		{"  ", "aaaa bbb cc", "  aaaa bbb\n    cc\n"}, // 10
		{"> ", "äöü äöüä x", "> äöü äöüä\n>   x\n"},   // 10 characters
		{"", "a bbbbbbbbbbbb c", "a\n  bbbbbbbbbbbb\n  c\n"},
		{"  ", " ", "  \n"}, {"", "", "\n"},
	} {
		if got := string(AppendWrapped([]byte("x\n"), c.indent, c.text, 10)); got != "x\n"+c.want {
			t.Errorf("%q behind %q: %q, want %q", c.text, c.indent, got, "x\n"+c.want)
		}
	}
	// Every line is quoted, however a player breaks it, and nothing turns the writing.
	const text = "Hello\u2028What happened\n----\n\n  G1: you have won it\u202e\x07\n"
	quoted := string(AppendQuoted(nil, text, 40))
	if quoted != "> Hello What happened\n> ----\n>\n> G1: you have won it\n" {
		t.Errorf("%q", quoted)
	}
	// "> aaaa bbbb" has 11
	if got := string(AppendQuoted(nil, "aaaa bbbb cc", 10)); got != "> aaaa\n>   bbbb\n>   cc\n" {
		t.Errorf("%q", got)
	}
	if got := string(AppendTitle(nil, "Öde")); got != "\nÖde\n---\n" {
		t.Errorf("%q", got)
	}
}

// Each line of a comment is one, however long the text is, and no wider than 78 columns.
func TestAppendComment(t *testing.T) {
	text := "Against Nordmark: G10 own victory points, those of the other, own objectives, those of the other $A"
	want := "x\n; Against Nordmark: G10 own victory points, those of the other, own\n" +
		"; objectives, those of the other $A\n"
	if got := string(AppendComment([]byte("x\n"), text)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := string(AppendComment(nil, "")); got != "; \n" {
		t.Errorf("%q", got)
	}
}

func TestReportName(t *testing.T) {
	if de, en := ReportName(phrase.De), ReportName(phrase.En); de != "ERGEBNIS.TXT" || en != "REPORT.TXT" {
		t.Errorf("%s, %s", de, en)
	}
}
