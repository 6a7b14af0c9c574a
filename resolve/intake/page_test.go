package intake_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// By a link orders need the password. The receipt goes to the registered address and says that they came from the page;
// the same letter again does nothing, and of sheets A, B, A the last counts.
func TestOrdersByLink(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	k := b.Key(2, letter.ByLink, "")
	for _, dig := range []int{1, 2, 1} {
		b.ClockAt = b.ClockAt.Add(11 * time.Minute)
		a := b.Posts(k, "", fmt.Sprintf("$I 2 PASSWORD\n$A\ndig %d\n", dig), false)
		if a.Fate != receipt.Taken || a.Good != 1 || a.Turn != 1 || a.To != "r…@…" || a.Door != "" || a.Again {
			t.Errorf("%+v", a)
		}
		sent := b.Sent("", b.ClockAt)
		if len(sent) != 1 || sent[0].To != "r2@example.org" || sent[0].Text != a.Said ||
			!strings.Contains(a.Said, "Sent from the page, not by mail. If that was not you, send PASSWORD.") {
			t.Errorf("said %q, mailed %+v", a.Said, sent)
		}
		if got, want := b.InForce(2), fmt.Sprintf("$I 2 ***\n$A\ndig %d\n", dig); got != want {
			t.Errorf("in force %q, want %q", got, want)
		}
	}
	orders, err := gamemaster.Orders(b.World, 2, 1)
	worldtest.Must(t, err)
	if l := orders.Letters[0]; l.From != "r2@example.org" || l.Door != "link" || l.ByHand || l.Subject != "" {
		t.Errorf("%+v", l)
	}
	last := b.Sealed
	b.Posts(k, "", "$I 2 PASSWORD\n$A\ndig 3\n", false)
	b.Sealed = last
	if a := b.Again(k); a.Fate != receipt.Known || !a.Again || a.Good != 0 || a.Said != "" || // others are in force
		!strings.Contains(b.InForce(2), "dig 3") {
		t.Errorf("%+v; in force %q", a, b.InForce(2))
	}
	if got := b.Kept(); got != 4 {
		t.Errorf("%d letters are stored", got)
	}
}

// The same letter by mail and from the page: the same sheet, and the same receipt but for one line.
func TestSameByMailAndPage(t *testing.T) {
	t.Parallel()
	const text = "$I 1 PASSWORD\n$A\ndig 4\nfly 7\n"
	said := func(by func(*worldtest.Pages) string) (inForce, receipt string) {
		b := worldtest.OnPages(t, 2)
		receipt = by(b)
		return b.InForce(1), receipt
	}
	mailed, mail := said(func(b *worldtest.Pages) string { return mustOne(t, b, b.Accept(b.Letter(1, text)).Fate) })
	sheet, page := said(func(b *worldtest.Pages) string {
		a := b.Posts(b.Key(1, letter.ByLink, ""), "", text, false)
		if one := mustOne(t, b, a.Fate); one != a.Said {
			t.Errorf("said %q, mailed %q", a.Said, one)
		}
		return a.Said
	})
	_, door := said(func(b *worldtest.Pages) string {
		return b.Posts(b.Key(1, letter.ByDoor, ""), "", strings.ReplaceAll(text, "PASSWORD", ""), false).Said
	})
	const note = "  Von der Seite geschickt, nicht per Mail. Wart Ihr das nicht, schickt PASSWORT.\n"
	if mailed != sheet || strings.Replace(page, note, "", 1) != mail || page == mail {
		t.Errorf("by mail %q and\n%s\nfrom the page %q and\n%s", mailed, mail, sheet, page)
	}
	if door != page {
		t.Errorf("by the door\n%s\nby the link\n%s", door, page)
	}
}

func mustOne(t *testing.T, b *worldtest.Pages, fate receipt.Fate) string {
	t.Helper()
	all := b.Sent("", b.ClockAt)
	if fate != receipt.Taken || len(all) != 1 {
		t.Fatalf("%s: %d letters", fate, len(all))
	}
	return all[0].Text
}

