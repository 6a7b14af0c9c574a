package schedule_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// closes decides that the game is to be closed after a turn, or closes it at once.
func closes(b *worldtest.Game, after int, why string) {
	b.T.Helper()
	changed, err := schedule.Close(b.World, after, why, b.ClockAt)
	must(b.T, err)
	if !changed {
		b.T.Fatal("nothing changed")
	}
}

// closed reports whether the game is closed.
func closed(b *worldtest.Game) bool {
	b.T.Helper()
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(b.T, err)
	return s.Over && s.Closing != nil && !s.Closing.Closed.IsZero()
}

// ofKind are the letters of a kind.
func ofKind(sent []outbox.Draft, kind string) (out []outbox.Draft) {
	for _, d := range sent {
		if strings.HasPrefix(d.MessageID, "<"+kind+".") {
			out = append(out, d)
		}
	}
	return out
}

// letterTo returns the only letter to a realm among those that have left.
func letterTo(t *testing.T, sent []outbox.Draft, realm int) outbox.Draft {
	t.Helper()
	found := slices.DeleteFunc(slices.Clone(sent), func(d outbox.Draft) bool {
		return d.To != fmt.Sprintf("r%d@example.org", realm)
	})
	if len(found) != 1 {
		t.Fatalf("%d letters to realm %d of %d", len(found), realm, len(sent))
	}
	return found[0]
}

// A game that its game master closes after a turn goes on until then. The reports of that turn say that the game has
// ended. A last letter says why, also to fallen players.
func TestClosedAfterATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4)
	b.Fall(4)
	b.Sent("", b.ClockAt)
	closes(b, 2, "Der Winter kommt.")
	if closed(b) {
		t.Error("it is closed already")
	}
	told := b.Sent("", b.ClockAt)
	worldtest.WantRealms(t, "told", to(told), 1, 2, 3)
	if d := letterTo(t, told, 1); d.Subject != "[Bovistan Z1] Das Spiel soll geschlossen werden" || d.Text !=
		"Die Spielleitung schließt das Spiel nach Zug 2. Bis dahin geht alles weiter wie bisher.\n"+
			"Der Grund:\n  Der Winter kommt.\n" {
		t.Errorf("%q\n%s", d.Subject, d.Text)
	}
	if changed, err := schedule.Close(b.World, 2, "Der Winter  kommt.", b.ClockAt); err != nil || changed {
		t.Errorf("the same again: %t, %v", changed, err)
	}
	b.Send(1, "$I 1 PASSWORD 3\n$A\ndig 3\n", receipt.Ahead)
	b.Advance(worldtest.Friday)
	worldtest.Has(t, letterTo(t, b.Sent("report", worldtest.Friday), 2).Text, "The game closes after turn 2.")
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Advance(b.ClockAt)
	if !closed(b) {
		t.Fatal("it is not closed")
	}
	all := b.Sent("", b.ClockAt)
	reports := ofKind(all, "report")
	worldtest.WantRealms(t, "reports", to(reports), 1, 2, 3)
	if d := letterTo(t, reports, 1); !strings.Contains(d.Text, "Das Spiel ist zu Ende.") || d.Event != nil {
		t.Errorf("%s%+v", d.Text, d.Event)
	}
	last := ofKind(all, "deadline")
	worldtest.WantRealms(t, "last letters", to(last), 1, 2, 3, 4)
	if d := letterTo(t, last, 1); d.Subject != "[Bovistan Z2] Das Spiel ist geschlossen" || d.Text !=
		"Das Spiel ist geschlossen: Die Spielleitung hat es nach Zug 2 beendet.\nDer Grund:\n  Der Winter kommt.\n"+
			"Es werden keine Züge mehr ausgewertet und keine Befehle mehr angenommen. BERICHT, allein im Betreff, "+
			"bringt weiterhin Euren letzten Bericht. Was Ihr sonst schreibt, geht wie bisher an die Spielleitung.\n"+
			"Eure Befehle für spätere Züge zählen nicht mehr.\n" {
		t.Errorf("%q\n%s", d.Subject, d.Text)
	}
	if d := letterTo(t, last, 2); d.Subject != "[Bovistan T2] The game is closed" ||
		strings.Contains(d.Text, "Your orders") {
		t.Errorf("%q\n%s", d.Subject, d.Text)
	}
	if got := ofKind(all, "notice"); len(got) != 1 || !strings.Contains(got[0].Text, "nach Zug 2 beendet") {
		t.Errorf("the game master: %+v", got)
	}
}

