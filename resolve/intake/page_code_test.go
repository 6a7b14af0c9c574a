package intake_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

var codeLine = regexp.MustCompile(`(?m)^  ([a-z0-9]+-[a-z0-9]+-[a-z0-9]+)\r?$`)

// doorCode is the code in the one letter that has left for a realm.
func doorCode(b *worldtest.Pages, to string) string {
	b.T.Helper()
	sent := b.Sent("", b.ClockAt)
	if len(sent) != 1 || sent[0].To != to {
		b.T.Fatalf("%+v", sent)
	}
	found := codeLine.FindStringSubmatch(sent[0].Text)
	if found == nil {
		b.T.Fatalf("no code in\n%s", sent[0].Text)
	}
	return found[1]
}

// Where only signed mail counts, and where the password is lost, a code opens the door. It goes to the registered address,
// and counts once, in the page that asked. Then the door sends orders.
func TestDoorByCode(t *testing.T) {
	t.Parallel()
	for _, auth := range []world.Auth{world.ByPassword, world.ByDKIM, world.ByBoth} {
		b := worldtest.OnPages(t, 2, func(s *world.Settings) { s.Auth = auth })
		k := b.Key(2, letter.ByLink, "")
		if a := b.AsksCode(k); a.Fate != receipt.Served || a.To != "r…@…" || a.Door != "" || a.Said != "" {
			t.Errorf("%s: %+v", auth, a)
		}
		code := doorCode(b, "r2@example.org")
		a := b.Types(k, " "+strings.ToUpper(strings.Replace(code, "-", "–", 1)))
		if a.Fate != receipt.Served || len(a.Door) != 43 {
			t.Fatalf("%s: %+v", auth, a)
		}
		door := b.Key(2, letter.ByDoor, "")
		if a.Door != door.Opens.String() {
			t.Errorf("%s: it opens another door", auth)
		}
		if a := b.Posts(door, "", "$I 2 -\n$A\ndig 3\n", false); a.Fate != receipt.Taken || a.Good != 1 {
			t.Errorf("%s: %+v", auth, a)
		}
		if a := b.Types(k, code); a.Fate != receipt.WrongWord || a.Door != "" {
			t.Errorf("%s: once more: %+v", auth, a)
		}
		b.Verified()
	}
}

// A code opens nothing for another page, another realm, by mail, after its time, or once a newer one was asked for. It does
// not open the page of a new password.
func TestDoorCodesOpenOnePage(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	mine, other := b.Key(2, letter.ByLink, ""), b.Key(1, letter.ByLink, "")
	wrong := func(what string, k notices.Key, code string) {
		t.Helper()
		if a := b.Types(k, code); a.Fate != receipt.WrongWord || a.Door != "" || strings.Contains(a.Said, "dig") {
			t.Errorf("%s: %+v", what, a)
		}
	}
	wrong("none was asked for", mine, "aaaa-bbbb-ccccc")
	b.Sent("", b.ClockAt)
	b.AsksCode(mine)
	first := doorCode(b, "r2@example.org")
	wrong("another realm's page", other, first)
	b.Sent("", b.ClockAt)
	b.AsksCode(mine)
	second := doorCode(b, "r2@example.org")
	wrong("an older one", mine, first)
	b.ClockAt = b.ClockAt.Add(letter.TokenLasts)
	wrong("an old one", mine, second)
	b.Sent("", b.ClockAt)

	b.AsksCode(mine)
	third := doorCode(b, "r2@example.org")
	l := b.Letter(2, "YES\n\n"+third+"\n")
	l.Subject = "Re: The code [" + third + "]"
	if a := b.Accept(l); a.Fate == receipt.Served || a.Fate == receipt.Taken {
		t.Errorf("by mail it does something: %+v", a)
	}
	b.Sent("", b.ClockAt)
	b.AsksCode(other)
	theirs := doorCode(b, "r1@example.org")
	wrong("the code of another page", mine, theirs)
	wrong("of a code that came by mail", other, third)
	if a := b.Types(mine, third); a.Door == "" {
		t.Errorf("%+v", a)
	}
}

// Three letters with codes leave in a day. Ten wrong codes in an hour close the link, for passwords as well.
func TestDoorCodesAreBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	k := b.Key(2, letter.ByLink, "")
	for n := range 5 {
		a := b.AsksCode(k)
		want := map[bool]receipt.Fate{true: receipt.Served, false: receipt.Throttled}[n < 3]
		if sent := b.Sent("", b.ClockAt); a.Fate != want || len(sent) == 1 != (n < 3) {
			t.Errorf("%d: %+v, %d letters", n, a, len(sent))
		}
	}
	for n := range 12 {
		want := map[bool]receipt.Fate{true: receipt.WrongWord, false: receipt.Throttled}[n < 10]
		if a := b.Types(k, "aaaa-bbbb-ccccc"); a.Fate != want {
			t.Errorf("%d: %+v", n, a)
		}
	}
	if sent := b.Sent("", b.ClockAt); len(sent) > 4 {
		t.Errorf("%d letters warn", len(sent))
	}
	if a := b.Posts(k, "", "$I 2 PASSWORD\n$A\ndig 1\n", true); a.Fate != receipt.Throttled {
		t.Errorf("%+v", a)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	if a := b.Posts(k, "", "$I 2 PASSWORD\n$A\ndig 1\n", true); a.Fate != receipt.Taken || a.Door == "" {
		t.Errorf("%+v", a)
	}
	door := b.Key(2, letter.ByDoor, "")
	for what, a := range map[string]intake.PageAnswer{"asks": b.AsksCode(door), "types": b.Types(door, "aaaa-bbbb-ccccc")} {
		if a.Fate != receipt.Unidentified {
			t.Errorf("by the door it %s: %+v", what, a)
		}
	}
}
