package resolve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
)

// told returns the texts of letters to an address, one after the other.
func told(all []outbox.Draft, to string) (said string) {
	for _, d := range all {
		if roster.SameAddress(d.To, to) {
			said += d.Subject + "\n" + d.Text + "\n"
		}
	}
	return said
}

// For 30 days after a move the old address reaches the game master, also when the realm has gone on to somebody else
// or another address meanwhile, and is told how things are. Then it is a stranger's again.
func TestALostAddressIsHeard(t *testing.T) {
	t.Parallel()
	const old, where = "r1@example.org", "Where is my realm? I get no more letters.\n"
	for name, c := range map[string]struct {
		days   int
		before func(b *table)
		how    string // what the answer says; "": there is none
		heard  bool
	}{
		"at once":       {0, func(*table) {}, "ist nicht zurückgeändert", true},
		"after a week":  {8, func(*table) {}, "nicht mehr durch einen Code", true},
		"a month later": {31, func(*table) {}, "", false},
		"moved again":   {8, func(b *table) { b.moves("new@example.net", "third@example.net") }, "nicht mehr durch einen Code", true},
		"left": {8, func(b *table) {
			l := b.from1("new@example.net", "")
			l.Subject = "LEAVE"
			b.accept(l)
			b.accept(b.from1("new@example.net", "Yes "+codeTo(b.t, b.sent("", b.clockAt), "new@example.net")+"\n"))
		}, "", true},
	} {
		b := sit(t, tiny{}, 2)
		b.sent("", day0)
		b.moved()
		b.sent("", b.clockAt)
		b.clockAt = b.clockAt.Add(time.Duration(c.days) * 24 * time.Hour)
		c.before(b)
		b.sent("", b.clockAt)
		b.accept(b.from1(old, where))
		got := b.sent("", b.clockAt)
		if strings.Contains(told(got, "leiter@example.org"), "Where is my realm?") != c.heard {
			t.Errorf("%s: the game master reads\n%s", name, told(got, "leiter@example.org"))
		}
		if said := told(got, old); !strings.Contains(said, c.how) || (said == "") != (c.how == "") {
			t.Errorf("%s: the answer is\n%s", name, said)
		}
	}
}

// A reply to the notice without its code is answered, and so is a code that comes too late, but no program.
func TestTheOldAddressIsAnswered(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	b.accept(b.from1("new@example.net", "Ja "+b.offersAddress(1, "new@example.net")+"\n"))
	var notice outbox.Draft
	for _, d := range b.sent("", b.clockAt) {
		if d.To == "r1@example.org" {
			notice = d
		}
	}
	back := tokensIn(notice.Text)[0]
	answers := func(text string, change func(*letter.Letter)) string {
		l := b.from1("r1@example.org", text)
		l.Subject = "Re: whatever"
		change(&l)
		b.accept(l)
		return told(b.sent("", b.clockAt), "r1@example.org")
	}
	replies := func(l *letter.Letter) { l.References = notice.MessageID }
	if got := answers("Nein!\n", replies); !strings.Contains(got, "ist nicht zurückgeändert") {
		t.Errorf("a reply without the code: %q", got)
	}
	if got := answers("Ich bin weg.\n", func(l *letter.Letter) { replies(l); l.Automatic = true }); got != "" {
		t.Errorf("a program: %q", got)
	}
	if got := answers("Hallo.\n", func(*letter.Letter) {}); got != "" {
		t.Errorf("a greeting: %q", got)
	}
	b.clockAt = b.clockAt.Add(letter.TokenLasts)
	if got := answers("Ja "+back+"\n", func(*letter.Letter) {}); !strings.Contains(got, "nicht mehr durch einen Code") {
		t.Errorf("too late: %q", got)
	}
	if got := b.addresses(); strings.Contains(got, "r1@example.org") {
		t.Errorf("the addresses are %s", got)
	}
}

// Of two new addresses that are asked, the first that agrees gets the realm. The other one hears that it is too late.
func TestTheLoserOfTwoMovesIsAnswered(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	first, second := b.offersAddress(1, "one@example.net"), b.offersAddress(1, "two@example.net")
	b.accept(b.from1("two@example.net", "Yes "+second+"\n"))
	b.sent("", b.clockAt)
	b.accept(b.from1("one@example.net", "Yes "+first+"\n"))
	if got := told(b.sent("", b.clockAt), "one@example.net"); !strings.Contains(got, "inzwischen eine andere Adresse") {
		t.Errorf("%q", got)
	}
	if got := b.addresses(); strings.Contains(got, "one@") || !strings.Contains(got, "two@") {
		t.Errorf("the addresses are %s", got)
	}
}