// A closed game is over. No turn is resolved, not even by force, nobody is reminded, and nothing can be changed.
// Orders are answered, and services and questions still work.
func TestAClosedGameIsOver(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 3, func(s *world.Settings) { s.Reminder = 48 * time.Hour })
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	closes(b, 0, "Zu wenige Spieler.")
	last := b.Sent("deadline", b.ClockAt)
	worldtest.WantRealms(t, "last letters", to(last), 1, 2, 3)
	if d := letterTo(t, last, 2); !strings.Contains(d.Text, "the game master has ended it after turn 1.") ||
		!strings.Contains(d.Text, "Your orders for turns after that no longer count.") ||
		d.Event == nil || !d.Event.Off ||
		d.Event.Sequence != 1 {
		t.Errorf("%s%+v", d.Text, d.Event)
	}
	for _, force := range []bool{false, true} {
		if a, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 6), force); err != nil || a.Resolved ||
			a.Waits.Code != "waits-over" || len(a.Reminded) > 0 {
			t.Errorf("force %t: %+v, %v", force, a, err)
		}
	}
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 8)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Refused)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "The game has ended.")
	b.Send(2, "$I 2 PASSWORD 4\n$A\ndig 1\n", receipt.Refused)
	b.Sent("receipt", b.ClockAt)
	b.Asks(1, "BERICHT", "")
	if got := b.Sent("report", b.ClockAt); len(got) != 1 || !strings.Contains(string(got[0].Files[0].Data), "Zug 1.") {
		t.Errorf("the last report: %+v", got)
	}
	if a := b.Asks(1, "Schade", "Warum ist es schon vorbei? Es war so schön bei Euch."); a.Fate != receipt.PassedOn {
		t.Errorf("a question: %+v", a)
	}
	b.Sent("", b.ClockAt)
	for _, word := range []string{"PAUSE 2", "MORE TIME", "CLOSE yes", "SUBSTITUTE ann@example.org 2"} {
		b.Asks(2, word, "")
		if got := b.Sent("receipt", b.ClockAt); len(got) != 1 || len(worldtest.TokensIn(got[0].Subject, got[0].Text)) > 0 {
			t.Errorf("%s: %+v", word, got)
		}
	}
	if _, err := gamemaster.Edit(b.World, []string{"set", "3", "500"}, worldtest.Why, false, b.ClockAt); !errors.Is(err, faults.ErrEdit) ||
		!strings.Contains(err.Error(), "over") {
		t.Errorf("edit: %v", err)
	}
	if _, err := schedule.Close(b.World, 0, "again", b.ClockAt); !errors.Is(err, faults.ErrClose) {
		t.Errorf("closed again: %v", err)
	}
	if changed, err := schedule.CallOff(b.World, b.ClockAt); err != nil || changed {
		t.Errorf("called off: %t, %v", changed, err)
	}
	if _, err := turns.Hold(b.World, b.ClockAt, true); err != nil {
		t.Error(err)
	}
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || s.Held != nil || s.Turn != 2 || !s.Deadline.IsZero() {
		t.Errorf("%+v, %v", s, err)
	}
	b.Reopen(worldtest.Handful{})
	if !closed(b) {
		t.Error("opened again it goes on")
	}
	b.Verified()
}

// If a closing is called off before anybody was told, nobody is told. Otherwise those who know of it are.
func TestAClosingCalledOff(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", b.ClockAt)
	off := func() {
		t.Helper()
		if changed, err := schedule.CallOff(b.World, b.ClockAt); err != nil || !changed {
			t.Fatalf("%t, %v", changed, err)
		}
	}
	closes(b, 3, "x")
	closes(b, 2, "y")
	off()
	if got := b.Sent("", b.ClockAt); len(got) != 0 {
		t.Errorf("called off unsent: %+v", got)
	}
	closes(b, 3, "x")
	b.Sent("", b.ClockAt)
	closes(b, 1, "x")
	off()
	got := b.Sent("", b.ClockAt)
	worldtest.WantRealms(t, "told", to(got), 1, 2)
	if got[0].Subject != "[Bovistan Z1] Das Spiel geht weiter" || got[0].Text !=
		"Die Spielleitung hat anders entschieden: Das Spiel wird nach Zug 1 nicht geschlossen, es geht weiter.\n" {
		t.Errorf("%+v", got[0])
	}
	b.Advance(worldtest.Friday)
	if closed(b) {
		t.Error("it is closed")
	}
	if changed, err := schedule.CallOff(b.World, worldtest.Friday); err != nil || changed {
		t.Errorf("nothing to call off: %t, %v", changed, err)
	}
}

