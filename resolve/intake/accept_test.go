package intake_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/worldtest"
)

func TestReceiptGerman(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 3\nswim 4\ndig 12\n")
	l.Notes = []phrase.Phrase{phrase.P("note.footer-dropped", phrase.Num("n", 2))}
	l.References = "<older@r1>"
	b.Accept(l)
	got := b.Sent("", worldtest.Day0.Add(time.Hour))
	if len(got) != 1 {
		t.Fatalf("%d letters", len(got))
	}
	d := got[0]
	if d.Subject != "[Bovistan Z1] Befehle angekommen: 1 gut, 2 fehlerhaft" || d.To != "r1@example.org" || !d.Answer ||
		d.InReplyTo != "<m2@r1>" || d.References != "<older@r1> <m2@r1>" || d.ToName != "Spieler 1" {
		t.Errorf("head %+v", d)
	}
	// Realm 1 has what the die of `join` gave it. That is the only number here that is not in the letter.
	gold := b.World.Cached.World.(worldtest.TinyWorld).All[0].Gold
	want := `Angenommen: 1 Zeile gut, 2 fehlerhaft. Die guten gelten.
1 Zeile Eures Briefs vom Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) gilt nicht mehr:
  $A dig 2
Reich 1 Reich1: Zug 1
Gelesen aus: dem Text des Briefs (UTF-8)
  Zeilen der Mail-Signatur wurden nicht gelesen: 2.
Dieser Brief ersetzt Eure früheren Befehle für diesen Zug, auch die, die er nicht wiederholt.
Ihr habt Zeit bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin). Ein neuer Brief bis dahin ersetzt diesen.

Fehlerhaft, gilt nicht (2 Zeilen):
  Zeile 4, Spalte 1: Das ist kein Befehl. Beispiel: dig 3
      > swim 4
  Zeile 5, Spalte 1: 12 ist zu tief, mehr als 9 geht nicht.
      > dig 12

Änderungen gegenüber Euren früheren Befehlen für diesen Zug (- entfällt, + ist neu):
  + $A dig 3
  + $A dig 12 (gilt nicht)

Das geschieht, wenn nichts dazwischenkommt:
  Zeile 3: Wir graben 3 tief.

Aussicht:
  Im Schatz liegen ` + fmt.Sprint(gold) + ".\n"
	if d.Text != want {
		t.Errorf("receipt:\n%s\nwant:\n%s", d.Text, want)
	}
}

func TestReceiptEnglish(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Send(2, "$I 2 PASSWORD 1\n$A\ndig 1\ndig 2\n", receipt.Taken)
	d := b.Sent("", worldtest.Day0.Add(time.Hour))[0]
	if d.Subject != "[Bovistan T1] Orders received: 2 good, 0 bad" {
		t.Errorf("subject %q", d.Subject)
	}
	for _, want := range []string{"Accepted: 2 lines, all good.\n", "Friday, 27 November 2026, 18:00 (Europe/Berlin)",
		"Line 4: We dig 2 deep."} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the receipt does not say %q:\n%s", want, d.Text)
		}
	}
}

func TestSameLetterIsTakenOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	if a := b.Accept(l); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
	before := b.Bytes()
	l.UIDValidity, l.UID = 2, 77 // the mailbox was made anew
	if a := b.Accept(l); a.Fate != receipt.Known {
		t.Fatalf("%+v", a)
	}
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("a known letter changed the store")
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 5") {
		t.Errorf("in force: %q", got)
	}
	seen, err := b.Seen(l.Hash)
	must(t, err)
	if !seen {
		t.Error("not seen")
	}
}

