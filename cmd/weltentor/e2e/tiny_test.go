package e2e

import (
	"os"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// The tiny game of the conformance suite, played by mail through `cron` as players play it. It uses the parts of the
// machine that the first game, with everybody at once, does not need.

// play is a game by mail that is played to its end.
type play struct{ *stage.Play }

func TestTwoPhases(t *testing.T) {
	t.Parallel()
	twoPhases(t, stage.EmbeddedFor(t))
}

// twoPhases plays a tournament of two rounds. High beats middle, so the first thrust of bout 1 is Anna's. It ends 3 to
// 1, and bout 2 as the game master says.
func twoPhases(t *testing.T, open func(*stage.Play) stage.Office) {
	p := &play{stage.NewPlay(t, stage.RuledBy(t, "duel"), "rounds = 2\n", nil, open)}
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Cron()
	p.Says("Anna's report 0", p.Begun(stage.Anna), "Willkommen, Anna! Du fichtst als Nummer 1, 2 Runden lang.")
	p.Says("Bob's report 0", p.One(stage.Bob).Body, "Welcome, Bob!")

	list := game.File{Name: "Liste.pdf", Type: "application/pdf", Data: []byte("%PDF-1.4\nAnnas Liste \x00\xff\n")}
	p.Mail(stage.Anna, "$A\nhoch 4\n$N\n#2\nAuf ein gutes Gefecht, für Ruhm & Ehre!\n#E\n$S\nFreigabe\n", list)
	p.Cron()
	p.Says("Anna's receipt", p.One(stage.Anna).Body, "Du stehst hoch, Mut 4.", "Freigabe: ja.")
	p.None(stage.Bob)
	p.Mail(stage.Bob, "$A\nmiddle 2\n$S\nrelease\n")
	p.Cron()
	p.duelPaired(list)

	// Results: both must agree, and may correct theirs. Anna's last mail names no bout, so what she said about bout 1
	// stays.
	p.Mail(stage.Anna, "$T\nG1 3 1\n")
	p.Mail(stage.Bob, "$T\nG1 2 3\n$S\nrelease\n")
	p.Cron()
	for realm, says := range map[int][2]string{
		stage.Anna: {"Gefecht 1: du 3, Gegner 1.", "du sagst 3 zu 1, dein Gegner 3 zu 2"},
		stage.Bob:  {"Bout 1: you 2, opponent 3.", "you say 2 to 3, your opponent 1 to 3"},
	} {
		all := ""
		for _, got := range p.Fresh(realm) { // those who contradict each other read so in their receipts
			all += got.Body
		}
		p.Says("a receipt", all, says[0])
		p.Says("what differs", all, says[1])
	}
	p.Mail(stage.Bob, "$T\nG1 1 3\n$S\nrelease\n")
	p.Mail(stage.Anna, "$S\nFreigabe\n")
	p.Cron()
	got := p.Fresh(stage.Anna)
	if len(got) != 2 {
		t.Fatalf("Anna got %d letters, want a receipt and a report", len(got))
	}
	p.Says("Anna's receipt", got[0].Body, "Gefecht 1: du 3, Gegner 1.", "Freigabe: ja.")
	p.Says("Anna's report", got[1].Files["ERGEBNIS.TXT"], "Gefecht 1: 3 zu 1.", "1 Anna                   3",
		"2 Bob                    1")
	if len(p.Fresh(stage.Bob)) != 2 {
		t.Error("Bob did not get a receipt and a report")
	}
	p.duelSecondRound(list)
}

// duelPaired: both are told whom they fence with, and get the other's list.
func (p *play) duelPaired(list game.File) {
	p.T.Helper()
	report := p.One(stage.Anna)
	p.Says("Anna's report", report.Body, "Gefecht 1: du stehst hoch, Bob steht in der Mitte.",
		"der erste Stoß ist deiner")
	if len(report.Files) != 2 || report.Files["ERGEBNIS.TXT"] == "" ||
		!strings.Contains(report.Files["Frist.ics"], "DTSTART:20260306T190000Z\r\n") {
		p.T.Errorf("Anna got the files %v, want the report and the deadline; her opponent has no list", report.Files)
	}
	got := p.Fresh(stage.Bob)
	if len(got) != 2 {
		p.T.Fatalf("Bob got %d letters, want a receipt and a report", len(got))
	}
	p.Says("Bob's receipt", got[0].Body, "You stand in the middle, courage 2.")
	p.Says("Bob's report", got[1].Body, "Anna stands high", "Message from Anna:")
	if got[1].Files["Liste.pdf"] != string(list.Data) {
		p.T.Errorf("Anna's list came to Bob as %q", got[1].Files["Liste.pdf"])
	}
	// Bob reads on a PC: in CP437 ü is 0x81, and lines end with CR LF.
	if text := got[1].Files["REPORT.TXT"]; !strings.Contains(text, "f\x81r Ruhm & Ehre!\r\n") {
		p.T.Errorf("Bob's report is not in the charset of his computer: %q", text)
	}
}

// duelSecondRound: orders of the other phase do not count, deadlines pass, the game master decides a bout, and the
// tournament ends.
func (p *play) duelSecondRound(list game.File) {
	p.T.Helper()
	p.Mail(stage.Bob, "$T\nG1 0 5\n")
	p.Cron()
	p.Says("Bob's receipt", p.One(stage.Bob).Body, "That does not belong to this part of the round; now: orders.",
		"Turn 4 begins on Friday, 6 March 2026, 20:00 (Europe/Berlin) at the latest; send them again then or later.")
	p.None(stage.Anna)

	p.Now = p.Now.AddDate(0, 0, 14) // a deadline without any mail
	p.Cron()
	p.Says("Anna's report", p.One(stage.Anna).Body, "Gefecht 2:")
	if got := p.One(stage.Bob).Files["Liste.pdf"]; got != string(list.Data) {
		p.T.Errorf("in the second round Anna's list came to Bob as %q", got)
	}
	hand := p.T.TempDir() + "/result"
	if err := os.WriteFile(hand, []byte("$T\nG2 2 2\n"), 0o600); err != nil {
		p.T.Fatal(err)
	}
	p.Done("submit", p.Dir, hand, "--realm", "0")
	p.Mail(stage.Anna, "$T\nG2 5 0\n")
	p.Cron()
	p.One(stage.Anna)
	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	last := p.One(stage.Anna)
	p.Says("Anna's last report", last.Body, "Gefecht 2: 2 zu 2.", "Das Spiel ist zu Ende.")
	p.Says("Bob's last report", p.One(stage.Bob).Files["REPORT.TXT"], "1 Anna                   5",
		"2 Bob                    3")

	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	p.None(stage.Anna, stage.Bob)
	p.Done("verify", p.Dir)
	p.Stands()
	p.inOrder()
}

// inOrder: every letter has an ID of its own, and answers name the letter they answer.
func (p *play) inOrder() {
	p.T.Helper()
	seen := map[string]bool{}
	for i := range p.Players {
		p.Seen[p.Players[i].Address] = 0
		for _, l := range p.Fresh(i + 1) {
			if l.ID == "" || seen[l.ID] {
				p.T.Errorf("Message-ID %q of %q is missing or used twice", l.ID, l.Subject)
			}
			seen[l.ID] = true
		}
	}
}