// If a game cannot be closed, the error says why, and nothing changes.
func TestClosingsRefused(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Advance(worldtest.Friday)
	before := b.Bytes()
	for _, c := range []struct {
		after      int
		why, fault string
	}{{1, "x", "turn 1 is over; turn 2 awaits orders"}, {2, " ", "the reason is missing"},
		{2, strings.Repeat("x", 301), "the reason is missing or too long"}} {
		_, err := schedule.Close(b.World, c.after, c.why, worldtest.Friday)
		if !errors.Is(err, faults.ErrClose) || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%d, %q: %v", c.after, c.why, err)
		}
	}
	if string(before) != string(b.Bytes()) {
		t.Error("the store has changed")
	}
	_, err := turns.Hold(b.World, worldtest.Friday.AddDate(0, 0, 7), true)
	must(t, err)
	if _, err := schedule.Close(b.World, 0, "x", worldtest.Friday.AddDate(0, 0, 7)); !errors.Is(err, faults.ErrTurnHeld) {
		t.Errorf("while a turn is held: %v", err)
	}
}

// A held turn is not announced, so nothing is closed before its letters are released. If it is taken back, the game is
// closed with the turn when it is resolved again.
func TestClosingAndAHeldTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	closes(b, 1, "x")
	_, err := turns.Hold(b.World, worldtest.Friday, true)
	must(t, err)
	if closed(b) {
		t.Error("closed while nobody has the report")
	}
	_, err = turns.Discard(b.World, "y", worldtest.Friday)
	must(t, err)
	_, err = turns.Hold(b.World, worldtest.Friday, true)
	must(t, err)
	b.Sent("", worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	_, _, err = turns.Release(b.World, b.ClockAt)
	must(t, err)
	if !closed(b) {
		t.Error("it is not closed")
	}
	worldtest.WantRealms(t, "last letters", to(b.Sent("deadline", b.ClockAt)), 1, 2)
}

// If the last turn of a closed game is taken back, the game goes on. It is closed with that turn again, unless that is
// called off. Orders for later turns are still there.
func TestUndoOfAClosedGame(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 3\n", receipt.Ahead)
	closes(b, 1, "x")
	b.Advance(worldtest.Friday)
	b.Sent("report", worldtest.Friday)
	b.Undo(worldtest.Friday.Add(time.Hour))
	if closed(b) {
		t.Fatal("it is closed still")
	}
	told := b.Sent("", b.ClockAt)
	worldtest.WantRealms(t, "told", to(told), 1, 2) // no last letter is among them
	worldtest.Has(t, letterTo(t, told, 2).Text, "The game closes after turn 1.")
	_, _, err := turns.Redo(b.World, worldtest.Friday.Add(2*time.Hour))
	must(t, err)
	b.ClockAt = worldtest.Friday.Add(2 * time.Hour)
	if !closed(b) {
		t.Fatal("it is not closed again")
	}
	b.Sent("", b.ClockAt)
	b.Undo(worldtest.Friday.Add(3 * time.Hour))
	if changed, err := schedule.CallOff(b.World, b.ClockAt); err != nil || !changed {
		t.Fatalf("%t, %v", changed, err)
	}
	_, _, err = turns.Redo(b.World, worldtest.Friday.Add(4*time.Hour))
	must(t, err)
	b.ClockAt = worldtest.Friday.Add(4 * time.Hour)
	if closed(b) {
		t.Fatal("called off, it is closed")
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if must(t, err); s.Turn != 2 || s.Realms[0].Sent.IsZero() {
		t.Errorf("%+v", s)
	}
	b.Verified()
}

// A game that is closed at once, while a turn awaits orders, ended with the turn before. That is the one that undo
// takes back.
func TestUndoOfAGameClosedAtOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	closes(b, 0, "x")
	b.Undo(worldtest.Friday.Add(2 * time.Hour))
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if s.Over || s.Turn != 1 || s.Closing == nil || s.Closing.After != 1 || !s.Closing.Closed.IsZero() {
		t.Errorf("%+v, closing %+v", s, s.Closing)
	}
}

