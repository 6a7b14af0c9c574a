package players_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Addresses are added after those there are, each once, and removed. One must be left, and ten are the most. Codes
// that were mailed to a removed address are void.
func TestAddressesComeAndGo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	must(t, players.AddMail(b.World, 1, "office@example.org", "R1@example.org"))
	if got := b.Addresses(); got != "r1@example.org office@example.org" {
		t.Errorf("added: %s", got)
	}
	must(t, players.RemoveMail(b.World, 1, "R1@EXAMPLE.ORG"))
	if got := b.Addresses(); got != "office@example.org" {
		t.Errorf("removed: %s", got)
	}
	worldtest.WantError(t, players.RemoveMail(b.World, 1, "office@example.org"), faults.ErrAddress, "realm 1")
	worldtest.WantError(t, players.AddMail(b.World, 1, "nobody"), faults.ErrAddress, "nobody")
	worldtest.WantError(t, players.AddMail(b.World, 7, "who@example.org"), faults.ErrRealm)
	worldtest.WantError(t, players.RemoveMail(b.World, 7, "who@example.org"), faults.ErrRealm)
	if got := b.Addresses(); got != "office@example.org" {
		t.Errorf("after mistakes: %s", got)
	}
	var more []string
	for n := range limits.MostAddresses.Most() - 1 {
		more = append(more, fmt.Sprintf("a%d@example.org", n))
	}
	must(t, players.AddMail(b.World, 1, more...))
	worldtest.WantError(t, players.AddMail(b.World, 1, "last@example.org"), faults.ErrAddress, "11", "10")

	l := b.Letter(1, "")
	l.From, l.Subject = "office@example.org", "PAUSE 2"
	b.Accept(l)
	must(t, players.RemoveMail(b.World, 1, "a3@example.org"))
	code := worldtest.TokensIn(b.Sent("", b.ClockAt)[0].Text)[0]
	must(t, players.RemoveMail(b.World, 1, "office@example.org"))
	l = b.Letter(1, "")
	l.From, l.Subject = "a0@example.org", "Re: "+code
	b.Accept(l)
	got := b.Sent("", b.ClockAt)
	if len(got) != 1 || !strings.Contains(got[0].Subject, "Dieser Code gilt nicht mehr") {
		t.Errorf("%+v", got)
	}
}

// A realm without a player gets no password.
func TestNobodysRealmGetsNoPassword(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	_, err := players.ResetPassword(b.World, 1)
	worldtest.WantError(t, err, faults.ErrVacant)
}

// crowded is tiny with land for seven realms.
type crowded struct{ worldtest.Tiny }

type crowdedWorld struct{ worldtest.TinyWorld }

func (g crowded) Open(state, tables []byte) (game.World, error) {
	w, err := g.Tiny.Open(state, tables)
	if err != nil {
		return nil, err
	}
	return crowdedWorld{w.(worldtest.TinyWorld)}, nil
}

func (crowdedWorld) Suits() int { return 7 }

// Fallen realms do not count as crowding. The size of the land is known only if the rules know it.
func TestCrowd(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	realms, suits, err := players.Crowd(b.World)
	if err != nil || realms != 3 || suits != 0 {
		t.Errorf("%d on a land for %d, %v", realms, suits, err)
	}
	must(t, b.Update(func(tx *store.Tx) error {
		d, err := b.World.Session(tx, worldtest.Day0)
		w := d.Current.World.(worldtest.TinyWorld)
		w.All = slices.Clone(w.All)
		w.All[1].Fallen = true
		players.PutJoined(&d, w.State())
		return err
	}))
	b.Reopen(crowded{})
	realms, suits, err = players.Crowd(b.World)
	if err != nil || realms != 2 || suits != 7 {
		t.Errorf("%d on a land for %d, %v", realms, suits, err)
	}
}

