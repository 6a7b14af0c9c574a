package worldtest

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Ann stands in for players.
const Ann = "ann@example.net"

// Standing returns a world in which Ann stands in for the player of realm 2 for two turns, and the letters about that.
func Standing(t *testing.T, change ...func(*world.Settings)) (b *Game, told []outbox.Draft) {
	b = Found(t, Tiny{}, 3, change...)
	b.Sent("", Day0)
	return b, b.Answering(Ann, b.Offered(2, Ann))
}

// Offered lets a player name a substitute and confirm it, and returns the code that is sent.
func (b *Game) Offered(realm int, mail string) (code string) {
	b.T.Helper()
	b.Asks(realm, "SUBSTITUTE "+mail+" 2", "")
	asked := b.Sent("", b.ClockAt)
	codes := TokensIn(asked[len(asked)-1].Text)
	if len(codes) != 1 {
		b.T.Fatalf("%+v", asked)
	}
	yes := b.Letter(realm, "Yes\n"+codes[0])
	yes.Subject, yes.Proof.Domain = "Re:", "example.org"
	b.Accept(yes)
	for _, d := range b.Sent("signup", b.ClockAt) {
		if d.To == mail {
			return TokensIn(d.Text)[0]
		}
	}
	return ""
}

// Answering brings a code back from an address, and returns the letters that are sent.
func (b *Game) Answering(from, code string) []outbox.Draft {
	b.T.Helper()
	l := b.Newcomer(from, "Re:")
	l.Text = "Yes\n" + code + "\n"
	b.Accept(l)
	return b.Sent("", b.ClockAt)
}

// OrdersFrom is a letter of orders from an address.
func (b *Game) OrdersFrom(mail, text string, change func(*letter.Letter)) receipt.Acceptance {
	b.T.Helper()
	l := b.Letter(2, text)
	l.From = mail
	change(&l)
	return b.Accept(l)
}

// Dismissed lets a player end the substitution and confirm that, and returns the letters that are sent then.
func (b *Game) Dismissed(realm int) []outbox.Draft {
	b.T.Helper()
	b.Asks(realm, "SUBSTITUTE END", "")
	codes := TokensIn(b.Sent("", b.ClockAt)[0].Text)
	if len(codes) != 1 {
		b.T.Fatal("there was nothing to end")
	}
	b.Asks(realm, "Re:", "Yes\n"+codes[0])
	return b.Sent("", b.ClockAt)
}

// SubstituteOf returns who stands in for the player of realm 2.
func (b *Game) SubstituteOf() string {
	b.T.Helper()
	rows, err := players.Realms(b.World)
	Must(b.T, err)
	return rows[1].Substitute
}

// Moved moves realm 1 to new@example.net by mail, and returns the code with which the old address can take that back.
func (b *Game) Moved() (back string) {
	b.T.Helper()
	back = b.Moves("r1@example.org", "new@example.net")
	if got := b.Addresses(); !strings.Contains(got, "new@example.net") || strings.Contains(got, "r1@example.org") {
		b.T.Fatalf("the addresses are %s", got)
	}
	return back
}

// Moves moves realm 1 from one address to another by mail, and returns the code with which the old one can take that
// back.
func (b *Game) Moves(from, to string) (back string) {
	b.T.Helper()
	l := b.LetterFrom(from, "")
	l.Subject = "ADDRESS " + to
	b.Accept(l)
	for _, mail := range []string{from, to} {
		b.Accept(b.LetterFrom(mail, "Ja "+CodeTo(b.T, b.Sent("", b.ClockAt), mail)+"\n"))
	}
	return CodeTo(b.T, b.Sent("", b.ClockAt), from)
}

// LetterFrom is a letter from any address.
func (b *Game) LetterFrom(mail, text string) letter.Letter {
	l := b.Letter(1, text)
	l.From = mail
	return l
}