// Those who wait for a realm are told that nobody joins any more, and no longer wait. A game can be closed before its
// first turn.
func TestClosedWithAWaitingList(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 1 })
	b.Says("ann@one.example", "Anmeldung "+b.Invited("ann@one.example", ""), "JA")
	b.Sent("", b.ClockAt)
	closes(b, 0, "x")
	all := b.Sent("", b.ClockAt)
	if len(all) != 2 {
		t.Fatalf("%+v", all)
	}
	worldtest.Has(t, letterTo(t, all, 1).Text, "hat es vor dem ersten Zug beendet.")
	for _, d := range all {
		if d.To == "ann@one.example" {
			worldtest.Has(t, d.Text, "Bovistan is closed, and nobody joins any more. You are no longer on its waiting list.")
		}
	}
	if rows, err := players.Signups(b.World); err != nil || len(rows) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, _, err := players.AddRealm(b.World, game.Joining{Name: "Late"}, "late@example.org", b.ClockAt); err == nil {
		t.Error("somebody joins")
	}
}

// A realm of a closed game can change hands. Its new player gets its last report, and the game stays closed.
func TestAClosedGameChangesHands(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Legend: true}, 2)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	closes(b, 0, "x")
	b.Sent("", b.ClockAt)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Ann", Mail: "ann@example.org", Lang: "de"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	if !closed(b) {
		t.Error("it is closed no longer")
	}
	b.Verified()
	if d := b.Help(1, "HILFE"); !strings.Contains(d.Text, "GS: Goldstücke von") {
		t.Errorf("the legend is missing in\n%s", d.Text)
	}
}

// voting is a world in which players can close the game.
func voting(s *world.Settings) { s.ClosingVote = true }

// votes lets a realm vote and confirm it, and returns the answer. rest has the letters to others.
func votes(b *worldtest.Game, realm int, word string) (answer string, rest []outbox.Draft) {
	b.T.Helper()
	b.Sent("", b.ClockAt)
	code := b.Token(realm, word)
	b.Asks(realm, "Re: "+code, "Ja\n")
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.HasPrefix(d.MessageID, "<receipt.") {
			answer = d.Text
		} else {
			rest = append(rest, d)
		}
	}
	return answer, rest
}

// All players in the game must want it, including those who are not asked this turn or are away. Then the game closes
// after the turn that awaits orders. All learn how many want it, but not who.
func TestClosedByVote(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 4, voting)
	b.Fall(4)
	b.Away(3, 9)
	b.Sent("", b.ClockAt)
	answer, rest := votes(b, 1, "SCHLUSS ja")
	worldtest.Has(t, answer, "Eure Stimme ist notiert: Ihr wünscht, dass das Spiel vorzeitig geschlossen wird. SCHLUSS nein "+
		"nimmt sie zurück.\n1 von 3 Reichen wünscht, dass das Spiel vorzeitig geschlossen wird.\n")
	if len(rest) != 0 {
		t.Errorf("others are told %+v", rest)
	}
	votes(b, 2, "CLOSE yes")
	if d, err := gamemaster.PlayerOf(b.World, 2).Data(); err != nil ||
		!strings.Contains(d.Print(time.UTC), "Vote to close the game early: yes.") {
		t.Errorf("what is kept of the player lacks the vote: %v", err)
	}
	b.Asks(2, "close yes please", "")
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "2 of 3 realms want to close the game early.")
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if must(t, err); s.Votes == nil || *s.Votes != (gamemaster.VotesStatus{For: 2, Of: 3}) || s.Closing != nil {
		t.Errorf("%+v %+v", s.Votes, s.Closing)
	}
	b.Advance(worldtest.Friday)
	worldtest.Has(t, b.Sent("report", worldtest.Friday)[0].Text, "2 von 3 Reichen wünschen, dass das Spiel vorzeitig geschlossen wird. "+
		"SCHLUSS ja, allein im Betreff, stimmt dafür, SCHLUSS nein nimmt die Stimme zurück.\n")
	answer, rest = votes(b, 3, "SCHLUSS ja")
	worldtest.Has(t, answer, "3 von 3 Reichen wünschen",
		"Es wird nach Zug 2 geschlossen. Bis dieser Zug ausgewertet ist, kann jeder")
	if worldtest.WantRealms(t, "told", to(rest), 0, 1, 2); t.Failed() {
		return
	}
	worldtest.Has(t, letterTo(t, rest, 2).Text, "All players want to close the game: it closes after turn 2.")
	if !strings.Contains(rest[0].Text, "SL SCHLUSS nein oder ruft") {
		t.Errorf("%+v", rest)
	}
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Advance(b.ClockAt)
	if !closed(b) {
		t.Fatal("it is not closed")
	}
	var last []outbox.Draft
	for _, d := range b.Sent("", b.ClockAt) {
		if strings.Contains(d.Subject, "The game is closed") {
			last = append(last, d)
		}
	}
	worldtest.WantRealms(t, "last letters in English", to(last), 2, 4)
	worldtest.Has(t, last[0].Text, "The game is closed after turn 2: all players wanted it.\n")
	votes := 0
	list, err := b.History(1)
	must(t, err)
	for _, e := range list {
		if e.What.Code == "log.vote" {
			votes++
			if e.Realm != 0 {
				t.Errorf("the log says who voted: %+v", e)
			}
		}
	}
	if votes != 3 {
		t.Errorf("%d votes are in the log", votes)
	}
}

