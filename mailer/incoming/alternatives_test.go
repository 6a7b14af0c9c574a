package incoming_test

import (
	"fmt"
	"html"
	"runtime"
	"strings"
	"testing"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// alternatives is a letter of a plain text and a page.
func alternatives(plain, page string) string {
	return "From: ute@post.example\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" + plain +
		"\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page + "\r\n--x--\r\n"
}

// lines are the lines of a text as paragraphs of a page.
func lines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("<div>" + html.EscapeString(strings.TrimSpace(line)) + "</div>")
	}
	return b.String()
}

// What one alternative marks as quoted, or hides, is not the writer's in the other one. What it has among the writer's own
// words is.
func TestAlternativesAgree(t *testing.T) {
	const old = "The scouts of the north have seen your men behind the hills, and they come nearer to us with each day."
	at := strings.LastIndex(old[:60], " ")
	for name, c := range map[string]struct{ plain, page, want string }{
		"marked in the page":      {"Ja.\n\nAlte Worte\nund mehr\n", lines("Ja.") + "<blockquote>" + lines("Alte Worte\nund mehr") + "</blockquote>", "Ja.\n"},
		"marked in both":          {"Ja.\n> Alte Worte\n", lines("Ja.") + "<blockquote>" + lines("Alte Worte") + "</blockquote>", "Ja.\n"},
		"hidden in the page":      {"Ja.\nYES\n", lines("Ja.") + "<p style='display:none'>YES</p>", "Ja.\n"},
		"hidden by its sheet":     {"Ja.\nYES\n", "<style>.x{display:none}</style>" + lines("Ja.") + "<p class=x>YES</p>", "Ja.\n"},
		"said, and quoted, too":   {"Ja.\nFrieden\n", lines("Ja.\nFrieden") + "<blockquote>Frieden</blockquote>", "Ja.\nFrieden\n"},
		"wrapped in plain":        {"Ja.\n\n" + old[:at] + "\n" + old[at+1:] + "\n", lines("Ja.") + "<blockquote>" + lines(old) + "</blockquote>", "Ja.\n"},
		"wrapped in the page":     {"Ja.\n\n" + old + "\n", lines("Ja.") + "<blockquote>" + lines(old[:at]+"\n"+old[at+1:]) + "</blockquote>", "Ja.\n"},
		"own words, wrapped":      {old[:at] + "\n" + old[at+1:] + "\n", lines(old) + "<blockquote>" + lines(old) + "</blockquote>", old[:at] + "\n" + old[at+1:] + "\n"},
		"a page without a quote":  {"Ja.\nNoch etwas\n", lines("Ja."), "Ja.\nNoch etwas\n"},
		"a word within the quote": {"Ja.\nAlte\n", lines("Ja.\nAlte") + "<blockquote>Alte Worte</blockquote>", "Ja.\nAlte\n"},
		"struck out in the page":  {"Ja.\nNicht\n", lines("Ja.") + "<s>Nicht</s>", "Ja.\n~~\n"},
		"a word is struck out":    {"Ich komme nicht bald\n", "<p>Ich komme <s>nicht</s> bald</p>", "Ich komme ~~ bald\n"},
		"the page says more":      {"Ja.\n", lines("Ja.\nMorgen"), "Ja.\nMorgen\n"},
		"only signs are more":     {"*Ja*, <http://a.example> morgen\n", lines("Ja,\nmorgen"), "*Ja*, <http://a.example> morgen\n"},
		"a footer is not more":    {"Ja.\n-- \nUte\n", lines("Ja.\nUte"), "Ja.\n"},
		"each says something":     {"Your program shows no pages.\n", lines("Ja?"), "Your program shows no pages.\nJa?\n"},
	} {
		if r := read(t, alternatives(c.plain, c.page)); r.Text != c.want {
			t.Errorf("%s: %q, want %q", name, r.Text, c.want)
		}
	}
	r := read(t, alternatives("Ja.\n> eins\nzwei\n", lines("Ja.")+"<blockquote>"+lines("eins\nzwei")+"</blockquote>"))
	if fmt.Sprint(r.Notes) != fmt.Sprint([]mime.Note{{Code: mime.QuoteDropped, Part: "body", N: 2}}) {
		t.Errorf("lines that were left out are told as %v", r.Notes)
	}
}

// Long letters whose alternatives have the same lines are compared to the end.
func TestLongAlternativesAgree(t *testing.T) {
	var own, old strings.Builder
	for n := range 9_000 {
		fmt.Fprintf(&own, "Meine Zeile Nummer %d hat Worte.\n", n)
		fmt.Fprintf(&old, "Eine alte Zeile mit Nummer %d.\n", n)
	}
	r := read(t, alternatives(own.String()+old.String(), lines(own.String())+"<blockquote>"+lines(old.String())+"</blockquote>"))
	if r.Text != own.String() || r.Part != "body" {
		t.Errorf("%d octets of %s are taken, want %d", len(r.Text), r.Part, own.Len())
	}
}

