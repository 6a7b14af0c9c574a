package players_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A realm that was given to somebody else is theirs in every letter. It gives away nothing of the former player, who
// is told by one letter.
func TestARealmChangesHands(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	ulis := roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En} // realm 1 reads German until then
	must(t, players.HandTo(b.World, 1, ulis, worldtest.Day0.Add(time.Hour)))
	got := b.Sent("", worldtest.Day0.Add(time.Hour))
	wantTo := []string{"r1@example.org", "uli@example.org"}
	for i, d := range got {
		if i >= len(wantTo) || d.To != wantTo[i] {
			t.Fatalf("letter %d to %s: %s", i, d.To, d.Text)
		}
	}
	if d := got[0]; d.ToName != "Spieler 1" || d.Subject != "[Bovistan] Ihr spielt nicht mehr mit" ||
		!strings.Contains(d.Text, "Die Spielleitung hat Euch Reich 1 Reich1 in Bovistan entzogen.") {
		t.Errorf("the farewell: %q\n%s", d.Subject, d.Text)
	}
	if d := got[1]; d.ToName != "Uli" || !strings.Contains(d.Text, "\nThe game is Digging. All dig at once.\n") ||
		!strings.Contains(d.Text, "turn 1") || !strings.Contains(d.Text, "\n  $I 1 ") {
		t.Errorf("the first letter is %s's:\n%s", d.ToName, d.Text)
	}
	if list, err := players.Realms(b.World); err != nil || list[0].Player != "Uli" || list[0].Lang != phrase.En ||
		list[1].Player != "Spieler 2" {
		t.Errorf("%+v, %v", list, err)
	}

	// The former player writes with the former password.
	b.ClockAt = worldtest.Day0.Add(2 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.WrongWord)
	if warned := b.Sent("", b.ClockAt); len(warned) != 1 || warned[0].To != "uli@example.org" ||
		strings.Contains(warned[0].Text, "r1@") {
		t.Errorf("the successor is told %+v", warned)
	}
	b.Verified()
	b.Advance(worldtest.Friday)
	b.Verified()
	if got := b.Sent("report", worldtest.Friday); len(got) != 2 || got[0].To != "uli@example.org" || got[0].ToName != "Uli" {
		t.Errorf("%+v", got)
	}
}