// A vote that is taken back in time keeps the game open. So does a new player who has not voted.
func TestAVoteTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	b.Sent("", b.ClockAt)
	votes(b, 1, "SCHLUSS ja")
	votes(b, 2, "CLOSE yes")
	answer, rest := votes(b, 1, "SCHLUSS nein")
	worldtest.Has(t, answer, "Ihr wünscht nicht, dass das Spiel vorzeitig geschlossen wird.\n1 von 2 Reichen wünscht")
	worldtest.Has(t, letterTo(t, rest, 2).Text, "Not all players want to close the game any more: it is not "+
		"closed after turn 1, it goes on.\n")
	votes(b, 1, "SCHLUSS ja")
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Ann", Mail: "ann@example.org", Lang: "en"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	if closed(b) {
		t.Fatal("it is closed against the vote of who came")
	}
	worldtest.Has(t, letterTo(t, b.Sent("deadline", worldtest.Friday), 1).Text, "Nicht mehr alle Spieler wünschen")
}

// The player who did not want it has left, so all others do. They have one more turn to reconsider.
func TestAVoteThatBecomesUnanimous(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	votes(b, 1, "SCHLUSS ja")
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	b.Advance(worldtest.Friday)
	if closed(b) {
		t.Fatal("closed without a word before")
	}
	worldtest.Has(t, letterTo(t, b.Sent("deadline", worldtest.Friday), 1).Text, "Es wird nach Zug 2 geschlossen.")
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
	b.Advance(b.ClockAt)
	if !closed(b) {
		t.Error("it is not closed")
	}
}

// The game master's decision overrides the votes. Calling off a vote takes all votes back.
func TestTheGameMasterAndTheVote(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, voting)
	votes(b, 1, "SCHLUSS ja")
	if changed, err := schedule.CallOff(b.World, b.ClockAt); err != nil || !changed {
		t.Fatalf("%t, %v", changed, err)
	}
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || s.Closing != nil || s.Votes.For != 0 {
		t.Errorf("%+v, %+v, %v", s.Closing, s.Votes, err)
	}
	closes(b, 5, "x")
	b.Sent("", b.ClockAt)
	b.Asks(1, "SCHLUSS ja", "")
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Die Spielleitung schließt das Spiel nach Zug 5.")
}

// A realm without a vote is told so, and no code is sent.
func TestNoVote(t *testing.T) {
	t.Parallel()
	says := func(b *worldtest.Game, realm int, word, want string) {
		t.Helper()
		b.Sent("", b.ClockAt)
		b.Asks(realm, word, "")
		got := b.Sent("receipt", b.ClockAt)
		if len(got) != 1 || len(worldtest.TokensIn(got[0].Subject, got[0].Text)) > 0 {
			t.Fatalf("%s: %+v", word, got)
		}
		worldtest.Has(t, got[0].Text, want)
	}
	off := worldtest.Found(t, worldtest.Tiny{}, 1)
	says(off, 1, "SCHLUSS ja", "In diesem Spiel stimmen die Spieler nicht darüber ab, ob es geschlossen wird.")
	says(off, 1, "SCHLUSS", "In diesem Spiel stimmen die Spieler nicht darüber ab")
	b := worldtest.Found(t, worldtest.Tiny{}, 3, voting)
	says(b, 1, "SCHLUSS", "Zurzeit wünscht kein Reich, dass das Spiel vorzeitig geschlossen wird.")
	says(b, 1, "SCHLUSS nein", "Ihr wünscht nicht")
	b.Fall(3)
	says(b, 3, "SCHLUSS ja", "Ihr habt keine Stimme: Euer Reich bekommt keine Züge mehr.")
	early := worldtest.Found(t, worldtest.Tiny{Least: 2}, 1, voting)
	says(early, 1, "SCHLUSS ja", "Das Spiel hat noch nicht begonnen")
}