// Newcomers returns newcomers like those of Found, from the first number to the last.
func Newcomers(first, last int) (list []roster.Newcomer) {
	for n := first; n <= last; n++ {
		j := game.Joining{Name: fmt.Sprintf("Reich%d", n), Player: fmt.Sprintf("Spieler %d", n),
			Lang: phrase.Langs[(n+1)%2]}
		list = append(list, roster.Newcomer{Joining: j, Mail: fmt.Sprintf("r%d@example.org", n)})
	}
	return list
}

// Newcomer returns a mail from somebody unknown.
func (b *Game) Newcomer(from, word string) letter.Letter {
	l := b.Letter(1, "")
	l.From, l.Subject = from, word
	return l
}

// Skipping resolves this many turns in which only realm 2 sends orders. It returns what the logbook says about steps,
// by turn.
func (b *Game) Skipping(turns int) (said []string) {
	b.T.Helper()
	for range turns {
		b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		before, err := b.History(0)
		Must(b.T, err)
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		Must(b.T, err)
		b.Advance(s.Deadline)
		var steps []string
		for _, line := range b.Written(len(before)) {
			if step, is := strings.CutPrefix(line, "missed-"); is {
				steps = append(steps, strings.Fields(step)[0])
			}
		}
		said = append(said, strings.Join(steps, " "))
	}
	return said
}

// Addresses returns the addresses of realm 1.
func (b *Game) Addresses() string {
	b.T.Helper()
	rows, err := players.Realms(b.World)
	Must(b.T, err)
	return strings.Join(rows[0].Mail, " ")
}

// Seat seats newcomers in a world with this many places, and checks how many come in.
func (b *Game) Seat(places, want int) {
	b.T.Helper()
	b.World.Settings.Places = places
	n, err := players.Seat(b.World, b.ClockAt)
	Must(b.T, err)
	if n != want {
		b.T.Errorf("with %d places %d came in, want %d", places, n, want)
	}
}

// Invited writes SIGNUP from an address, and returns the code that comes back.
func (b *Game) Invited(from, text string) string {
	b.T.Helper()
	l := b.Newcomer(from, "SIGNUP")
	l.Text = text
	b.Accept(l)
	for _, d := range b.Sent("signup", b.ClockAt) {
		if codes := TokensIn(d.Text); d.To == from && len(codes) == 1 {
			return codes[0]
		}
	}
	b.T.Fatalf("%s was not invited", from)
	return ""
}

// Says brings a code back, with words of its own, and returns the letters to its writer.
func (b *Game) Says(from, subject, text string) []outbox.Draft {
	b.T.Helper()
	l := b.Newcomer(from, subject)
	l.Text = text
	if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
		b.T.Errorf("%s, %q: %+v", from, text, a)
	}
	var out []outbox.Draft
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == from {
			out = append(out, d)
		}
	}
	return out
}

// Person returns the record of a realm's player.
func (b *Game) Person(realm int) (rec roster.RealmRecord) {
	b.T.Helper()
	Must(b.T, b.View(func(tx *store.Tx) (err error) { rec = b.People.Person(tx, realm); return nil }))
	return rec
}

// Signups takes newcomers, for this many realms.
func Signups(places int) func(*world.Settings) {
	return func(s *world.Settings) { s.Signup, s.Places = true, places }
}

// Playing lists the players by their realms' numbers.
func (b *Game) Playing() (names []string) {
	b.T.Helper()
	rows, err := players.Realms(b.World)
	Must(b.T, err)
	for _, r := range rows {
		names = append(names, r.Player)
	}
	return names
}

// Joins adds a realm of this name, whose player writes from the next of the addresses of Found.
func (b *Game) Joins(name string, lang phrase.Lang) {
	b.T.Helper()
	n := len(b.Passwords)
	j := game.Joining{Name: name, Player: fmt.Sprintf("Spieler %d", n), Lang: lang}
	_, password, err := players.AddRealm(b.World, j, fmt.Sprintf("r%d@example.org", n), Day0)
	Must(b.T, err)
	b.Passwords = append(b.Passwords, password)
}
