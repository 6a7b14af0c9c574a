package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"weltentor/cmd/page/engine"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mime"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// trio is a world whose orders are judged in three places: on a player's page, by `check --world`, and by the receipt.
type trio struct {
	stage.Probe
	rules     game.Rulebook
	world     *world.World
	passwords []string // by realm
	lines     [][]line // by realm: what its orders are made of
	realms    []int    // those whose orders are taken now more often
	mails     int
	drawn     map[string]int // sheets by what became of them
}

// line is a line of orders, in the section it belongs to; 0: it may be anywhere.
type line struct {
	section byte
	text    string
}

func newTrio(t *testing.T, rules game.Rulebook, turns int) *trio {
	w := &trio{Probe: stage.NewProbe(t, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC),
		clitest.InProcess(worlds.Rulebooks()...)),
		rules: rules, passwords: []string{""}, lines: [][]line{nil}, drawn: map[string]int{}}
	w.Done("new", w.Dir, "--seed", "7", "--rulebook", rules.Name())
	w.Settle(clitest.Address, "")
	for n := 1; n <= 6; n++ {
		code, out, _ := w.Run("realm", "add", "--by-hand", w.Dir, "--name", "Reich"+string(rune('A'+n)), "--player",
			fmt.Sprintf("P%d", n), "--mail", fmt.Sprintf("r%d@test.example", n), "--player-lang",
			string(phrase.Langs[n%2]))
		if code != complaint.ExitDone {
			break // the world is full
		}
		var realm int
		var password string
		if k, err := fmt.Sscanf(out, "$I %d %s\n", &realm, &password); k != 2 || err != nil {
			t.Fatalf("realm add printed %q", out)
		}
		w.passwords = append(w.passwords, password)
	}
	for range turns {
		w.Now = w.Now.AddDate(0, 0, 7)
		w.Done("turn", w.Dir, "--force", "--yes")
	}
	var err error
	w.world, err = world.Open(w.Dir, worlds.Rulebooks(), world.Settings{Address: clitest.Address, Zone: time.UTC,
		Lang: phrase.En, Render: func(d outbox.Draft) ([]byte, error) { return json.Marshal(d) }})
	if err != nil {
		t.Fatal(err)
	}
	for realm := 1; realm < len(w.passwords); realm++ {
		w.lines, w.realms = append(w.lines, w.made(realm)), append(w.realms, realm)
		e := engine.New(rules)
		if o, err := e.Open(w.laid(realm)); err != nil {
			t.Fatal(err)
		} else if o.Takes {
			w.realms = append(w.realms, slices.Repeat([]int{realm}, 4)...)
		}
	}
	return w
}

// made are the lines of which a realm's orders are made: examples, its template, and words that belong nowhere.
func (w *trio) made(realm int) (out []line) {
	add := func(section byte, text string) {
		for l := range strings.Lines(text) {
			if l = strings.TrimRight(l, "\n"); l != "" && !strings.HasPrefix(l, "$") {
				out = append(out, line{section, strings.TrimPrefix(strings.TrimPrefix(l, ";"), " ")})
			}
		}
	}
	for _, s := range w.rules.Language().Sections {
		for _, e := range s.Examples {
			add(s.Letter, e)
		}
	}
	var t game.Table
	if err := json.Unmarshal(w.laid(realm), &t); err != nil {
		w.T.Fatal(err)
	}
	known, err := w.rules.OpenKnown(t.Known, []byte(t.Tables))
	if err != nil {
		w.T.Fatal(err)
	}
	section := byte(0)
	for _, l := range orders.Split(known.Template(realm)) {
		if len(l) > 1 && l[0] == '$' {
			section = l[1]
		}
		add(section, l)
	}
	add('S', "Vorlage ja\nEntwurf\nTisch nein")
	add('N', "#2\nGruß und Kuß …\n#E\n#M\nWann endet das Spiel?\n#X")
	add(0, "Viele Grüße\nAnna\n?\n; nur so\nK.M 1 1 000 0 0\n-- ")
	return out
}

// laid returns the data for a realm's page now.
func (w *trio) laid(realm int) []byte {
	raw, err := notices.Laid(w.world, realm, -1)
	if err != nil {
		w.T.Fatal(err)
	}
	return raw
}

// sheet draws orders of a realm, for a turn near the one that awaits orders.
func (w *trio) sheet(t *rapid.T, realm, now int) string {
	var out strings.Builder
	who := realm
	if rapid.IntRange(0, 19).Draw(t, "stranger") == 0 {
		who = realm%3 + 1
	}
	head := fmt.Sprintf("$I %d %s", who, w.passwords[realm])
	if turn := now + rapid.SampledFrom([]int{0, 0, 0, -1, 1, 3, 10, 11}).Draw(t, "turn"); turn > 0 &&
		rapid.Bool().Draw(t, "typed") {
		head += fmt.Sprintf(" %d", turn)
	}
	out.WriteString(damaged(t, head, 15) + "\n")
	for range rapid.IntRange(0, 4).Draw(t, "sections") {
		first := rapid.SampledFrom(w.lines[realm]).Draw(t, "line")
		section := cmp.Or(first.section, rapid.SampledFrom([]byte("AXN")).Draw(t, "section"))
		of := slices.DeleteFunc(slices.Clone(w.lines[realm]), func(l line) bool {
			return l.section != 0 && l.section != section
		})
		out.WriteString(damaged(t, "$"+string(section), 15) + lineEnd(t))
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			out.WriteString(damaged(t, rapid.SampledFrom(of).Draw(t, "line").text, 3) + lineEnd(t))
		}
	}
	if rapid.IntRange(0, 19).Draw(t, "flood") == 0 {
		out.WriteString("$A\n" + strings.Repeat(rapid.SampledFrom(w.lines[realm]).Draw(t, "line").text+"\n?\n", 150))
	}
	return out.String()
}