// If there are two codes for opposite votes, the one that comes back counts, and the other becomes void.
func TestOppositeCodes(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	b.Sent("", b.ClockAt)
	votes(b, 1, "SCHLUSS ja")
	yes := b.Token(2, "CLOSE yes")
	b.Asks(2, "Re: "+b.Token(2, "CLOSE yes"), "Ja\n")
	b.Sent("", b.ClockAt)
	votes(b, 2, "CLOSE no")
	b.Asks(2, "Re: "+yes, "Ja\n")
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || s.Votes.For != 1 || s.Closing != nil {
		t.Errorf("an old code votes: %+v, %+v, %v", s.Votes, s.Closing, err)
	}
}

// If votes are switched off, votes that were given stay. They can be taken back, but no new ones can be given.
func TestVotesAreSwitchedOff(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	votes(b, 1, "SCHLUSS ja")
	votes(b, 2, "CLOSE yes")
	b.Reopen(worldtest.Tiny{})
	answer, _ := votes(b, 2, "CLOSE no")
	worldtest.Has(t, answer, "1 of 2 realms wants to close the game early.")
	b.Asks(2, "CLOSE yes", "")
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "In this game the players do not vote on closing it.")
}

// A substitute has no vote, and gets the last letter as the player does.
func TestASubstituteHasNoVote(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t, voting)
	b.OrdersFrom(worldtest.Ann, "", func(l *letter.Letter) { l.Subject = "CLOSE yes" })
	got := b.Sent("receipt", b.ClockAt)
	if len(got) != 1 || len(worldtest.TokensIn(got[0].Subject, got[0].Text)) > 0 {
		t.Fatalf("%+v", got)
	}
	worldtest.Has(t, got[0].Text, "Only the player votes on closing the game.")
	closes(b, 0, "x")
	var last []string
	for _, d := range b.Sent("deadline", b.ClockAt) {
		last = append(last, d.To)
	}
	slices.Sort(last)
	if !slices.Equal(last, []string{worldtest.Ann, "r1@example.org", "r2@example.org", "r3@example.org"}) {
		t.Errorf("last letters to %v", last)
	}
}

// Codes for votes count towards the limit of codes. Beyond it none are sent, and the bare word still works.
func TestVotesWithinLimits(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	b.Sent("", b.ClockAt)
	codes := 0
	for range 5 {
		b.Asks(2, "CLOSE yes", "")
		for _, d := range b.Sent("receipt", b.ClockAt) {
			codes += len(worldtest.TokensIn(d.Subject))
		}
	}
	if codes != 3 {
		t.Errorf("%d codes in an hour", codes)
	}
	b.Asks(2, "CLOSE", "")
	if got := b.Sent("receipt", b.ClockAt); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// A pause ends with the game, and letters about a coming closing that have not left are withdrawn.
func TestAPauseEndsWithTheGame(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", b.ClockAt)
	b.Paused(time.Time{}, b.ClockAt)
	b.Sent("", b.ClockAt)
	closes(b, 4, "x")
	closes(b, 0, "y")
	for _, d := range b.Sent("", b.ClockAt) {
		if !strings.HasSuffix(d.Subject, "is closed") && !strings.HasSuffix(d.Subject, "ist geschlossen") {
			t.Errorf("also %q", d.Subject)
		}
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if must(t, err); s.Paused != nil {
		t.Errorf("paused %+v", s.Paused)
	}
}

// A game that its rules end needs no closing: what was planned is forgotten, and no last letter is sent.
func TestTheRulesEndAGameThatWasToBeClosed(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Fault: "over"}, 2)
	closes(b, 1, "x")
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	if got := b.Sent("deadline", worldtest.Friday); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || !s.Over || s.Closing != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// If nobody plays any more, there are no votes that could close the game.
func TestNobodyVotes(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, voting)
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	b.Advance(worldtest.Friday)
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || s.Closing != nil {
		t.Errorf("%+v, %v", s.Closing, err)
	}
}

