package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/conformance/relay"
	"weltentor/worlds/game"
)

// The two tiny games of the conformance suite, played as players play: by mail,
// through `cron`. They go through all of the machine that the first game, with
// everybody at once, does not need.

const (
	anna, bob, cilli = 1, 2, 3
)

func embeddedFor(t *testing.T) func(*play) office {
	return func(p *play) office {
		return newEmbedded(t, func() time.Time { return p.now }, "anna@demo.test", "bob@demo.test", "cilli@demo.test")
	}
}

func TestTwoPhases(t *testing.T)        { twoPhases(t, embeddedFor(t)) }
func TestOneAfterTheOther(t *testing.T) { oneAfterTheOther(t, embeddedFor(t)) }

// twoPhases plays a tournament of two rounds. High beats middle, so the first
// thrust of bout 1 is Anna's; it ends 3 to 1, bout 2 as the game master says.
func twoPhases(t *testing.T, open func(*play) office) {
	p := newPlay(t, duel.Rules(), "rounds = 2\n", nil, open)
	p.join("Anna", "anna@demo.test", "de", game.UTF8)
	p.join("Bob", "bob@demo.test", "en", game.PC)
	p.cron()
	p.says("Anna's report 0", p.begun(anna), "Willkommen, Anna! Du fichtst als Nummer 1, 2 Runden lang.")
	p.says("Bob's report 0", p.one(bob).body, "Welcome, Bob!")

	list := game.File{Name: "Liste.pdf", Type: "application/pdf", Data: []byte("%PDF-1.4\nAnnas Liste \x00\xff\n")}
	p.mail(anna, "$A\nhoch 4\n$N\n#2\nAuf ein gutes Gefecht, für Ruhm & Ehre!\n#E\n$S\nFreigabe\n", list)
	p.cron()
	p.says("Anna's receipt", p.one(anna).body, "Du stehst hoch, Mut 4.", "Du hast freigegeben.")
	p.none(bob)
	p.mail(bob, "$A\nmiddle 2\n$S\nrelease\n")
	p.cron()
	p.duelPaired(list)

	// Results: both must agree, and may mend. Anna's last mail names no bout,
	// so what she said of bout 1 stays.
	p.mail(anna, "$T\nG1 3 1\n")
	p.mail(bob, "$T\nG1 2 3\n$S\nrelease\n")
	p.cron()
	for realm, says := range map[int][2]string{
		anna: {"Gefecht 1: du 3, Gegner 1.", "du sagst 3 zu 1, dein Gegner 3 zu 2"},
		bob:  {"Bout 1: you 2, opponent 3.", "you say 2 to 3, your opponent 1 to 3"},
	} {
		all := ""
		for _, got := range p.fresh(realm) { // who contradicts reads it in his receipt
			all += got.body
		}
		p.says("a receipt", all, says[0])
		p.says("what differs", all, says[1])
	}
	p.mail(bob, "$T\nG1 1 3\n$S\nrelease\n")
	p.mail(anna, "$S\nFreigabe\n")
	p.cron()
	got := p.fresh(anna)
	if len(got) != 2 {
		t.Fatalf("Anna got %d letters, want a receipt and a report", len(got))
	}
	p.says("Anna's receipt", got[0].body, "Gefecht 1: du 3, Gegner 1.", "Du hast freigegeben.")
	p.says("Anna's report", got[1].files["DUEL.TXT"], "Gefecht 1: 3 zu 1.", "1 Anna                   3",
		"2 Bob                    1")
	if len(p.fresh(bob)) != 2 {
		t.Error("Bob did not get a receipt and a report")
	}
	p.duelSecondRound(list)
}

// duelPaired: who paired with whom is told to both, with the other's list.
func (p *play) duelPaired(list game.File) {
	p.t.Helper()
	report := p.one(anna)
	p.says("Anna's report", report.body, "Gefecht 1: du stehst hoch, Bob steht in der Mitte.",
		"der erste Stoß ist deiner")
	if len(report.files) != 2 || report.files["DUEL.TXT"] == "" ||
		!strings.Contains(report.files["Frist.ics"], "DTSTART:20260306T190000Z\r\n") {
		p.t.Errorf("Anna got the files %v, want the report and the deadline; her opponent has no list", report.files)
	}
	got := p.fresh(bob)
	if len(got) != 2 {
		p.t.Fatalf("Bob got %d letters, want a receipt and a report", len(got))
	}
	p.says("Bob's receipt", got[0].body, "You stand in the middle, courage 2.")
	p.says("Bob's report", got[1].body, "Anna stands high", "Anna has written to you.")
	if got[1].files["Liste.pdf"] != string(list.Data) {
		p.t.Errorf("Anna's list came to Bob as %q", got[1].files["Liste.pdf"])
	}
	// Bob reads on a PC: CP437 has ü at 0x81, lines end with CR LF.
	if text := got[1].files["DUEL.TXT"]; !strings.Contains(text, "f\x81r Ruhm & Ehre!\r\n") {
		p.t.Errorf("Bob's report is not in the charset of his computer: %q", text)
	}
}