func lineEnd(t *rapid.T) string {
	return rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r", "\f", "\u2028", "\n\n"}).Draw(t, "end")
}

// damaged returns a line as it may arrive: one in so many is not as it was meant, or has other characters.
func damaged(t *rapid.T, s string, seldom int) string {
	if rapid.IntRange(0, seldom-1).Draw(t, "damage") > 0 || s == "" {
		return s
	}
	wide := func(from, to rune) func(r rune) rune {
		return func(r rune) rune {
			if r >= from && r <= to {
				return r + 0xfee0
			}
			return r
		}
	}
	at := rapid.IntRange(0, len(s)-1).Draw(t, "at")
	for !utf8.RuneStart(s[at]) {
		at--
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	switch rapid.IntRange(0, 10).Draw(t, "how") {
	case 0:
		return strings.Map(wide('0', '9'), s)
	case 1:
		return strings.Map(wide('!', '~'), s)
	case 2:
		return norm.NFD.String(s)
	case 3:
		return strings.ReplaceAll(s, " ", rapid.SampledFrom([]string{"\u00a0", "\u2003", "\t", "\u3000", "  "}).Draw(t, "blank"))
	case 4:
		return strings.ReplaceAll(s, "-", "–")
	case 5:
		return s[:at] + "\u200b\u00ad" + s[at:]
	case 6:
		return s[:at] + s[at+size:]
	case 7:
		return s[:at] + rapid.SampledFrom([]string{"7", "x", " ", "ä", ".", ";", "…", "\x00"}).Draw(t, "more") + s[at:]
	case 8:
		return s[:at]
	case 9:
		return "> " + s
	}
	return "`" + s + "` "
}

// told is what is said about a sheet: the problems that are listed, sorted, and how many more there are.
type told struct {
	problems []string
	more     int
	orders   int // lines that count, in whole or in part
	ahead    int
}

// differ says in what two differ.
func differ(one string, a told, other string, b told) string {
	only := func(x, y told) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(x.problems), func(p string) bool {
			return slices.Contains(y.problems, p)
		}), "\n")
	}
	return fmt.Sprintf("%s says of %d problems and %d more, %d orders, for %d:\n%s\n%s of %d and %d, %d, for %d:\n%s",
		one, len(a.problems), a.more, a.orders, a.ahead, only(a, b), other, len(b.problems), b.more, b.orders, b.ahead,
		only(b, a))
}

// hints are what only `check` says, of a file that is yet to be mailed.
var hints = []string{"no-identity", "no-password", "no-orders"}