// A copy of a letter that comes by another way has other bytes, but the same Message-ID, sender and text. It is
// recognized, however many letters came in between. With another text it is another letter.
func TestCopyOfALetterIsTakenOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	var letters []letter.Letter
	for _, line := range []string{"dig 2", "dig 3", "dig 4"} {
		l := b.Letter(1, "$I 1 PASSWORD\n$A\n"+line+"\n")
		if a := b.Accept(l); a.Fate != receipt.Taken {
			t.Fatalf("%s: %+v", line, a)
		}
		letters = append(letters, l)
	}
	again := func(n int, mail byte, text string) receipt.Fate {
		l := letters[n]
		l.Hash[0], l.UID = l.Hash[0]+mail, 100+uint32(mail)
		l.Text = strings.ReplaceAll(l.Text, fmt.Sprint("dig ", n+2), text)
		return b.Accept(l).Fate
	}
	for n := range letters {
		if fate := again(n, 1, fmt.Sprint("dig ", n+2)); fate != receipt.Known {
			t.Errorf("the copy of letter %d: %s", n+1, fate)
		}
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 4") {
		t.Errorf("in force: %q", got)
	}
	if fate := again(0, 2, "dig 5"); fate != receipt.Taken {
		t.Errorf("another text under the Message-ID of a letter: %s", fate)
	}
	if fate := again(1, 2, "dig 3"); fate != receipt.Known {
		t.Errorf("the second letter once more: %s", fate)
	}
	b.Advance(worldtest.Friday) // the letters name no turn, but what acted once never acts again
	if fate := again(2, 3, "dig 4"); fate != receipt.Known {
		t.Errorf("the third letter in the next turn: %s", fate)
	}
}

// A player of two realms may have a program whose letters all have one Message-ID: they are letters of two realms.
func TestLettersOfTwoRealmsAreTwo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	for realm := 1; realm <= 2; realm++ {
		must(t, players.SetMail(b.World, realm, "both@example.org"))
		l := b.Letter(realm, fmt.Sprintf("$I %d PASSWORD\nHello there, peace?\n", realm))
		l.From, l.MessageID, l.Subject = "both@example.org", "<same@x>", "LETTER 3"
		if a := b.Accept(l); a.Fate != receipt.Taken {
			t.Errorf("realm %d: %+v", realm, a)
		}
	}
}

func TestReplacing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	if a := b.Send(1, "$I 1 PASSWORD\n$A\n", receipt.Taken); a.Good != 0 || a.Replaced {
		t.Errorf("an empty file of a realm without orders: %+v", a)
	}
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\ndig 3\n", receipt.Taken); !a.Replaced || a.Good != 2 {
		t.Errorf("%+v", a)
	}
	for nothing, why := range map[string]string{"$A\ndog 2\n": "no-good-line-kept", "$A\n": "no-order-kept",
		"$A\ndig 10\n": "no-good-line-kept"} {
		if a := b.Send(1, "$I 1 PASSWORD\n"+nothing, receipt.Kept); a.Reason.Code != why || len(a.Checked.InForce) != 2 {
			t.Errorf("%q: %+v", nothing, a)
		}
	}
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\nnonsense\n", receipt.Taken); !a.Replaced || a.Good != 1 || a.Bad != 1 {
		t.Errorf("%+v", a)
	}
	if got := b.InForce(1); strings.Contains(got, "dig 2") {
		t.Errorf("in force: %q", got)
	}
	kept := 0
	must(t, b.View(func(tx *store.Tx) error {
		return tx.Bucket([]byte("replaced")).ForEach(func(_, v []byte) error { kept++; return nil })
	}))
	if kept != 2 { // the empty one and the one of two lines
		t.Errorf("%d replaced sheets are kept, want 2", kept)
	}
}

// What two letters have set counts like orders: a letter with nothing in it replaces neither.
func TestAnEmptyLetterAfterSettings(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Keeps: true, Chart: true}, 1)
	b.Send(1, "$I 1 PASSWORD\n$S\nVorlage ja\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD\n$S\nVorlage nein\n", receipt.Taken)
	if a := b.Send(1, "$I 1 PASSWORD\n$A\n", receipt.Kept); a.Reason.Code != "no-order-kept" {
		t.Errorf("%+v", a)
	}
}