// duelSecondRound: orders of the other phase do not count, deadlines pass, the
// game master speaks, and the end is the end.
func (p *play) duelSecondRound(list game.File) {
	p.t.Helper()
	p.mail(bob, "$T\nG1 0 5\n")
	p.cron()
	p.says("Bob's receipt", p.one(bob).body, "That does not belong to this part of the round; now: orders.",
		"Send them again after this turn is resolved, on Friday, 6 March 2026, 20:00 (Europe/Berlin) at the latest: "+
			"in turn 4 at the earliest.")
	p.none(anna)

	p.now = p.now.AddDate(0, 0, 14) // a deadline at which nobody had sent
	p.cron()
	p.says("Anna's report", p.one(anna).body, "Gefecht 2:")
	if got := p.one(bob).files["Liste.pdf"]; got != string(list.Data) {
		p.t.Errorf("in the second round Anna's list came to Bob as %q", got)
	}
	hand := p.t.TempDir() + "/result"
	if err := os.WriteFile(hand, []byte("$T\nG2 2 2\n"), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.done("submit", p.dir, hand, "--realm", "0")
	p.mail(anna, "$T\nG2 5 0\n")
	p.cron()
	p.one(anna)
	p.now = p.now.AddDate(0, 0, 14)
	p.cron()
	last := p.one(anna)
	p.says("Anna's last report", last.body, "Gefecht 2: 2 zu 2.", "Das Spiel ist zu Ende.")
	p.says("Bob's last report", p.one(bob).files["DUEL.TXT"], "1 Anna                   5",
		"2 Bob                    3")

	p.now = p.now.AddDate(0, 0, 14)
	p.cron()
	p.none(anna, bob)
	p.done("verify", p.dir)
	p.done("status", p.dir)
	p.inOrder()
}

// inOrder: every letter has an ID of its own, and answers name what they answer.
func (p *play) inOrder() {
	p.t.Helper()
	seen := map[string]bool{}
	for i := range p.players {
		p.players[i].read = 0
		for _, l := range p.fresh(i + 1) {
			if l.id == "" || seen[l.id] {
				p.t.Errorf("Message-ID %q of %q is missing or used twice", l.id, l.subject)
			}
			seen[l.id] = true
		}
	}
}

// oneAfterTheOther runs a race to 7. Anna's last run of 6 may end in a
// puddle, a step back: 2 + 6 − 1 is 7 all the same.
func oneAfterTheOther(t *testing.T, open func(*play) office) {
	p := newPlay(t, relay.Rules(), "goal = 7\n", map[string]string{"early": "true"}, open)
	p.join("Anna", "anna@demo.test", "de", game.UTF8)
	p.cron()
	p.one(anna)
	p.now = p.now.AddDate(0, 0, 14)
	p.cron() // nobody to run with yet: no turn, though the deadline has passed
	p.none(anna)
	p.join("Bob", "bob@demo.test", "en", game.PC)
	p.join("Cilli", "cilli@demo.test", "de", game.Amiga)
	p.cron()
	p.says("that the race begins", p.one(anna).body, "Das Spiel beginnt",
		"Zug 1: Anna läuft. Befehle bis Freitag, 20. März 2026")
	p.one(bob)
	p.one(cilli)

	p.mail(bob, "$A\nrun 2\n")
	p.cron()
	p.one(bob) // it is not his turn, and he is told
	p.none(anna, cilli)

	// A bad line holds the turn back, although early turns are allowed.
	p.mail(anna, "$A\nLauf 1\n$K\nAntwort vielleicht\n")
	p.cron()
	p.says("Anna's receipt", p.one(anna).body, "Du läufst 1 Schritt.", "Hier steht eine Zahl von 0 bis 6.")
	p.none(bob, cilli)
	p.mail(anna, "$A\nLauf 1\n$K\nAntwort 1\n")
	p.cron()
	if got := p.fresh(anna); len(got) != 2 {
		t.Fatalf("Anna got %d letters, want a receipt and a report", len(got))
	}
	p.says("Bob's report", p.one(bob).body, "Anna runs 1 step, to 1.", "turn 2: Bob runs")
	p.says("Cilli's report", p.one(cilli).body, "Anna läuft 1 Schritt bis 1.")

	// Bob misses his turn, and is passed over at the deadline.
	p.cron()
	p.none(anna, bob, cilli)
	p.now = p.now.AddDate(0, 0, 14)
	p.cron()
	for _, r := range []int{anna, cilli} {
		p.says("a report", p.one(r).body, "Bob bleibt stehen.", "Zug 3: Cilli läuft")
	}
	p.one(bob)

	// Cilli overtakes Anna, who is at 1 and answers with a step, as she said
	// in her own turn.
	p.mail(cilli, "$A\nrun 2\n")
	p.cron()
	p.says("Cilli's report", last(p.fresh(cilli)).body, "Cilli läuft 2 Schritte bis 2.",
		"Anna läßt sich nicht überholen und läuft 1 Schritt bis 2.")
	p.one(bob)
	p.one(anna)

	p.mail(anna, "$A\nLauf 6\n")
	p.cron()
	for _, r := range []int{anna, cilli} {
		p.says("a last report", last(p.fresh(r)).body, "Anna hat gewonnen.", "Das Spiel ist zu Ende.")
	}
	p.says("Bob's last report", p.one(bob).body, "Anna has won.")
	p.now = p.now.AddDate(0, 0, 14)
	p.cron()
	p.none(anna, bob, cilli)
	p.done("verify", p.dir)
	p.inOrder()
}

func last(letters []post) post {
	if len(letters) == 0 {
		return post{}
	}
	return letters[len(letters)-1]
}