// byCheck is what `check --world` says; refused: what it says instead.
func (w *trio) byCheck(t *rapid.T, realm int, lang phrase.Lang, text string) (out told, refused string) {
	file := filepath.Join(w.T.TempDir(), "orders.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, said, errs := w.Run("check", file, "--world", w.Dir, "--realm", fmt.Sprint(realm), "--json", "--lang", string(lang))
	if errs != "" {
		return out, errs
	}
	var c clitest.CheckJSON
	if err := json.Unmarshal([]byte(said), &c); err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Problems {
		if !slices.Contains(hints, p.Code) {
			out.problems = append(out.problems, fmt.Sprint(p.Line, p.Col, p.Severity, p.Code, p.Text))
		}
	}
	slices.Sort(out.problems)
	out.more, out.orders, out.ahead = c.More, c.Orders, c.For
	return out, ""
}

// byPage is what the page says.
func byPage(c *engine.Checked) (out told) {
	for _, p := range c.Problems {
		out.problems = append(out.problems, fmt.Sprint(p.Line, p.Col, p.Severity, p.Code, p.Text))
	}
	slices.Sort(out.problems)
	out.more, out.orders, out.ahead = c.More, c.Good+c.Partial, c.For
	return out
}

// receipt mails a text, and returns the outcome and the letter about it.
func (w *trio) receipt(t *rapid.T, realm int, text string) (a receipt.Acceptance, page string) {
	w.mails++
	w.Now = w.Now.Add(10 * time.Minute) // so that no limit is met
	mail := fmt.Sprintf("r%d@test.example", realm)
	a, err := intake.Accept(w.world, letter.Letter{Hash: sha256.Sum256(fmt.Append(nil, w.mails, text)), UIDValidity: 1,
		UID: uint32(w.mails), MessageID: fmt.Sprintf("<m%d@test.example>", w.mails), From: mail, Subject: "Zug",
		Texts: letter.Texts{Text: text}, Part: "body", Charset: "UTF-8", MayAnswer: true, Arrived: w.Now}, w.Now)
	if err != nil {
		t.Fatal(err)
	}
	for {
		o, err := w.world.Next(w.Now)
		if err != nil {
			t.Fatal(err)
		}
		if o == nil {
			return a, page
		}
		var d outbox.Draft
		if err := json.Unmarshal(o.Raw, &d); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(d.MessageID, "<receipt.") {
			page = d.Text
		}
		if err := w.world.Record(o.ID, outbox.Attempt{At: w.Now, Result: outbox.Delivered}); err != nil {
			t.Fatal(err)
		}
	}
}

// Of any orders a player's page, `check --world` and the receipt say the same: whether they are looked at, every problem
// that is told one by one and how many more there are, how many lines count, and what becomes of orders for a turn to
// come. So they do of damaged ones, whatever keyboard or program has written them.
func TestPageCheckAndReceiptAgree(t *testing.T) {
	t.Parallel()
	for _, rules := range worlds.Rulebooks() {
		t.Run(rules.Name(), func(t *testing.T) {
			t.Parallel()
			at := []*trio{newTrio(t, rules, 0), newTrio(t, rules, 1)}
			rapid.Check(t, func(t *rapid.T) { at[rapid.IntRange(0, 1).Draw(t, "turns")].agree(t) })
			for turns, w := range at {
				t.Logf("after %d turns: %v", turns, w.drawn)
			}
		})
	}
}

func (w *trio) agree(t *rapid.T) {
	realm := rapid.SampledFrom(w.realms).Draw(t, "realm")
	lang := phrase.Langs[realm%2]
	e := engine.New(w.rules)
	opened, err := e.Open(w.laid(realm))
	if err != nil || opened.Lang != lang {
		t.Fatal(err, opened)
	}
	text := w.sheet(t, realm, opened.Turn)
	said, err := e.Check(text)
	if err != nil {
		t.Fatal(err)
	}
	page := byPage(said)
	check, refused := w.byCheck(t, realm, lang, text)
	if (refused == "") != (said.Refused == "") {
		t.Fatalf("the page says %q, check %q of\n%q", said.Refused, refused, text)
	}
	if refused != "" {
		if len(page.problems)+page.more+page.orders > 0 || strings.Contains(said.Page, "\n  ") {
			t.Fatalf("of a refused text the page says\n%s", said.Page)
		}
	} else if fmt.Sprint(page) != fmt.Sprint(check) {
		t.Fatalf("%s\nof\n%q", differ("the page", page, "check", check), text)
	}
	arrived := mime.DecodeText([]byte(text), "").Text
	id := w.rules.Language().Parse(arrived).Identity
	if id == nil || id.Realm != realm || id.Password != w.passwords[realm] {
		w.drawn["not ours"]++
		return // whose orders they are is unknown
	}
	a, letter := w.receipt(t, realm, arrived)
	w.drawn[string(a.Fate)]++
	switch {
	case a.Fate == receipt.Known:
		return
	case a.Fate == receipt.Refused && a.Reason.Code == "ahead-empty":
		if said.For == 0 || page.orders > 0 {
			t.Fatalf("the page says\n%s\nand the receipt\n%s", said.Page, letter)
		}
		return
	case (a.Fate == receipt.Refused) != (said.Refused != ""):
		t.Fatalf("the page says %q, the receipt is\n%s\nof\n%q", said.Refused, letter, text)
	}
	if a.Fate != receipt.Refused && [5]int{a.Good, a.Bad, a.Partial, a.NotYet, a.For} !=
		[5]int{said.Good, said.Bad, said.Partial, said.Later, said.For} {
		t.Fatalf("the page counts %+v, the receipt %+v of\n%q", said, a, text)
	}
	w.sameWords(t, said.Page, letter, lang)
}

// sameWords checks that the receipt has everything that the page says word for word, as often. What only the machine
// knows may be said there in more words.
func (w *trio) sameWords(t *rapid.T, page, letter string, lang phrase.Lang) {
	book, count := wording.Words(lang), map[string]int{}
	for l := range strings.Lines(letter) {
		count[l]++
	}
	var other []string // lines of which the receipt says more
	for _, code := range []string{"head.in-force", "ahead-nothing", "ahead-kept", "ahead-partly"} {
		beginning, _, _ := strings.Cut(book.T(code), "{")
		other = append(other, beginning)
	}
	for l := range strings.Lines(page) {
		if count[l]--; count[l] < 0 && !slices.ContainsFunc(other, func(o string) bool { return strings.HasPrefix(l, o) }) &&
			!strings.Contains(letter, strings.TrimRight(l, "\n")) {
			t.Fatalf("the page says %q in\n%s\nand the receipt\n%s", l, page, letter)
		}
	}
	if a, b := strings.Count(page, "\n      > "), strings.Count(letter, "\n      > "); a != b {
		t.Fatalf("the page shows %d lines:\n%s\nthe receipt %d:\n%s", a, page, b, letter)
	}
}