func TestOnlyBadLinesAndNothingBefore(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndog 2\n", receipt.Kept); a.Reason.Code != "no-good-line" || !a.Answered {
		t.Errorf("%+v", a)
	}
	if got := b.InForce(1); got != "" {
		t.Errorf("in force: %q", got)
	}
}

func TestWrongPassword(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	answered := 0
	for n := range 5 {
		l := b.Letter(1, "$I 1 wrongpassword"+fmt.Sprint(n)+"\n$A\ndig 9\n")
		l.From = "thief@example.net"
		a := b.Accept(l)
		if a.Fate != receipt.WrongWord {
			t.Fatalf("%+v", a)
		}
		if a.Answered {
			answered++
		}
	}
	letters := b.Sent("", worldtest.Day0.Add(time.Hour))
	if answered != limits.Alarms.Most() || len(letters) != limits.Alarms.Most() {
		t.Errorf("%d answered, %d letters, want %d", answered, len(letters), limits.Alarms.Most())
	}
	for _, d := range letters {
		if d.To != "r1@example.org" || d.InReplyTo != "" || strings.Contains(d.Text, "9") {
			t.Errorf("letter %+v", d)
		}
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 2") {
		t.Errorf("in force: %q", got)
	}
}

// After a wrong password, what is in force and how much time is left is told only to an address of the realm's player.
// A stranger reads nothing of it, nor does another realm's player.
func TestWrongPasswordSaysWhatIsInForce(t *testing.T) {
	t.Parallel()
	const me, thief, other = "r1@example.org", "thief@example.net", "r2@example.org"
	const time0 = "Ihr habt Zeit bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).\n"
	for _, c := range []struct {
		orders string // in force; "": none are
		says   []string
	}{
		{"", []string{time0, "Von Euch liegen für diesen Zug keine Befehle vor."}},
		{"$A\ndig 2\n", []string{time0, "Weiter in Kraft, aus Eurem Brief vom ", "Wir graben 2 tief."}},
	} {
		for _, from := range []string{me, "R1@Example.org", thief, other} {
			b := worldtest.Found(t, worldtest.Tiny{}, 2)
			if c.orders != "" {
				b.Send(1, "$I 1 PASSWORD\n"+c.orders, receipt.Taken)
			}
			b.Sent("", worldtest.Day0.Add(time.Hour))
			l := b.Letter(1, "$I 1 k7mw-x3pq-hhd42\n$A\ndig 9\n")
			l.From = from
			b.Accept(l)
			told := 0
			for _, d := range b.Sent("", worldtest.Day0.Add(2*time.Hour)) {
				mine := strings.EqualFold(d.To, me)
				for _, s := range c.says {
					if mine && !strings.Contains(d.Text, s) {
						t.Errorf("from %s: %q is not told\n%s", from, s, d.Text)
					}
				}
				if mine {
					told++
				} else if d.To != other || from != other || strings.Contains(d.Text, "force") || strings.Contains(d.Text, "dig") {
					t.Errorf("from %s, to %s:\n%s", from, d.To, d.Text)
				}
				if strings.Contains(d.Text, " 9") {
					t.Errorf("from %s, to %s: the letter's orders are told\n%s", from, d.To, d.Text)
				}
			}
			if told != 1 {
				t.Errorf("from %s: %d letters to the player", from, told)
			}
		}
	}
}