// A realm without a player holds nothing up, is sent nothing, and misses no turn for the machine. The rules get no
// sheet for it. Its next player gets its last report.
func TestARealmWithoutAPlayer(t *testing.T) {
	t.Parallel()
	early := func(s *world.Settings) { s.Early, s.Reminder, s.Grace = true, 24*time.Hour, 24*time.Hour }
	b := worldtest.Found(t, worldtest.Tiny{}, 3, early)
	b.Sent("", worldtest.Day0)
	must(t, players.Vacate(b.World, 3, worldtest.Day0.Add(time.Hour)))
	if got := b.Sent("", worldtest.Day0.Add(time.Hour)); len(got) != 1 || got[0].To != "r3@example.org" {
		t.Errorf("%+v", got)
	}
	worldtest.WantError(t, players.Vacate(b.World, 3, worldtest.Day0.Add(time.Hour)), faults.ErrVacant)
	worldtest.WantError(t, players.Vacate(b.World, 9, worldtest.Day0.Add(time.Hour)), faults.ErrRealm)
	worldtest.WantError(t, players.AddMail(b.World, 3, "x@example.org"), faults.ErrVacant)
	_, err := players.ResetPassword(b.World, 3)
	worldtest.WantError(t, err, faults.ErrVacant)
	b.ClockAt = worldtest.Friday.Add(-20 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(3, "$I 3 PASSWORD\n$A\ndig 1\n", receipt.Stranger)
	b.Sent("", b.ClockAt)
	worldtest.WantRealms(t, "reminded", b.Waits(b.ClockAt, "waits-deadline").Reminded, 2)
	b.Sent("", b.ClockAt)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if a, err := intake.Submit(b.World, 3, "$A\ndig 2\n", b.ClockAt); err != nil || a.Answered { // by the game master
		t.Errorf("%+v, %v", a, err)
	}
	b.Sent("", b.ClockAt)
	b.Advance(b.ClockAt) // everybody who is there has sent orders
	if got := b.Sent("report", b.ClockAt); len(got) != 2 {
		t.Errorf("%d reports", len(got))
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if r := s.Realms[2]; !r.Vacant || r.Missed != 0 || r.Player != "" || len(r.Mail) != 0 {
		t.Errorf("%+v", r)
	}
	b.Verified()

	must(t, players.HandTo(b.World, 3, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.org", Lang: phrase.De}, b.ClockAt))
	got := b.Sent("", b.ClockAt)
	if len(got) != 2 || got[0].To != "neu@example.org" || got[1].Subject != "[Bovistan Z1] Bericht für Reich3" ||
		got[1].ToName != "Neu" {
		t.Errorf("%+v", got)
	}
	worldtest.WantRealms(t, "who is waited for", missing(b, b.ClockAt), 1, 2, 3)
	// If no player is left at all, turns do not follow each other at once.
	for n := range 3 {
		must(t, players.Vacate(b.World, n+1, b.ClockAt))
	}
	b.Sent("", b.ClockAt)
	b.Waits(b.ClockAt, "waits-nobody")
}

// Somebody who takes a realm over after a turn is told so, and whose orders its last report is about, and gets the
// legend. Before the first turn they get report 0, which has all that.
func TestASuccessorKnowsWhatHeTakesOver(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Legend: true}, 2)
	const took = "\nYou take over the realm as it is. Its last report comes in a letter of its own; the orders " +
		"in that report are your predecessor's.\n"
	welcome := func() string {
		t.Helper()
		b.Sent("", b.ClockAt)
		must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, b.ClockAt))
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == "uli@example.org" {
				return d.Text
			}
		}
		return ""
	}
	if text := welcome(); strings.Contains(text, took) || strings.Contains(text, "gold pieces") ||
		!strings.HasPrefix(text, "Willkommen!\n") {
		t.Errorf("before the first turn:\n%s", text)
	}
	b.ClockAt = worldtest.Friday
	b.Advance(worldtest.Friday)
	if text := welcome(); !strings.Contains(text, took) || strings.Contains(text, "begins your game") ||
		!strings.HasSuffix(strings.TrimSpace(text), "\n\nGP: gold pieces of Reich1") {
		t.Errorf("after a turn:\n%s", text)
	}
}

// missing lists the realms that owe orders.
func missing(b *worldtest.Game, now time.Time) (out []int) {
	b.T.Helper()
	s, err := gamemaster.StatusOf(b.World, now)
	must(b.T, err)
	for _, r := range s.Realms {
		if r.Asked && r.Sent.IsZero() && !r.Vacant && !r.Absent(s.Turn) {
			out = append(out, r.Number)
		}
	}
	return out
}

// The game master can mark a player as away, just as the player can.
func TestAwayByTheMaster(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Early = true })
	b.Sent("", worldtest.Day0)
	until, _, err := schedule.Away(b.World, 2, 2, worldtest.Day0.Add(time.Hour))
	must(t, err)
	if got := b.Sent("", worldtest.Day0.Add(time.Hour)); until != 2 || len(got) != 1 || got[0].To != "r2@example.org" ||
		!strings.Contains(got[0].Text,
			"The game master has set this for you.\nYour pause is set: 2 turns, up to and including turn 2.") {
		t.Errorf("until %d: %+v", until, got)
	}
	worldtest.WantRealms(t, "who owes", missing(b, worldtest.Day0.Add(time.Hour)), 1)
	b.ClockAt = worldtest.Day0.Add(2 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(b.ClockAt)
	if _, _, err := schedule.Away(b.World, 2, 0, b.ClockAt); err != nil {
		t.Error(err)
	}
	worldtest.WantRealms(t, "who owes", missing(b, b.ClockAt), 1, 2)
	_, _, err = schedule.Away(b.World, 9, 1, b.ClockAt)
	worldtest.WantError(t, err, faults.ErrRealm)
}