// However many alternatives there are, the words of a long one are read once. What that allocates is the same each
// time.
func TestManyAlternativesAreReadOnce(t *testing.T) {
	var long strings.Builder
	for n := range 5_000 {
		fmt.Fprintf(&long, "wort%d eins zwei drei\n", n)
	}
	allocated := func(short int) uint64 {
		raw := "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n" +
			"--x\r\nContent-Type: text/plain\r\n\r\n" + long.String()
		for n := range short {
			raw += fmt.Sprintf("--x\r\nContent-Type: text/plain\r\n\r\nz%d\r\n", n)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read(t, raw+"--x--\r\n")
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(1) // what is made at first use
	if few, many := allocated(5), allocated(50); many > 2*few {
		t.Errorf("%d bytes for 5 short alternatives, %d for 50", few, many)
	}
}

// What is below an attribution at the top is in doubt only if no alternative marks it.
func TestAlternativesAgreeBelow(t *testing.T) {
	const line = "Am 1.2.2026 um 10:00 schrieb Bovistan <bovistan@spiel.example>:"
	plain := line + "\n\nJa, gern.\n"
	for page, want := range map[string]string{
		lines(line) + lines("Ja, gern."):                                    "Ja, gern.",
		lines(line) + "<blockquote>" + lines("Ja, gern.") + "</blockquote>": "",
	} {
		if r := read(t, alternatives(plain, page)); r.Below != want {
			t.Errorf("%s: below is %q, want %q", page, r.Below, want)
		}
	}
	o := options()
	o.Own = "other@spiel.example"
	if r, err := incoming.Read(t.Context(), []byte(alternatives(plain, lines(plain))), o); err != nil || r.Below != "" {
		t.Errorf("of another game: below is %q, %v", r.Below, err)
	}
}

// If alternatives have different orders, the writer is told that one of them was not read. If they say the same in
// other lines, or with other signs, there is nothing to tell.
func TestAlternativesDisagree(t *testing.T) {
	const orders = "$I 4 x\n$A\nABC 1/1\n"
	for name, c := range map[string]struct{ plain, page, told, part string }{
		"the same":           {orders, lines(orders), "", "body"},
		"other orders":       {orders, lines("$I 4 x\n$A\nABC 2/2"), "html", "body"},
		"another realm":      {orders, lines("$I 5 x\n$A\nABC 1/1"), "html", "body"},
		"another section":    {orders, lines("$I 4 x\n$B\nABC 1/1"), "html", "body"},
		"more in the page":   {orders, lines(orders + "XYZ 1/1\nXYA 1/1"), "", "html"},
		"more in plain":      {orders + "XYZ 1/1\n", lines(orders), "", "body"},
		"each has its own":   {orders + "XYZ 1/1\n", lines(orders + "KLM 1/1\nKLN 1/1"), "body", "html"},
		"none in the page":   {orders, lines("see the text"), "", "body"},
		"other greetings":    {"Hallo!\n" + orders, lines("Guten *Tag*!\n" + orders), "", "body"},
		"other letters":      {orders + "#2\nKommt!\n", lines(orders + "#2\nKommt &lt;bald&gt;!"), "", "html"},
		"below the orders":   {orders + "$E\n", lines(orders + "$E\nGruß, Ute"), "", "html"},
		"wrapped":            {"$I 4 x\n$A\nABC\n1/1\n", lines(orders), "", "html"},
		"entities":           {"$I 4 x\n$A\n1.K.M 3: <A & Ä>\n", "<p>$I&nbsp;4 x<br>$A<br>1.K.M 3: &lt;A &amp; &Auml;&gt;</p>", "", "body"},
		"bold and in a list": {"$I 4 x\n$A\nABC 1/1\n*KLM* 1/1\n", lines("$I 4 x\n$A\nABC 1/1") + "<li><b>KLM</b> 1/1</li>", "", "html"},
		"quoted in the page": {"$I 4 x\n$A\nABC 1/1\n", "<p>Ja</p><blockquote>" + lines("$I 4 x\n$A\nABC 2/2") + "</blockquote>", "", "body"},
		"struck out":         {orders, lines("$I 4 x\n$A") + "<p>ABC 2/2</p><p><s>ABC 1/1</s></p>", "", "html"},
	} {
		r, told := read(t, alternatives(c.plain, c.page)), ""
		for _, n := range r.Notes {
			if n.Code == mime.SeveralTexts {
				told += n.Word
			}
		}
		if told != c.told || r.Part != c.part {
			t.Errorf("%s: told %q of %q, want %q of %q", name, told, r.Part, c.told, c.part)
		}
	}
}