func TestGuessesAreLimitedBeforeTheHash(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	from := func(address, text string) letter.Letter {
		l := b.Letter(1, text)
		l.From = address
		return l
	}
	for n := range limits.Guesses.Most() + 1 {
		want := receipt.WrongWord
		if n == limits.Guesses.Most() {
			want = receipt.Throttled
		}
		guess := fmt.Sprintf("$I 1 guess%d\n", n)
		if a := b.Accept(from("thief@example.net", guess)); a.Fate != want {
			t.Errorf("guess %d: %+v, want %s", n+1, a, want)
		}
		// Forged: the player's own address is never limited.
		if a := b.Accept(from("R1@Example.org", guess)); a.Fate != receipt.WrongWord {
			t.Errorf("guess %d under the player's address: %+v", n+1, a)
		}
	}
	if a := b.Accept(from("Thief@example.net", "$I 1 PASSWORD\n$A\ndig 1\n")); a.Fate != receipt.Throttled {
		t.Errorf("a stranger's guess beyond the limit: %+v", a)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if a := b.Accept(from("office@example.net", "$I 1 PASSWORD\n$A\ndig 2\n")); a.Fate != receipt.Taken {
		t.Errorf("the player from elsewhere is kept out by others' guesses: %+v", a)
	}
	if a, err := intake.Accept(b.World, func() letter.Letter {
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 4\n")
		l.From = "elsewhere@example.net"
		return l
	}(), worldtest.Day0.Add(2*time.Hour)); err != nil || a.Fate != receipt.Taken {
		t.Errorf("the next hour: %+v, %v", a, err)
	}
}

func TestStrangersAndMachinesHearNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	for name, change := range map[string]func(*letter.Letter){
		"stranger":            func(l *letter.Letter) { l.From = "x@example.net"; l.Text = "hello" },
		"stranger, no realm":  func(l *letter.Letter) { l.From = "x@example.net"; l.Text = "$I 9 abc\n" },
		"out of office":       func(l *letter.Letter) { l.Machine = "auto-submitted" },
		"no sender, no realm": func(l *letter.Letter) { l.From = ""; l.Text = "$A\ndig 1\n" },
	} {
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
		change(&l)
		a := b.Accept(l)
		if a.Answered || a.Fate != receipt.Stranger && a.Fate != receipt.Machine {
			t.Errorf("%s: %+v", name, a)
		}
		if seen, err := b.Seen(l.Hash); err != nil || !seen {
			t.Errorf("%s: not known (%v)", name, err)
		}
	}
	if letters := b.Sent("", worldtest.Day0.Add(time.Hour)); len(letters) != 0 {
		t.Errorf("letters %+v", letters)
	}
	if b.InForce(1) != "" {
		t.Error("a machine's mail was taken for orders")
	}
}

func TestRegisteredWithoutIdentity(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	l := b.Letter(2, "$A\ndig 1\n")
	l.From = "R2@Example.org"
	if a := b.Accept(l); a.Fate != receipt.Unidentified || a.Realm != 2 {
		t.Fatalf("%+v", a)
	}
	b.Send(2, "$I 7 abc\n$A\ndig 1\n", receipt.Unidentified)
	big := b.Letter(1, "")
	big.Notes = []phrase.Phrase{phrase.P("note.too-big", phrase.Num("n", 6_000_000))}
	if a := b.Accept(big); a.Fate != receipt.Unidentified || a.Reason.Code != "too-big" {
		t.Errorf("a letter too big to read: %+v", a)
	}
	letters := b.Sent("", worldtest.Day0.Add(time.Hour))
	if len(letters) != 3 || !strings.Contains(letters[2].Text, "6000000 Bytes") ||
		!strings.Contains(letters[0].Text, "Put $I 2 password first") ||
		!strings.Contains(letters[1].Text, "names realm 7. Yours has number 2") {
		t.Errorf("letters %+v", letters)
	}
}

func TestUntimelyOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Sent("", worldtest.Day0)
	if a := b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Refused); a.Reason.Code != "not-asked" {
		t.Errorf("%+v", a)
	}
	// The deadline shown is that of the realm that is asked, not of the reader.
	if got := b.Sent("receipt", worldtest.Day0.Add(time.Hour)); len(got) != 1 ||
		!strings.Contains(got[0].Text, "The players who are asked have until ") ||
		strings.Contains(got[0].Text, "You have until") {
		t.Errorf("who is not asked is told %+v", got)
	}
	if a := b.Send(1, "$I 1 PASSWORD 12\n$A\ndig 1\n", receipt.Refused); a.Reason.Code != "turn-not-yet" {
		t.Errorf("%+v", a)
	}
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	if a := b.Send(2, "$I 2 PASSWORD 1\n$A\ndig 1\n", receipt.Refused); a.Reason.Code != "stale-turn" {
		t.Errorf("%+v", a)
	}
	b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 1\n", receipt.Taken)
	end := func(w *worldtest.TinyWorld) { w.Over = true }
	worldtest.EditStore(t, b.Dir, func(tx *store.Tx) error {
		c, err := b.Now(tx)
		if err != nil {
			return err
		}
		world := c.World.(worldtest.TinyWorld)
		end(&world)
		chronicle.PutState(tx, c.Turn, world.State(), c.Opened)
		return nil
	})
	if a := b.Send(2, "$I 2 PASSWORD 2\n$A\ndig 2\n", receipt.Refused); a.Reason.Code != "game-over" {
		t.Errorf("%+v", a)
	}
}

func TestReceiptGoesWhereItMay(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for _, c := range []struct {
		from string
		may  bool
		want string
	}{{"list@example.net", false, "r1@example.org"}, {"", true, "r1@example.org"},
		{"r1@example.org", true, "r1@example.org"}} {
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
		l.From, l.MayAnswer = c.from, c.may
		b.Accept(l)
		if got := b.Sent("", worldtest.Day0.Add(time.Hour)); len(got) != 1 || got[0].To != c.want {
			t.Errorf("from %q: %+v, want to %q", c.from, got, c.want)
		}
	}
}

// From may be forged. So an unknown address gets the verdict and whose it is, and the registered one gets the
// receipt.
func TestUnregisteredSenderGetsTheVerdict(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	l := b.Letter(1, "$I 1 PASSWORD\n$A\n"+strings.Repeat("dog 1\n", 100)+"dig 1\n")
	l.From = "office@example.net"
	b.Accept(l)
	got := map[string]string{}
	for _, d := range b.Sent("", worldtest.Day0.Add(time.Hour)) {
		got[d.To] = d.Text
	}
	if len(got) != 2 || strings.Count(got["r1@example.org"], "dog 1") != 100 {
		t.Errorf("letters %v", got)
	}
	verdict, _, _ := strings.Cut(got["r1@example.org"], "\n")
	if want := verdict + "\nReich 1 Reich1: Zug 1\nAlles Weitere steht in der Antwort an Eure eingetragene " +
		"Adresse.\n"; got["office@example.net"] != want {
		t.Errorf("the unknown address gets\n%s\nwant\n%s", got["office@example.net"], want)
	}
}

// Strangers cannot fill the disk: little is kept of letters that do not count.
func TestLittleIsKeptOfStrangers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	noise := strings.Repeat("0123456789", 100_000)
	for name, want := range map[string]int{"$I 1 wrong\n": 0, "$I 9 wrong\n": intake.Unread, "": intake.Unread} {
		l := b.Letter(1, name+noise)
		l.Subject = noise
		for range 5 * receipt.NotesShown {
			l.Notes = append(l.Notes, phrase.P("note.encrypted"))
		}
		b.Accept(l)
		must(t, b.View(func(tx *store.Tx) error {
			r, _ := received.Get(tx, l.Hash[:])
			if len(r.Text) != want || len(r.Subject) > 200 || len(r.Notes) > receipt.NotesShown {
				t.Errorf("%q: %d bytes of text, %d of subject, %d notes", name, len(r.Text), len(r.Subject),
					len(r.Notes))
			}
			return nil
		}))
	}
}

func TestAnswersAnHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for n := range limits.Receipts.Most() + 1 {
		a := b.Send(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n%9+1), receipt.Taken)
		if want := n < limits.Receipts.Most(); a.Answered != want {
			t.Errorf("letter %d: answered %v, want %v", n+1, a.Answered, want)
		}
	}
	if got, want := b.InForce(1), fmt.Sprintf("dig %d", limits.Receipts.Most()%9+1); !strings.Contains(got, want) {
		t.Errorf("in force %q, want %q", got, want)
	}
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	for range 2 { // the same text again is not a known letter
		a, err := intake.Submit(b.World, 2, "$A\ndig 4\n", worldtest.Day0.Add(time.Hour))
		must(t, err)
		if a.Fate != receipt.Known && a.Fate != receipt.Taken {
			t.Fatalf("%+v", a)
		}
	}
	a, err := intake.Submit(b.World, 2, "$A\ndig 4\n", worldtest.Day0.Add(2*time.Hour))
	must(t, err)
	if a.Fate != receipt.Taken || !a.Replaced {
		t.Errorf("%+v", a)
	}
	letters := b.Sent("", worldtest.Day0.Add(2*time.Hour))
	if len(letters) != 2 || letters[0].To != "r2@example.org" ||
		!strings.Contains(letters[0].Text, "Entered by the game master.") {
		t.Errorf("letters %+v", letters)
	}
	if _, err := intake.Submit(b.World, 1, "$I 2 x\n$A\ndig 4\n", worldtest.Day0); err == nil {
		t.Error("orders of realm 2 were entered for realm 1")
	}
	_, err = intake.Submit(b.World, 5, "$A\n", worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrRealm)
	if a, err := intake.Submit(b.World, 0, "$A\ndig 1\n", worldtest.Day0); err != nil || a.Fate != receipt.Taken {
		t.Errorf("the game master's own sheet: %+v, %v", a, err)
	}
}

func TestCheckStoresNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before := b.Bytes()
	c, err := intake.Preview(b.World, 1, "$A\ndig 4\ndig 10\n")
	must(t, err)
	if len(c.Checked.InForce) != 1 || c.Lines.Good != 1 || c.Lines.Bad != 1 || c.For != 0 {
		t.Errorf("%+v", c)
	}
	// For a later turn a line is only read: how deep is too deep is not known yet.
	c, err = intake.Preview(b.World, 1, "$I 1 word 2\n$A\ndig 4\ndig 10\ndog 4\n")
	must(t, err)
	if c.Lines.Good != 2 || c.Lines.Bad != 1 || c.Checked.Problems[0].Line != 5 || c.For != 2 || c.Now != 1 {
		t.Errorf("ahead: %+v", c)
	}
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("the store was changed")
	}
	_, err = intake.Preview(b.World, 4, "")
	worldtest.WantError(t, err, faults.ErrRealm)
}

func TestAFaultInTheCheckStoresNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Fault: "check"}, 1)
	before := b.Bytes()
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 7\n")
	_, err := intake.Accept(b.World, l, worldtest.Day0)
	worldtest.WantError(t, err, faults.ErrRules, "seven is unlucky")
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("the store was changed")
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 6\n", receipt.Taken)
}

func TestMonstrousFiles(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	head := "$I 1 PASSWORD\n$A\n"
	for name, text := range map[string]string{
		"bad lines":  head + strings.Repeat("dog 1\n", 100_000),
		"one line":   head + strings.Repeat("x", 1<<20),
		"NUL":        head + strings.Repeat("\x00", 1<<16),
		"no UTF-8":   head + "dig \xff\xfe\n",
		"good, long": head + strings.Repeat("dig 1\n", 20_000),
	} {
		b.Sent("", worldtest.Day0.Add(time.Hour))
		a := b.Accept(b.Letter(1, text))
		if a.Fate != receipt.Taken && a.Fate != receipt.Kept || !a.Answered {
			t.Errorf("%s: %q %v", name, a.Fate, a.Answered)
		}
		if name == "bad lines" {
			d := b.Sent("", worldtest.Day0.Add(time.Hour))[0]
			if n := strings.Count(d.Text, "Spalte 1:"); n != 200 || !strings.Contains(d.Text, "und 99800 mehr") {
				t.Errorf("%d problems in words; end: %s", n, d.Text[len(d.Text)-200:])
			}
		}
	}
}
