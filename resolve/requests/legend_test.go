package requests_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
)

// The answer to HELP has the legend for the realm, in its player's language, after how orders are sent and before the
// deadline. Without a legend there is no gap.
func TestHelpHasTheLegend(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Legend: true}, 2)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	for realm, c := range []struct {
		ask, own,
		other string
	}{1: {"HILFE", "\n\nGS: Goldstücke von Reich1\n\n", "gold pieces"},
		2: {"HELP", "\n\nGP: gold pieces of Reich2\n\n", "Goldstücke"}} {
		if realm == 0 {
			continue
		}
		d := b.Help(realm, c.ask)
		legend := strings.Index(d.Text, c.own)
		if legend < 0 || strings.Contains(d.Text, c.other) {
			t.Errorf("%s brings\n%s", c.ask, d.Text)
		}
		if orders := strings.Index(d.Text, "$I "); orders < 0 || legend < orders ||
			strings.TrimSpace(d.Text[legend+len(c.own):]) == "" {
			t.Errorf("the legend is not between the orders and the deadline:\n%s", d.Text)
		}
	}
	b = worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	if d := b.Help(1, "HILFE"); strings.Contains(d.Text, "Gold") || strings.Contains(d.Text, "\n\n\n") {
		t.Errorf("without a legend:\n%s", d.Text)
	}
}

// If a legend panics, nothing is answered or stored, and the letter can be tried again.
func TestHelpSurvivesALegend(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.Reopen(worldtest.Tiny{Fault: "legend"})
	l := b.Letter(1, "")
	l.Subject = "HILFE"
	if _, err := intake.Accept(b.World, l, b.ClockAt); err == nil {
		t.Fatal("a legend that panics was answered")
	}
	b.Reopen(worldtest.Tiny{Legend: true})
	if a := b.Accept(l); a.Fate != receipt.Served || !a.Answered {
		t.Errorf("%+v", a)
	}
}
