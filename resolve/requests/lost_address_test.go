package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// told returns the texts of letters to an address, one after the other.
func told(all []outbox.Draft, to string) (said string) {
	for _, d := range all {
		if address.Same(d.To, to) {
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
		before func(b *worldtest.Game)
		how    string // what the answer says; "": there is none
		heard  bool
	}{
		"at once":       {0, func(*worldtest.Game) {}, "ist nicht zurückgeändert", true},
		"after a week":  {8, func(*worldtest.Game) {}, "nicht mehr durch einen Code", true},
		"a month later": {31, func(*worldtest.Game) {}, "", false},
		"moved again":   {8, func(b *worldtest.Game) { b.Moves("new@example.net", "third@example.net") }, "nicht mehr durch einen Code", true},
		"left": {8, func(b *worldtest.Game) {
			l := b.LetterFrom("new@example.net", "")
			l.Subject = "LEAVE"
			b.Accept(l)
			b.Accept(b.LetterFrom("new@example.net", "Yes "+worldtest.CodeTo(b.T, b.Sent("", b.ClockAt), "new@example.net")+"\n"))
		}, "", true},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Sent("", worldtest.Day0)
		b.Moved()
		b.Sent("", b.ClockAt)
		b.ClockAt = b.ClockAt.Add(time.Duration(c.days) * 24 * time.Hour)
		c.before(b)
		b.Sent("", b.ClockAt)
		b.Accept(b.LetterFrom(old, where))
		got := b.Sent("", b.ClockAt)
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
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Accept(b.LetterFrom("new@example.net", "Ja "+offersAddress(b, 1, "new@example.net")+"\n"))
	var notice outbox.Draft
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == "r1@example.org" {
			notice = d
		}
	}
	back := worldtest.TokensIn(notice.Text)[0]
	answers := func(text string, change func(*letter.Letter)) string {
		l := b.LetterFrom("r1@example.org", text)
		l.Subject = "Re: whatever"
		change(&l)
		b.Accept(l)
		return told(b.Sent("", b.ClockAt), "r1@example.org")
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
	b.ClockAt = b.ClockAt.Add(letter.TokenLasts)
	if got := answers("Ja "+back+"\n", func(*letter.Letter) {}); !strings.Contains(got, "nicht mehr durch einen Code") {
		t.Errorf("too late: %q", got)
	}
	if got := b.Addresses(); strings.Contains(got, "r1@example.org") {
		t.Errorf("the addresses are %s", got)
	}
}

// Of two new addresses that are asked, the first that agrees gets the realm. The other one hears that it is too late.
func TestTheLoserOfTwoMovesIsAnswered(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	first, second := offersAddress(b, 1, "one@example.net"), offersAddress(b, 1, "two@example.net")
	b.Accept(b.LetterFrom("two@example.net", "Yes "+second+"\n"))
	b.Sent("", b.ClockAt)
	b.Accept(b.LetterFrom("one@example.net", "Yes "+first+"\n"))
	if got := told(b.Sent("", b.ClockAt), "one@example.net"); !strings.Contains(got, "inzwischen eine andere Adresse") {
		t.Errorf("%q", got)
	}
	if got := b.Addresses(); strings.Contains(got, "one@") || !strings.Contains(got, "two@") {
		t.Errorf("the addresses are %s", got)
	}
}

// What the new address has set ends when the old one takes the move back, and the answer lists it. What the player had
// set before stays.
func TestTakingAnAddressBackEndsWhatWasSet(t *testing.T) {
	t.Parallel()
	const thief = "new@example.net"
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2, everyWord, func(s *world.Settings) { s.Press = world.PressNow })
	b.Sent("", worldtest.Day0)
	b.Asks(1, "Re: "+b.Token(1, "REMIND 6"), "Ja\n")
	b.Sent("", b.ClockAt)
	before := b.Person(1).Chosen()
	back := b.Moved()
	b.Sent("", b.ClockAt)
	for _, word := range []string{"PAUSE 3", "CLOSE yes", "REMIND OFF"} {
		l := b.LetterFrom(thief, "")
		l.Subject = word
		b.Accept(l)
		b.Accept(b.LetterFrom(thief, "Yes "+worldtest.CodeTo(t, b.Sent("", b.ClockAt), thief)+"\n"))
		b.Sent("", b.ClockAt)
	}
	b.Accept(b.LetterFrom(thief, "$I 1 PASSWORD\n$S\nTemplate yes\n$A\ndig 3\n"))
	b.Accept(b.LetterFrom(thief, "$I 1 PASSWORD 2\n$A\ndig 4\n"))
	b.Sent("", b.ClockAt)
	l := b.LetterFrom(thief, "")
	l.Subject = "PASSWORD" // its letter with a code does not leave any more
	b.Accept(l)
	if now := b.Person(1).Chosen(); now == before || !now.Closes || now.AbsentUntil == 0 {
		t.Fatalf("set: %+v", now)
	}

	b.Accept(b.LetterFrom("r1@example.org", "Ja "+back+"\n"))
	if now := b.Person(1).Chosen(); now != before {
		t.Errorf("%+v, not %+v", now, before)
	}
	all := b.Sent("", b.ClockAt)
	said := told(all, "r1@example.org")
	for _, part := range []string{"Eure Pause ist", "Eure Stimme", "Eure Erinnerungen", "Was mit jedem Bericht",
		"es war für Zug 2", "1 Brief, der noch nicht fort war"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in\n%s", part, said)
		}
	}
	if got := told(all, thief); len(worldtest.TokensIn(got)) > 0 {
		t.Errorf("the thief gets a code:\n%s", got)
	}
}

// During the seven days the old address gets whatever leaves for the player and is no answer: reports, reminders, what
// the game master says, pauses, turns that are taken back. Before and after it gets nothing.
func TestEveryLetterGoesToBothAddresses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Moved()
	b.Sent("", b.ClockAt)
	since := b.ClockAt
	both := func(what string, want bool) {
		t.Helper()
		got := b.Sent("", b.ClockAt)
		if told(got, "new@example.net") == "" || told(got, "r1@example.org") != told(got, "new@example.net") && want ||
			told(got, "r1@example.org") != "" && !want {
			t.Errorf("%s: new\n%s\nold\n%s", what, told(got, "new@example.net"), told(got, "r1@example.org"))
		}
	}
	_, err := notices.Tell(b.World, nil, "Hello, all of you.", false, b.ClockAt)
	must(t, err)
	both("tell", true)
	b.Paused(b.ClockAt.Add(48*time.Hour), b.ClockAt)
	both("pause", true)
	_, err = schedule.Resume(b.World, b.ClockAt)
	must(t, err)
	both("resume", true)
	b.Advance(worldtest.Friday)
	both("report", true)
	b.Undo(b.ClockAt)
	both("undo", true)
	l := b.LetterFrom("new@example.net", "")
	l.Subject = "HELP"
	b.Accept(l)
	both("an answer", false)
	b.ClockAt = since.Add(letter.TokenLasts)
	_, err = notices.Tell(b.World, nil, "Once more.", false, b.ClockAt)
	must(t, err)
	both("tell, a week later", false)
}

// A realm that is freed within that week says farewell to both.
func TestFarewellToBothAddresses(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Moved()
	b.Sent("", b.ClockAt)
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	var to []string
	for _, d := range b.Sent("signup", b.ClockAt) {
		to = append(to, d.To)
	}
	if slices.Sort(to); !slices.Equal(to, []string{"new@example.net", "r1@example.org"}) {
		t.Errorf("to %v", to)
	}
}