// Who has a link alone can do nothing but try ten passwords an hour. The player is warned, and their door and mail go
// on.
func TestLinkAlone(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	k := b.Key(1, letter.ByLink, "")
	for _, text := range []string{"", "$A\ndig 4\n", "$I 1\n$A\ndig 4\n", "$I 1 ***\n$A\ndig 4\n",
		"$I 2 " + b.Passwords[2] + "\n$A\ndig 4\n", "$I 9 x\n$A\ndig 4\n", "PASSWORD?", "$I 1 Passwort\n"} {
		if a := b.Posts(k, "BERICHT", text, true); a != (intake.PageAnswer{Fate: receipt.Unidentified}) {
			t.Errorf("%q: %+v", text, a)
		}
	}
	if n := b.Kept(); n > 0 {
		t.Errorf("%d letters are stored", n)
	}
	for n := range 12 {
		want := receipt.WrongWord
		if n >= 10 {
			want = receipt.Throttled
		}
		a := b.Posts(k, "", "$I 1 wrong-word-here\n$A\ndig 4\n", true)
		if a.Fate != want || a.Door != "" || strings.Contains(a.Said, "\n") || a.Said == "" {
			t.Errorf("try %d: %+v", n+1, a)
		}
	}
	if a := b.Posts(k, "", "$I 1 PASSWORD\n$A\ndig 4\n", true); a.Fate != receipt.Throttled || b.InForce(1) != "" {
		t.Errorf("%+v", a)
	}
	warned := b.Sent("", b.ClockAt)
	if len(warned) != 4 { // three alarms, one that no password was tried
		t.Errorf("%d warnings: %+v", len(warned), warned)
	}
	for _, d := range warned {
		if d.To != "r1@example.org" {
			t.Errorf("a warning to %s", d.To)
		}
	}
	b.Posts(b.Key(1, letter.ByDoor, ""), "", "$I 1\n$A\ndig 5\n", false)
	if got := b.InForce(1); got != "$I 1\n$A\ndig 5\n" {
		t.Errorf("by the door: %q", got)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 6\n", receipt.Taken)
	if a := b.Posts(b.Key(2, letter.ByLink, ""), "", "$I 2 PASSWORD\n$A\ndig 4\n", false); a.Fate != receipt.Taken {
		t.Errorf("another realm: %+v", a)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	if a := b.Posts(k, "", "$I 1 PASSWORD\n$A\ndig 7\n", false); a.Fate != receipt.Taken {
		t.Errorf("an hour later: %+v", a)
	}
}

// The right password brings the door's key, if the page asks for it. It lasts over turns, the link does not; a new
// password ends it.
func TestDoorLasts(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	link := b.Key(1, letter.ByLink, "")
	a := b.Posts(link, "", "$I 1 PASSWORD\n$A\nnonsense\n", true)
	raw, err := base64.RawURLEncoding.DecodeString(a.Door)
	worldtest.Must(t, err)
	if door := b.Key(1, letter.ByDoor, ""); secrets.LinkKey(raw) != door.Opens || a.Fate == receipt.Taken {
		t.Fatalf("%+v, the door is %s", a, door.Opens)
	}
	b.Advance(worldtest.Friday)
	door := b.Key(1, letter.ByDoor, "")
	if secrets.LinkKey(raw) != door.Opens || b.Key(1, letter.ByLink, "").Opens == link.Opens {
		t.Error("the turn has changed the door, or not the link")
	}
	if a := b.Posts(door, "", "$I 1\n$A\ndig 4\n", false); a.Fate != receipt.Taken || a.Turn != 2 || a.Door != "" {
		t.Errorf("%+v", a)
	}
	b.Seals(link, "", "$I 1 PASSWORD\n$A\ndig 5\n", false)
	ended(t, b, link)
	b.Sent("", b.ClockAt)
	code := b.Token(1, "PASSWORT")
	b.Asks(1, "Re: x "+code, "JA")
	if b.Key(1, letter.ByDoor, "").Opens == door.Opens {
		t.Error("a new password does not end the door")
	}
	b.Seals(door, "", "$I 1\n$A\ndig 5\n", false)
	ended(t, b, door)
	if got := b.InForce(1); got != "$I 1\n$A\ndig 4\n" {
		t.Errorf("in force %q", got)
	}
}

// ended demands that a key opens nothing any more, for a letter that was opened while it did.
func ended(t *testing.T, b *worldtest.Pages, k notices.Key) {
	t.Helper()
	before := b.Kept()
	_, err := b.Try(k)
	if !errors.Is(err, intake.ErrKey) || b.Kept() != before {
		t.Errorf("%v", err)
	}
}

// While a turn is held nothing is stored, and what is handed in again when it is released counts: also from a game
// master who plays.
func TestPageWhileHeld(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2, func(s *world.Settings) { s.Masters = []string{"r1@example.org"} })
	door := b.Key(1, letter.ByDoor, "")
	b.ClockAt = worldtest.Friday
	_, err := turns.Hold(b.World, b.ClockAt, true)
	worldtest.Must(t, err)
	a := b.Posts(door, "", "$I 1 2\n$A\ndig 4\n", false)
	if a != (intake.PageAnswer{Fate: receipt.Undecided}) || b.Kept() > 0 {
		t.Errorf("%+v", a)
	}
	_, _, err = turns.Release(b.World, b.ClockAt)
	worldtest.Must(t, err)
	if a := b.Again(door); a.Fate != receipt.Taken || a.Turn != 2 {
		t.Errorf("%+v", a)
	}
}

// Where orders need a signature a link and a password are not enough, and the page says so. A door is: a code opens it.
func TestPageWhereLettersAreSigned(t *testing.T) {
	t.Parallel()
	for auth, open := range map[world.Auth]bool{world.ByPassword: true, world.ByEither: true, world.ByDKIM: false,
		world.ByBoth: false} {
		b := worldtest.OnPages(t, 2, func(s *world.Settings) { s.Auth = auth })
		for _, by := range []letter.Door{letter.ByLink, letter.ByDoor} {
			a := b.Posts(b.Key(2, by, ""), "", "$I 2 PASSWORD\n$A\ndig 4\n", true)
			want := intake.PageAnswer{Fate: receipt.Unproven,
				Said: "This game counts only letters whose sender is proven by a signature. " +
					"Let the page send you a code, or send the orders by mail."}
			taken := open || by == letter.ByDoor
			if taken != (a.Fate == receipt.Taken) || !taken && a != want {
				t.Errorf("%v by %s: %+v", auth, by, a)
			}
		}
	}
}

// If the rules fail at a letter, it is refused, once, and the game master gets it without its password.
func TestPageAtWhichTheRulesFail(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	b.Reopen(worldtest.Tiny{Fault: "check"})
	k := b.Key(2, letter.ByLink, "")
	a := b.Posts(k, "", "$I 2 PASSWORD\n$A\ndig 7\n", true)
	if a.Fate != receipt.Refused || a.Turn != 1 || a.Door != "" || !strings.Contains(a.Said, "the game master has it") {
		t.Errorf("%+v", a)
	}
	if a := b.Again(k); a.Fate != receipt.Refused || !a.Again {
		t.Errorf("again: %+v", a)
	}
	sent := b.Sent("", b.ClockAt)
	if len(sent) != 1 || sent[0].To != "leiter@example.org" || !strings.Contains(sent[0].Text, "seven is unlucky") ||
		!strings.Contains(sent[0].Text, "dig 7") || strings.Contains(sent[0].Text, b.Passwords[2]) {
		t.Errorf("%+v", sent)
	}
	for range 9 {
		b.Posts(k, "", "$I 2 PASSWORD\n$A\ndig 7\n", true)
	}
	if n := len(b.Sent("", b.ClockAt)); n != 5 { // four more, and that there are more
		t.Errorf("%d letters", n)
	}
}

// Only the page's JSON is a letter.
func TestOpenPage(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	k := b.Key(1, letter.ByLink, "")
	for plain, want := range map[string]bool{
		`{"page":"x","subject":"","text":"$I 1","keep":true}`: true,
		`{}`:                        true,
		`{"text":"a"} {"text":"b"}`: false,
		`{"text":"a","more":1}`:     false,
		`{"text":1}`:                false,
		`{"subject":"a\nTo: b"}`:    false,
		`{"subject":"` + strings.Repeat("a", 201) + `"}`: false,
		`[` + strings.Repeat("[", 1<<18):                 false,
		"{\"text\":\"\xff\"}":                            false,
		``:                                               false,
	} {
		if _, ok := intake.OpenPage(k, k.Opens.SealLetter([]byte(plain))); ok != want {
			t.Errorf("%.60q: %v", plain, ok)
		}
	}
	if _, ok := intake.OpenPage(notices.Key{}, secrets.LinkKey{}.SealLetter([]byte("{}"))); ok {
		t.Error("anybody can seal for no key")
	}
	if _, ok := intake.OpenPage(k, b.Key(1, letter.ByDoor, "").Opens.SealLetter([]byte("{}"))); ok {
		t.Error("a letter for another file opens")
	}
}

// Where the page sends, the letter with the report says so beside the link.
func TestReportSaysThatThePageSends(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2, func(s *world.Settings) { s.PageSends = true })
	b.ClockAt = worldtest.Friday
	b.Advance(b.ClockAt)
	said := ""
	for _, l := range b.Sent("report", b.ClockAt) {
		said += l.Text
	}
	worldtest.Has(t, said, "Eure Seite, mit Karte und Befehlen zum Abschicken, für niemand anderen: https://example.org/bovistan/t/",
		"your page, with the map and orders to send, for nobody else: https://example.org/bovistan/t/")
}