// A new player of a realm reads its last report in their own language and under their own name. It is the same when
// they ask for it later. A letter to the former player that has not left stays as it was. A report of other rules
// cannot be written anew: then they get it as it is, and report 0 as well.
func TestTheLastReportIsToldAnew(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, b.ClockAt))
	got := b.Sent("report", b.ClockAt) // realm 1 German until then
	if len(got) != 3 || got[0].To != "r1@example.org" || !strings.HasPrefix(got[0].Text, "Du hast ") ||
		!strings.HasPrefix(string(got[0].Files[0].Data), "Zug 1. Im Schatz: ") {
		t.Fatalf("the former player's own: %+v", got)
	}
	gold := strings.TrimSuffix(strings.TrimPrefix(strings.SplitN(got[0].Text, "\n", 2)[0], "Du hast "), " Gold.")
	told := func(what string, d outbox.Draft) {
		t.Helper()
		if d.To != "uli@example.org" || !strings.HasPrefix(d.Text, "You have "+gold+" gold, Uli.\n") ||
			string(d.Files[0].Data) != "Turn 1. In the treasury: "+gold+"\n" {
			t.Errorf("%s: %+v", what, d)
		}
	}
	told("his first paper", got[2])
	l := b.Letter(1, "REPORT\n")
	l.From = "uli@example.org"
	b.Accept(l)
	told("asked for again", b.Sent("report", b.ClockAt)[0])
	if rep, err := turns.Report(b.World, 1, 1); err != nil || !strings.HasPrefix(string(rep.Text), "Zug 1.") {
		t.Errorf("the stored one: %s, %v", rep.Text, err)
	}
	b.Verified()

	b.Reopen(worldtest.Tiny{Edition: 2})
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.org", Lang: phrase.De}, b.ClockAt))
	got = b.Sent("report", b.ClockAt)
	if len(got) != 2 || got[0].Subject != "[Bovistan] Willkommen: Ihr spielt Reich1" ||
		got[1].Subject != "[Bovistan Z1] Bericht für Reich1" || !strings.HasPrefix(got[1].Text, "Du hast ") {
		t.Errorf("of other rules: %+v", got)
	}
}

// Realms that nobody plays go to several players at once, all of them or none; nobody loses one by that.
func TestRealmsAreHandedOut(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4)
	b.Sent("", worldtest.Day0)
	at := worldtest.Day0.Add(time.Hour)
	for _, realm := range []int{1, 2, 3} {
		must(t, players.Vacate(b.World, realm, at))
	}
	b.Sent("", at)
	to := func(realm int, player, mail string) players.Handed {
		return players.Handed{Realm: realm, To: roster.ApplicantRow{Player: player, Mail: mail, Lang: phrase.En}}
	}
	before := b.Sent("", at)
	err := players.HandOut(b.World, []players.Handed{to(1, "Uli", "uli@example.org"), to(4, "Eva", "eva@example.org"),
		to(9, "Eva", "eva@example.org"), to(2, "", "eva@example.org"), to(3, "Eva", b.World.Settings.Address)}, at)
	refused, is := errors.AsType[roster.Refusals](err)
	if !is || len(refused) != 4 {
		t.Fatalf("%v", err)
	}
	for i, want := range []string{"realm 4 has a player already", "there is no realm 9 that could be played", "name", "an address of the game itself"} {
		if refused[i].At != i+1 || !strings.Contains(refused[i].Err.Error(), want) {
			t.Errorf("line %d: %v, want %s", refused[i].At, refused[i].Err, want)
		}
	}
	if got := b.Sent("", at); len(got) != len(before) {
		t.Errorf("a letter has left: %+v", got)
	}
	must(t, players.HandOut(b.World, []players.Handed{to(3, "Uli", "uli@example.org"), to(1, "Uli", "uli@example.org")}, at))
	got := b.Sent("", at)
	if len(got) != 2 || got[0].To != "uli@example.org" || !strings.Contains(got[0].Text, "\n  $I 3 ") || !strings.Contains(got[1].Text, "\n  $I 1 ") {
		t.Errorf("%+v", got)
	}
	list, err := players.Realms(b.World)
	must(t, err)
	for i, want := range []string{"Uli", "", "Uli", "Spieler 4"} {
		if list[i].Player != want {
			t.Errorf("realm %d is played by %q, want %q", i+1, list[i].Player, want)
		}
	}
	b.Verified()
}