// The charset of an address is known for players and for the game master, and for nobody else.
func TestCharsets(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	joins := game.Joining{Name: "Moor", Player: "Kim", Lang: phrase.En, Computer: game.PC}
	_, _, err := players.AddRealm(b.World, joins, "kim@one.example", worldtest.Day0)
	must(t, err)
	_, known, err := sender.Expect(b.World, [32]byte{})
	must(t, err)
	for mail, want := range map[string]string{"r1@example.org": "UTF-8", "kim@one.example": "CP437",
		"leiter@example.org": "UTF-8"} {
		if known[mail].Charset != want {
			t.Errorf("expected of %s: %q", mail, known[mail].Charset)
		}
	}
	if len(known) != 3 || len(known["kim@one.example"].Realms) != 1 || len(known["leiter@example.org"].Realms) != 0 {
		t.Errorf("known are %+v", known)
	}
}

// One wrong entry is enough to refuse a list, and the error names it.
func TestOneWrongOfAList(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	list := []roster.Newcomer{{Joining: game.Joining{Name: "Moor", Player: "Kim"}, Mail: "kim@one.example"},
		{Joining: game.Joining{Name: "Heide", Player: "Uli"}, Mail: "nobody"},
		{Joining: game.Joining{Name: "Geest"}, Mail: "eva@one.example"}}
	for what, err := range map[string]error{"tried": players.TryRealms(b.World, list), "added": func() error {
		_, err := players.AddRealms(b.World, list, worldtest.Day0)
		return err
	}()} {
		var refused roster.Refusals
		if !errors.As(err, &refused) || len(refused) != 1 || refused[0].At != 1 {
			t.Errorf("%s: %v", what, err)
		}
	}
	list[1].Mail = "uli@one.example"
	must(t, players.TryRealms(b.World, list))
	b.Sent("", worldtest.Day0)
	done := ""
	b.World.Progress = func(n, all int) { done += fmt.Sprintf(" %d/%d", n, all) }
	added, err := players.AddRealms(b.World, list, worldtest.Day0)
	if err != nil || len(added) != 3 || added[2].Number != 4 || len(added[0].Password) != 15 ||
		done != " 0/3 1/3 2/3 3/3" {
		t.Errorf("%+v, %v, steps%s", added, err, done)
	}
	var subjects []string
	for _, d := range b.Sent("", worldtest.Day0) { // one each, in the first language
		subjects = append(subjects, d.Subject)
	}
	if len(subjects) != 3 || subjects[2] != "[Bovistan] Willkommen: Ihr spielt Geest" {
		t.Errorf("%q", subjects)
	}
}

// What the game master books is in force, and nobody gets mail. What they submit as their own orders is answered if
// their address is known.
func TestBooking(t *testing.T) {
	t.Parallel()
	for master, letters := range map[string]int{"leiter@example.org": 1, "": 0} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) {
			s.Masters = slices.DeleteFunc([]string{master}, func(m string) bool { return m == "" })
		})
		b.Sent("", worldtest.Day0)
		a, err := intake.Book(b.World, "$A\nhope\n", world.Payment{}, b.ClockAt)
		if err != nil || a.Fate != receipt.Taken || a.Good != 1 || a.Answered {
			t.Errorf("booked: %+v, %v", a, err)
		}
		if got, err := turns.SheetText(b.World, 0); err != nil || got != "$A\nhope\n" {
			t.Errorf("in force: %q, %v", got, err)
		}
		if got := b.Sent("", b.ClockAt); len(got) != 0 {
			t.Errorf("letters: %+v", got)
		}
		a, err = intake.Submit(b.World, 0, "$A\nhope\nhope\n", b.ClockAt)
		got := b.Sent("", b.ClockAt)
		if err != nil || a.Answered != (letters > 0) || len(got) != letters {
			t.Errorf("submitted: %+v, %v, %d letters", a, err, len(got))
		}
	}
}