// bidsClosed lets the game master close the game at once by mail, and returns the letters that are sent.
func bidsClosed(b *worldtest.Game) []outbox.Draft {
	b.T.Helper()
	asked := worldtest.BidsFor("GM CLOSE now", "Nobody plays any more.\n")(b)
	l := b.Letter(1, "Yes.\n")
	l.From, l.Subject, l.References = "leiter@example.org", "Re: "+asked.Subject, asked.MessageID
	b.Accept(l)
	return b.Sent("", b.ClockAt)
}

// A game that is closed at once by mail closes a day later. Players are told at once, and turns go on until then. It
// can be called off by mail and by hand. When the day is over, all are told that the game is closed.
func TestClosedAtOnceByMail(t *testing.T) {
	t.Parallel()
	english := func(s *world.Settings) { s.Lang = phrase.En }
	b := worldtest.Found(t, worldtest.Tiny{}, 2, english)
	b.Sent("", b.ClockAt)
	told := bidsClosed(b)
	if len(told) != 3 || told[2].To != "leiter@example.org" {
		t.Fatalf("%+v", told)
	}
	worldtest.Has(t, told[0].Text, "Die Spielleitung schließt das Spiel am Dienstag, 24. November 2026, 13:00 Uhr", "Nobody plays any more.")
	worldtest.Has(t, told[1].Text, "The game master closes the game on Tuesday, 24 November 2026, 13:00")
	worldtest.Has(t, told[2].Text, "The game closes on Tuesday, 24 November 2026, 13:00", "GM CLOSE no")
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if s.Over || s.Closing == nil || !s.Closing.Due.Equal(b.ClockAt.AddDate(0, 0, 1)) {
		t.Errorf("%+v", s.Closing)
	}
	worldtest.Has(t, b.Bids("GM STATUS"), "The game closes on Tuesday, 24 November 2026, 13:00")

	// It is called off by hand, then by mail, and then requested once more.
	changed, err := schedule.CallOff(b.World, b.ClockAt)
	must(t, err)
	off := b.Sent("", b.ClockAt)
	if !changed || len(off) != 2 {
		t.Fatalf("%t %+v", changed, off)
	}
	worldtest.Has(t, off[1].Text, "the game is not closed, it goes on.")
	b.ClockAt = b.ClockAt.Add(time.Hour)
	bidsClosed(b)
	no := worldtest.BidsFor("GM CLOSE no", "")(b)
	l := b.Letter(1, "yes\n")
	l.From, l.Subject = "leiter@example.org", "Re: "+no.Subject
	b.Accept(l)
	if off = b.Sent("", b.ClockAt); len(off) != 3 {
		t.Fatalf("%+v", off)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	bidsClosed(b)

	// Until then orders count. A minute before, nothing is closed.
	due := b.ClockAt.AddDate(0, 0, 1)
	b.ClockAt = due.Add(-time.Minute)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	b.Waits(b.ClockAt, "waits-deadline")
	b.Waits(due, "waits-over")
	last := b.Sent("", due)
	if len(last) != 2 {
		t.Fatalf("%+v", last)
	}
	worldtest.Has(t, last[1].Text, "The game is closed: the game master has ended it before the first turn.")
	if s, err = gamemaster.StatusOf(b.World, due); err != nil || !s.Over || s.Closing.Closed.IsZero() || !s.Closing.Due.IsZero() {
		t.Errorf("%+v, %v", s.Closing, err)
	}
	b.Verified()
}

// A turn that is resolved before that goes on as usual. The command closes the game at once, whatever was requested by
// mail.
func TestClosedAtOnceByMailAfterATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.ClockAt = worldtest.Friday.Add(-time.Hour)
	b.Sent("", b.ClockAt)
	bidsClosed(b)
	b.Advance(worldtest.Friday)
	worldtest.Has(t, b.Sent("report", worldtest.Friday)[1].Text, "The game closes on Saturday, 28 November 2026, 17:00")
	changed, err := schedule.Close(b.World, 0, "Nobody plays any more.", worldtest.Friday)
	must(t, err)
	last := b.Sent("", worldtest.Friday)
	if !changed || len(last) != 2 {
		t.Fatalf("%t %+v", changed, last)
	}
	worldtest.Has(t, last[1].Text, "the game master has ended it after turn 1.")
	b.Verified()
}
