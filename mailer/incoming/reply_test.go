package incoming

import (
	"runtime"
	"strings"
	"testing"
)

// plainly are the options of a reader who knows what phones write below a letter.
var plainly = ReadOptions{Advert: func(line string) bool {
	return strings.HasPrefix(line, "Von meinem iPhone ") || strings.HasPrefix(line, "Gesendet mit ") || line == "Sent from my phone"
}}.Filled()

// What the sender wrote stays. What a program put around it is counted and left out.
func TestOwnText(t *testing.T) {
	const (
		wrote = "Am 1.2.2026 um 10:00 schrieb Probe <game@demo.test>:\n"
		head  = "Von: Probe\nGesendet: Montag\nAn: Anna\nBetreff: x\n\n"
		rule  = "____________________\n" // twenty
	)
	for name, c := range map[string]struct {
		text, want     string
		quoted, footer int
	}{
		"all his own":          {"\n\n$A\n 1\n\n", "$A\n 1", 0, 0},
		"quoted":               {"$A\n> alt\n>älter\n1", "$A\n1", 2, 0},
		"From, as mbox has it": {"$A\n\n>From the north\nI march", "$A\n\nFrom the north\nI march", 0, 0},
		"a quote of From":      {"$A\n>From the north\n>I march", "$A", 2, 0},
		"From below a head":    {"$A\n" + wrote + ">From the north\n", "$A", 2, 0},
		"a quote's first line": {"$A\n" + wrote + "> alt\n", "$A", 2, 0},
		"without a quote":      {"$A\n" + wrote + "alt\n", "$A", 3, 0},
		"in two lines": {"$A\nAm 1.2.2026 um 10:00 schrieb Probe\n<game@demo.test>:\n> alt\n1",
			"$A\n1", 3, 0},
		"in three lines": {"$A\nAm 1.2.2026\num 10:00 schrieb Probe\n<game@demo.test>:\n> alt\n1",
			"$A\n1", 4, 0},
		"in four lines": {"1\nAm 1.2.2026\num 10:00\nschrieb Probe\n<game@demo.test>:\n", "1", 5, 0},
		"in Finnish, without a quote": {"1\npe 5. maaliskuuta 2027 klo 10.00 Probe\n<game@demo.test> kirjoitti:\n\nalt",
			"1", 4, 0},
		"between dashes, wrapped":               {"---- On Fri, 05 Mar 2027 10:00:00 +0100 Probe <game@demo.test>\nwrote ----\n> alt\n\n1", "1", 3, 0},
		"between dashes":                        {"1\n---- On Fri, 05 Mar 2027 10:00:00 +0100 game@demo.test wrote ----\nalt", "1", 2, 0},
		"the verb in the first line, and an id": {"1\n\nBovistan wrote in\n <20261123.2018@demo.test>:\n> alt", "1", 3, 0},
		"a sentence with day and time above one that ends in a colon": {"Gekommen am 2. März 2026, 13:04 Uhr (Berlin).\n1 Zeile zählt nicht:\nalt",
			"Gekommen am 2. März 2026, 13:04 Uhr (Berlin).\n1 Zeile zählt nicht:\nalt", 0, 0},
		"a quote with tabs, and words below": {"Probe <game@demo.test> wrote:\n\n\talt\n\n\tälter\n1\n2", "1\n2", 3, 0},
		"a day, a time and no address":       {"1\n2027. március 5., 10:00 Probe ezt írta:\nalt", "1", 2, 0},
		"a Turkish head":                     {"1\nKimden: Probe <game@demo.test>\nGönderildi: 5 Mart 2027 Cuma 10:00\nKime: a@b.test\nalt", "1", 4, 0},
		"a form, which is no head":           {"Name: Anna\nAdresse: anna@demo.test\nReich: 4", "Name: Anna\nAdresse: anna@demo.test\nReich: 4", 0, 0},
		"between arrows":                     {"1\n>>> Probe <game@demo.test> 23.11.2026 10:12 >>>\nalt", "1", 2, 0},
		"between arrows, with a name in quotes and an American day": {"1\n>>> \"Probe\" <game@demo.test> 11/23/2026 10:12 AM >>>\nalt",
			"1", 2, 0},
		"between arrows, without an address":  {"1\n>>> Probe 23.11.26 10:12 >>>\nalt", "1", 2, 0},
		"between arrows, with a time alone":   {"1\n>>> Probe 03:15PM >>>\nalt", "1", 2, 0},
		"between arrows, stuffed":             {"1\n> > > Probe <game@demo.test> 23.11.2026 10:12 >>>\nalt", "1", 2, 0},
		"between arrows, wrapped":             {"1\n>>> \"Probe von der Post\" <game@demo.test> Montag, 23.\nNovember 2026 10:12 >>>\nalt", "1", 3, 0},
		"between arrows, over a quote":        {"1\n>>> Probe <game@demo.test> 23.11.2026 10:12 >>>\n> alt\n2", "1\n2", 2, 0},
		"a quote of three, and words below":   {">>> Probe kam 23.11.2026 um 10:12\n>>> an.\n1", "1", 2, 0},
		"a quote of four that ends in arrows": {">>>> Probe 23.11.2026 10:12 >>>\n1", "1", 1, 0},
		"without colons":                      {"1\nProbe <game@demo.test> \n23.11.2026 10:12\n\nAn\na@b.test\nKopie\n\nThema\nx\n\nalt", "1", 11, 0},
		"without colons or an address":        {"1\nProbe/Post\n11/23/2026 10:12 AM\n\nTo\nAnna\ncc\n\nSubject\nx\n\nalt", "1", 11, 0},
		"a name above a day":                  {"Treffpunkt am Fluss\n23.11.2026 10:12\n1", "Treffpunkt am Fluss\n23.11.2026 10:12\n1", 0, 0},
		"a Thai head, in the Buddhist year":   {"1\nจาก: Probe\nส่ง: วันจันทร์ที่ 23 พฤศจิกายน 2569 10:12\nถึง: a\nเรื่อง: x\nalt", "1", 5, 0},
		"an Arabic head, with its digits":     {"1\nمن: Probe\nتاريخ الإرسال: ٢٣ نوفمبر ٢٠٢٦ ١٠:١٢\nإلى: a\nالموضوع: x\nalt", "1", 5, 0},
		"Lithuanian fields":                   {"1\nNuo: Probe <game@demo.test>\nIšsiųsta: 2026 m. lapkričio 23 d., pirmadienis 10:12\nKam: r1\nalt", "1", 4, 0},
		"Vietnamese fields":                   {"1\nTừ: Probe <game@demo.test>\nĐã gửi: Thứ Hai, 23 Tháng Mười Một 2026 10:12 SA\nTới: r1\nalt", "1", 4, 0},
		"Basque fields":                       {"1\nNork: Probe <game@demo.test>\nBidalia: astelehena, 2026(e)ko azaroaren 23(a) 10:12\nNori: r1\nalt", "1", 4, 0},
		"a fieldless Cc":                      {"1\n------ Message d'origine ------\nDe \"Cid\" <r3@demo.test>\nÀ r1@demo.test\nCc r2@demo.test\nDate 23/11/2026 10:12:11\nObjet x\n\nalt", "1\n------ Message d'origine ------", 7, 0},
		"fields in a table":                   {"1\n---- Replied Message ----\n| From | Probe<game@demo.test> |\n| Date | 11/23/2026 10:12 |\n| To | <r1@demo.test> |\nalt", "1", 5, 0},
		"a table of words":                    {"1\n| Heer | 5000 |\n| Gold | 200 |\n| Ziel | Graumark |\nneu", "1\n| Heer | 5000 |\n| Gold | 200 |\n| Ziel | Graumark |\nneu", 0, 0},
		"above a help desk":                   {"1\n##- Bitte geben Sie Ihre Antwort über dieser Zeile ein. -##\n\nProbe (Probe)\n\nalt", "1", 5, 0},
		"three large words":                   {"1\nIch biete 20 Schwerter Und Gold 2000:\n> alt", "1\nIch biete 20 Schwerter Und Gold 2000:", 1, 0},
		"yesterday":                           {"1\nGestern um 10:12 schrieb Probe:\nalt", "1", 2, 0},
		"a time without a verb":               {"Heute um 10:12 am Fluss:\nalt", "Heute um 10:12 am Fluss:\nalt", 0, 0},
		"in two languages, marked":            {"Am 23.11.2026 um 18:38 schrieb /\nOn Mon, November 23, 2026 at 6:38 PM wrote\nProbe\n> alt\n\nja", "ja", 4, 0},
		"in two languages":                    {"1\nAm Montag, den 23. November 2026 um 10:12 schrieb /\nOn Monday, November 23, 2026 at 10:12 AM wrote\nProbe\nalt", "1", 4, 0},
		"a chat":                              {"1\n[23.11.2026 10:12] Probe\nalt", "1", 2, 0},
		"another chat":                        {"1\n[23.11.26, 10:12:11] Probe: alt\nälter", "1", 2, 0},
		"words in brackets":                   {"[3 von 10:12] Probe\n1", "[3 von 10:12] Probe\n1", 0, 0},
		"marked with initials":                {"1\nB> alt\n\n2\nB> älter\nB>\n3", "1\n\n2\n3", 3, 0},
		"initials below a head":               {"Probe wrote on 23.11.2026, 10:12:\n\n  B> alt\n1", "1", 2, 0},
		"initials below a quote":              {">>>>> \"B\" == Probe <game@demo.test> writes:\n\n    B> alt\n1", "1", 2, 0},
		"initials alone":                      {"B> alt", "", 1, 0},
		"an arrow of one's own":               {"Nord> Burg\n1", "Nord> Burg\n1", 0, 0},
		"marked with strokes":                 {"Probe wrote:\n| alt\n|\n| älter\n1", "1", 4, 0},
		"one stroke":                          {"| alt\n1", "1", 1, 0},
		"a table":                             {"| 1 | 2 |\n|---|---|\n| 3 | 4 |", "| 1 | 2 |\n|---|---|\n| 3 | 4 |", 0, 0},
		"a table below a day":                 {"Stand am 23.11.2026:\n| 1 | 2 |", "Stand am 23.11.2026:\n| 1 | 2 |", 0, 0},
		"a table among strokes":               {"| alt\n| 1 | 2 |\n1", "1", 2, 0},
		"orders below a line that was left":   {wrote + "\nHallo\n$I 4 x\n$A\n1\n$E\nalt", "$I 4 x\n$A\n1\n$E", 3, 0},
		"with a blank line": {"Am 1.2.2026 um 10:00\n\nschrieb Probe:\n",
			"Am 1.2.2026 um 10:00\n\nschrieb Probe:", 0, 0},
		"with a mark":           {"1\nAm 1.2.2026 um 10:00\n> schrieb Probe:\n", "1", 3, 0},
		"not ended":             {"Am Ende", "Am Ende", 0, 0},
		"with an address":       {"Probe <game@demo.test> wrote:\nalt", "", 2, 0},
		"with quotes below":     {"Probe schrieb:\n\n> alt\n1", "1", 2, 0},
		"a sentence":            {"Der Kaiser schrieb:\nKommt!", "Der Kaiser schrieb:\nKommt!", 0, 0},
		"a sentence at the end": {"Der Kaiser schrieb:", "Der Kaiser schrieb:", 0, 0},
		"a sentence above it": {"Ja.\nAm besten aber doch nicht.\n" + wrote + "> alt\n",
			"Ja.\nAm besten aber doch nicht.", 2, 0},
		"a sentence with a number above it": {"On 2nd thought, no.\n" + wrote + "> alt\n", "On 2nd thought, no.", 2, 0},
		"a sentence without a day":          {"Am besten nicht, schrieb er:\nKommt!", "Am besten nicht, schrieb er:\nKommt!", 0, 0},
		"another sentence":                  {"Am Abend:\nwer schrieb das?", "Am Abend:\nwer schrieb das?", 0, 0},
		"in a line of 1000":                 {"Am 1.2.2026 schrieb " + strings.Repeat("x", 979) + ":", "", 1, 0},
		"in a line of 1001": {"Am 1.2.2026 schrieb " + strings.Repeat("x", 980) + ":",
			"Am 1.2.2026 schrieb " + strings.Repeat("x", 980) + ":", 0, 0},
		"a line of 1000": {">" + strings.Repeat("x", 999) + "\n$A\n", "$A", 1, 0},
		"no head in a long line": {"1\nVon: x\nAn: " + strings.Repeat("x", 997) + "\nBetreff: x\n",
			"1\nVon: x\nAn: " + strings.Repeat("x", 997) + "\nBetreff: x", 0, 0},
		"a head in lines of 1000": {"1\nVon: x\nAn: " + strings.Repeat("x", 996) + "\nBetreff: x\n", "1", 4, 0},
		"a head":                  {"$A\n" + head + "alt", "$A", 6, 0},
		"a head of three lines":   {"$A\nFrom: x\nTo: y\nSubject: z\nalt", "$A", 4, 0},
		"a French head": {"Ja.\nDe : Probe <game@demo.test>\nEnvoyé\u00a0: mardi\nÀ : Jost <jost@b.test>\nObjet : x\nalt",
			"Ja.", 5, 0},
		"dashes in two lines":    {"---- On Sun, 1 Feb 2026 10:00:00 +0100 Probe <game@demo.test>\nwrote ----\n> alt\n\nja", "ja", 3, 0},
		"a Dutch head":           {"Ja.\nVan: Probe\nVerzonden: dinsdag\nAan: Jost\nOnderwerp: x\nalt", "Ja.", 5, 0},
		"an Italian one":         {"Ja.\nDa: Probe\nInviato: martedì\nA: Jost\nOggetto: x\nalt", "Ja.", 5, 0},
		"a Spanish one":          {"Ja.\nDe: Probe\nEnviado el: martes\nPara: Jost\nAsunto: x\nalt", "Ja.", 5, 0},
		"a Dutch one in a line":  {"Ja.\nVan: Probe Verzonden: dinsdag Aan: Jost\nalt", "Ja.", 2, 0},
		"two such lines":         {"$A\nVon: x\nAn: y\nalt", "$A\nVon: x\nAn: y\nalt", 0, 0},
		"an original mail":       {"$A\n-----Ursprüngliche Nachricht-----\nVon: x\nalt", "$A", 3, 0},
		"a forwarded one":        {"$A\nBegin forwarded message:\n\nalt", "$A", 3, 0},
		"one with a name":        {"$A\nWeitergeleitete Nachricht von Probe:\nalt", "$A", 2, 0},
		"a head under a ruler":   {"$A\n" + rule + "\nVon: x\nAn: y\nalt", "$A", 5, 0},
		"right under a ruler":    {"$A\n" + rule + "Von: x\nAn: y\nalt", "$A", 4, 0},
		"one line under a ruler": {"$A\n" + rule + "Von: x\nalt", "$A", 0, 3},
		"a signature":            {"$A\n-- \nAnna\n\nTel. 1", "$A", 0, 3},
		"a stripped signature":   {"$A\n--\nAnna", "$A", 0, 2},
		"dashes":                 {"$A\n--- \n1", "$A\n--- \n1", 0, 0},
		"a footer":               {"$A\n" + rule + "Anna", "$A", 0, 2},
		"a short ruler":          {"$A\n" + rule[1:] + "Anna", "$A\n" + rule[1:] + "Anna", 0, 0},
		"a section behind a ruler": {"$A\n" + rule + "1\n-- \n$N\n2\n-- \nAnna", "$A\n" + rule + "1\n-- \n$N\n2",
			0, 2},
		"a price behind a signature":   {"$A\n-- \nAnna\n$5", "$A", 0, 3},
		"the first of two signatures":  {"$A\n-- \nAnna\n-- \nProbe", "$A", 0, 4},
		"a signature under a section":  {"$A\n-- \nAnna", "$A", 0, 2},
		"a signature alone":            {"-- \nAnna", "", 0, 2},
		"a telephone":                  {"$A\n\nVon meinem iPhone gesendet\n\n", "$A", 0, 1},
		"a telephone alone":            {"Gesendet mit der WEB.DE Mail App", "", 0, 1},
		"a telephone above":            {"Sent from my phone\n$A", "Sent from my phone\n$A", 0, 0},
		"a telephone over a signature": {"$A\nSent from my phone\n-- \nAnna", "$A", 0, 3},
		"indented":                     {"  $A\n1  ", "  $A\n1", 0, 0},
	} {
		o := plainly.ownText(c.text)
		if o.Text != c.want || o.Quoted != c.quoted || len(o.footer) != c.footer {
			t.Errorf("%s: %q, %d quoted, %d of a footer; want %q, %d, %d", name, o.Text, o.Quoted, len(o.footer), c.want,
				c.quoted, c.footer)
		}
	}
}