// Orders by hand are refused for a realm that does not exist, for another realm, and for a wrong turn.
func TestSubmitNamesTheRealm(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	_, err := intake.Submit(b.World, 7, "$A\ndig 1\n", b.ClockAt)
	worldtest.WantError(t, err, faults.ErrRealm, "7")
	_, err = intake.Submit(b.World, 1, "$I 2 x\n$A\ndig 1\n", b.ClockAt)
	if err == nil || !strings.Contains(err.Error(), "2") {
		t.Errorf("another's: %v", err)
	}
	a, err := intake.Submit(b.World, 1, "$I 1 x 12\n$A\ndig 1\n", b.ClockAt)
	if err != nil || a.Fate != receipt.Refused || a.Reason.Code != "turn-not-yet" || a.Answered {
		t.Errorf("of another turn: %+v, %v", a, err)
	}
	b.Sent("", b.ClockAt)
	a, err = intake.Submit(b.World, 1, "$A\nswim\n", b.ClockAt)
	if err != nil || a.Fate != receipt.Kept || a.Answered || len(b.Sent("", b.ClockAt)) != 0 {
		t.Errorf("none good: %+v, %v", a, err)
	}
	if got, err := turns.SheetText(b.World, 1); err != nil || got != "" {
		t.Errorf("in force: %q, %v", got, err)
	}
}

// Orders that would be refused whatever is in them.
func TestUntimely(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	for of, want := range map[[2]int]string{{1, 0}: "", {1, 1}: "", {2, 0}: "not-asked", {1, 12}: "turn-not-yet",
		{1, 11}: "", {2, 2}: "", {0, 1}: "", {0, 12}: "turn-not-yet"} {
		if why, err := intake.Untimely(b.World, of[0], of[1]); err != nil || why.Code != want {
			t.Errorf("realm %d, turn %d: %s, %v, want %q", of[0], of[1], why.Code, err, want)
		}
	}
	_, err := intake.Untimely(b.World, 3, 0)
	worldtest.WantError(t, err, faults.ErrRealm)
	b.Advance(worldtest.Friday)
	for of, want := range map[[2]int]string{{2, 1}: "stale-turn", {1, 1}: "stale-turn-others", {0, 1}: "stale-turn",
		{2, 2}: "", {1, 2}: "not-asked"} {
		if why, err := intake.Untimely(b.World, of[0], of[1]); err != nil || why.Code != want {
			t.Errorf("in turn 2, realm %d, turn %d: %s, %v, want %q", of[0], of[1], why.Code, err, want)
		}
	}
}

// The newest report of a realm is its last one, even if it is not of the last turn. Report 0 is the first.
func TestTheNewestReport(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 3)
	newest := func(realm int) string {
		rep, err := turns.Report(b.World, realm, -1)
		if err != nil {
			return err.Error()
		}
		return strings.SplitN(string(rep.Text), ".", 2)[0]
	}
	for n, want := range []string{"Willkommen!\n Willkommen!\n", "Zug 1 Willkommen!\n", "Zug 1 Turn 2",
		"Zug 1 Turn 2"} {
		if n > 0 {
			b.Advance(worldtest.Friday.AddDate(0, 0, 7*n-7))
		}
		if got := newest(1) + " " + newest(2); got != want {
			t.Errorf("after %d turns: %q, want %q", n, got, want)
		}
	}
	if got := newest(9); !strings.Contains(got, "no such realm: 9") {
		t.Errorf("nobody's: %s", got)
	}
	if events := b.Events(3); len(events) != 0 {
		t.Errorf("%+v", events)
	}
}

// A world without a name is called by its folder. Its letters to the game master are in the first language.
func TestAWorldWithoutSettings(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	w, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, world.Settings{})
	must(t, err)
	s, err := gamemaster.StatusOf(w, worldtest.Day0)
	must(t, err)
	if s.Name != "world" || s.Title != "Zug 1" || s.Deadline.Location() != time.UTC {
		t.Errorf("%s, %s, %s", s.Name, s.Title, s.Deadline)
	}
}