// What the new address has set ends when the old one takes the move back, and the answer lists it. What the player had
// set before stays.
func TestTakingAnAddressBackEndsWhatWasSet(t *testing.T) {
	t.Parallel()
	const thief = "new@example.net"
	b := sit(t, tiny{chart: true}, 2, everyWord, func(s *world.Settings) { s.Press = world.PressNow })
	b.sent("", day0)
	b.asks(1, "Re: "+b.token(1, "REMIND 6"), "Ja\n")
	b.sent("", b.clockAt)
	before := b.person(1).Chosen()
	back := b.moved()
	b.sent("", b.clockAt)
	for _, word := range []string{"PAUSE 3", "CLOSE yes", "REMIND OFF"} {
		l := b.from1(thief, "")
		l.Subject = word
		b.accept(l)
		b.accept(b.from1(thief, "Yes "+codeTo(t, b.sent("", b.clockAt), thief)+"\n"))
		b.sent("", b.clockAt)
	}
	b.accept(b.from1(thief, "$I 1 PASSWORD\n$S\nTemplate yes\n$A\ndig 3\n"))
	b.accept(b.from1(thief, "$I 1 PASSWORD 2\n$A\ndig 4\n"))
	b.sent("", b.clockAt)
	l := b.from1(thief, "")
	l.Subject = "PASSWORD" // its letter with a code does not leave any more
	b.accept(l)
	if now := b.person(1).Chosen(); now == before || !now.Closes || now.AbsentUntil == 0 {
		t.Fatalf("set: %+v", now)
	}

	b.accept(b.from1("r1@example.org", "Ja "+back+"\n"))
	if now := b.person(1).Chosen(); now != before {
		t.Errorf("%+v, not %+v", now, before)
	}
	all := b.sent("", b.clockAt)
	said := told(all, "r1@example.org")
	for _, part := range []string{"Eure Pause ist", "Eure Stimme", "Eure Erinnerungen", "Was mit jedem Bericht",
		"es war für Zug 2", "1 Brief, der noch nicht fort war"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in\n%s", part, said)
		}
	}
	if got := told(all, thief); len(tokensIn(got)) > 0 {
		t.Errorf("the thief gets a code:\n%s", got)
	}
}

// During the seven days the old address gets whatever leaves for the player and is no answer: reports, reminders, what
// the game master says, pauses, turns that are taken back. Before and after it gets nothing.
func TestEveryLetterGoesToBothAddresses(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	b.moved()
	b.sent("", b.clockAt)
	since := b.clockAt
	both := func(what string, want bool) {
		t.Helper()
		got := b.sent("", b.clockAt)
		if told(got, "new@example.net") == "" || told(got, "r1@example.org") != told(got, "new@example.net") && want ||
			told(got, "r1@example.org") != "" && !want {
			t.Errorf("%s: new\n%s\nold\n%s", what, told(got, "new@example.net"), told(got, "r1@example.org"))
		}
	}
	_, err := letters.Tell(b.World, nil, "Hello, all of you.", false, b.clockAt)
	must(t, err)
	both("tell", true)
	b.paused(b.clockAt.Add(48*time.Hour), b.clockAt)
	both("pause", true)
	_, err = schedule.Resume(b.World, b.clockAt)
	must(t, err)
	both("resume", true)
	b.advance(friday)
	both("report", true)
	b.undo(b.clockAt)
	both("undo", true)
	l := b.from1("new@example.net", "")
	l.Subject = "HELP"
	b.accept(l)
	both("an answer", false)
	b.clockAt = since.Add(letter.TokenLasts)
	_, err = letters.Tell(b.World, nil, "Once more.", false, b.clockAt)
	must(t, err)
	both("tell, a week later", false)
}

// A realm that is freed within that week says farewell to both.
func TestFarewellToBothAddresses(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	b.moved()
	b.sent("", b.clockAt)
	must(t, players.Vacate(b.World, 1, b.clockAt))
	var to []string
	for _, d := range b.sent("signup", b.clockAt) {
		to = append(to, d.To)
	}
	if slices.Sort(to); !slices.Equal(to, []string{"new@example.net", "r1@example.org"}) {
		t.Errorf("to %v", to)
	}
}