// What is below an attribution at the top may be the writer's if that is the line of a mail of the game. If it names
// another address, it is nobody's.
func TestBelowIsOfTheGame(t *testing.T) {
	for line, want := range map[string]string{
		"Am 1.2.2026 um 10:00 schrieb Probe <game@demo.test>:":         "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb Probe <GAME@Demo.test>:":         "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb\nProbe <game@demo.test>:":        "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb Probe (game@demo.test):":         "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb Probe:":                          "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb Anna:":                           "Ja, gern.",
		"Am 1.2.2026 um 10:00 schrieb Anna <anna@demo.test>:":          "",
		"Am 1.2.2026 um 10:00 schrieb\nAnna <anna@demo.test>:":         "",
		"Am 1.2.2026 um 10:00 schrieb Probe <game@demo.test.evil.de>:": "",
		"On 1.2.2026 anna@demo.test wrote to game@demo.test:":          "",
		"kim@demo.test kirjoitti 1.2.2026 klo 10.00:":                  "",
	} {
		if o := (ReadOptions{Own: "game@demo.test"}).Filled().ownText(line + "\n\nJa, gern.\n"); o.Below != want || o.Text != "" {
			t.Errorf("%s: below %q, own %q, want %q", line, o.Below, o.Text, want)
		}
	}
	if o := plainly.ownText("Anna <anna@demo.test> wrote:\n\nJa, gern.\n"); o.Below != "Ja, gern." {
		t.Errorf("a game without an address: %q", o.Below)
	}
}

