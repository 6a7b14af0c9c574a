package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Who takes a realm over gets the orders that are in force, and none of the messages that the former player wrote with them
// or in a letter of their own: neither by ORDERS, nor from a receipt, nor from the table. They do not leave in another
// player's name either.
func TestASuccessorReadsNoMessages(t *testing.T) {
	t.Parallel()
	for _, press := range []world.Press{world.PressTurn, world.PressNow} {
		b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 3, func(s *world.Settings) { s.Press = press })
		b.Sent("", b.ClockAt)
		b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3 ; SECRET\n; SECRET\n$N\n#2\nSECRET at dawn\n\n of two lines\n$Aber SECRET\ndig 9\n#3\nSECRET too\n#E\n#M\nSECRET, please\n#E\n$A\ndig 4\n$E\n", receipt.Taken)
		b.Send(1, "$I 1 PASSWORD 1\n$N\n#2\nA later SECRET\n#E\n$E\n", receipt.Taken)
		b.Sent("", b.ClockAt)
		must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.net", Lang: phrase.En}, b.ClockAt))
		identity := ""
		for _, c := range []struct{ subject, text, shows string }{{"", "", ""}, {"ORDERS", "", "dig 3\ndig 4\n"}, {"", "$A\ndig 1\n", "dig 3"}} {
			if c.subject+c.text != "" {
				l := b.Letter(1, identity+"\n"+c.text)
				l.From, l.Subject = "neu@example.net", c.subject
				if c.text == "" {
					l.Text = ""
				}
				_, err := intake.Accept(b.World, l, b.ClockAt)
				must(t, err)
			}
			for _, d := range b.Sent("", b.ClockAt) {
				whole := d.Text
				for _, f := range d.Files {
					whole += string(f.Data)
				}
				for line := range strings.Lines(d.Text) {
					if strings.HasPrefix(strings.TrimSpace(line), "$I 1 ") && identity == "" {
						identity = strings.TrimSpace(line)
					}
				}
				if d.To == "neu@example.net" && (strings.Contains(whole, "SECRET") || !strings.Contains(whole, c.shows)) {
					t.Errorf("press %s, %s:\n%s", press, c.subject+c.text, whole)
				}
			}
		}
		if identity == "" {
			t.Fatal("no first letter")
		}
		b.Advance(worldtest.Friday)
		for _, d := range b.Sent("", worldtest.Friday) {
			if strings.Contains(d.Text, "SECRET") {
				t.Errorf("press %s, it leaves later:\n%s", press, d.Text)
			}
		}
	}
}

// After undo, the turn's orders are in force again, and the realm is its new player's: the messages do not come back.
func TestUndoBringsNoMessagesBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", b.ClockAt)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n$N\n#2\nSECRET peace\n#M\nSECRET, I leave\n#E\n$E\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	b.Sent("", b.ClockAt)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.net", Lang: phrase.En}, b.ClockAt))
	b.Undo(worldtest.Friday.Add(time.Hour))
	b.Sent("", b.ClockAt)
	l := b.Letter(1, "")
	l.From, l.Subject, l.Text = "neu@example.net", "ORDERS", ""
	_, err := intake.Accept(b.World, l, b.ClockAt)
	must(t, err)
	sent := b.Sent("", b.ClockAt)
	if len(sent) != 1 || !strings.Contains(sent[0].Text, "dig 3\n") || strings.Contains(sent[0].Text, "SECRET") {
		t.Errorf("in force are\n%+v", sent)
	}
}