// Every line of a hostile text may begin a head, and every head may be above another: each is read in one pass.
func TestOwnTextOfHeadsWithoutEnd(t *testing.T) {
	for _, line := range []string{"Ab: c\r\n", "Von: c\r\n\r\n", "1.1.2026 1:00:\r\n", "Am 1.1.2026 um 1:00\r\n",
		"1.1.2026 1:00 schrieb\r\n", "--- Original Message ---\r\n", "____________________\r\n",
		"Anna <anna@demo.test> wrote:\n\n"} {
		allocated := func(times int) uint64 {
			text := strings.Repeat(line, times)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			plainly.ownText(text)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		allocated(1) // what is made once is there
		if few, many := allocated(1_000), allocated(4_000); many > 8*few {
			t.Errorf("1000 lines %q take %d bytes, 4000 take %d", line, few, many)
		}
		if n := fieldsOf(strings.Split(strings.Repeat(line, 100), "\n"), nil).lines; n > 20 {
			t.Errorf("%d lines %q are read as one head", n, line)
		}
	}
}

// What the sender did not write is kept without its marks.
func TestOwnTextKeepsTheRest(t *testing.T) {
	for name, c := range map[string]struct{ text, unquoted, rest string }{
		"quoted":            {"1\n> 2\n>3\n>  4\n> > 5\n", "2\n3\n 4\n> 5", ""},
		"below a head":      {"1\nVon: x\nAn: y\nBetreff: z\n\n2\n3", "", "\n2\n3"},
		"below an original": {"1\n--- Original Message ---\n\nVon: x\nAn: y\n2", "", "2"},
		"right below one":   {"1\n--- Original Message ---\n2", "", "2"},
		"below a ruler":     {"1\n_____________________\n\nVon: x\nAn: y\n2", "", "2"},
		"the head is last":  {"1\n--- Original Message ---", "", ""},
	} {
		if o := plainly.ownText(c.text); o.Text != "1" || o.unquoted != c.unquoted || o.rest != c.rest {
			t.Errorf("%s: %q, quoted %q, below %q; want %q, %q", name, o.Text, o.unquoted, o.rest, c.unquoted, c.rest)
		}
	}
}

// A text signed inline by PGP is what is between the dashes, and above and below them.
func TestUnarmour(t *testing.T) {
	const begin, end = "-----BEGIN PGP SIGNED MESSAGE-----\n",
		"-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n"
	head := "Von: x\nAn: y\nBetreff: z\n"
	for name, c := range map[string]struct{ text, want string }{
		"none":              {"$A\n- 1\n", "$A\n- 1\n"},
		"signed":            {begin + "Hash: SHA512\n\n$A\n1\n" + end, "$A\n1"},
		"two fields":        {begin + "Hash: SHA512\nCharset: utf-8\n\n$A\n" + end, "$A"},
		"no field":          {begin + "\n$A\n" + end, "$A"},
		"a line of blanks":  {begin + "Hash: SHA512\n \t\n$A\n" + end, "$A"},
		"dashes":            {begin + "\n- - 1\n- -- \n2 - 3\n" + end, "- 1\n-- \n2 - 3"},
		"no end":            {begin + "\n$A\n1\n", "$A\n1"},
		"words above":       {"Hallo\n" + begin + "\n$A\n" + end, "Hallo\n$A"},
		"blanks above":      {" \n\n" + begin + "\n$A\n" + end, " \n\n$A"},
		"below a head":      {"1\n" + head + begin + "\n$A\n" + end, "1\n" + head + "$A"},
		"below half a head": {head[:13] + begin + "\n$A\n" + end, head[:13] + "$A"},
		"below an original": {"--- Original Message ---\n" + begin + "\n$A\n",
			"--- Original Message ---\n$A"},
		"words below":       {begin + "\n$A\n" + end + "\n- PS: Hallo\n", "$A\n\n- PS: Hallo"},
		"two":               {begin + "\n$A\n" + end + begin + "Hash: SHA512\n\n- - 1\n" + end, "$A\n- 1"},
		"a signature open":  {begin + "\n$A\n-----BEGIN PGP SIGNATURE-----\nabc\n", "$A"},
		"a signature alone": {end, end},
		"quoted":            {"> " + begin + "\n$A\n", "> " + begin + "\n$A"},
	} {
		if got := unarmour(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A line is looked at once, however many heads it may belong to.
func TestFieldsAreRemembered(t *testing.T) {
	lines, m := []string{"From: x@y.example", "Sent: 1.2.2026 10:00", "From: x@y.example"}, fieldLines{}
	for i := range lines {
		if got, want := fieldsOf(lines[i:], m), fieldsOf(lines[i:], nil); got != want {
			t.Errorf("%d: %+v, want %+v", i, got, want)
		}
	}
	if len(m) != 2 {
		t.Errorf("%d lines are remembered", len(m))
	}
}
