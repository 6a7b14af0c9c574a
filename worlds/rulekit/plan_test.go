package rulekit

import (
	"testing"

	"weltentor/orders/phrase"
)

// digs is an order.
type digs string

func (d digs) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, d...) }

// A plan has its lines by section, each reason once above all its lines, and behind a semicolon what is left to the reader. The
// first line with a reason is never left. A plan without lines says nothing.
func TestPlan(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(stampText), []byte(`[advice]
gold = "There is gold."
"gold.more" = "More gold?"
home = "Nothing to do."
`))
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Lang: phrase.En}
	if p.File("AB") != "" || p.Explained("AB", book) != "" {
		t.Error("no lines are a file")
	}
	p.Why = "advice.home"
	p.Write('A', digs("rest 1"))
	p.Leave('A')
	p.Why = "advice.gold"
	for _, line := range []digs{"dig 1", "dig 2", "dig 3", "dig 4"} {
		p.Write('B', line)
		if line > "dig 1" {
			p.Leave('B')
		}
	}
	p.Write('A', digs("walk 1"))
	p.Why = "advice.home"
	p.Write('A', digs("rest 2"))
	p.Drop('B')
	if got := p.File("BA"); got != "$B\ndig 1\ndig 2\ndig 3\n$A\nrest 1\nwalk 1\nrest 2\n" {
		t.Errorf("the file is\n%s", got)
	}
	want := "$B\n; There is gold.\ndig 1\n; More gold?\n; dig 2\n; dig 3\n\n$A\n; Nothing to do.\nrest 1\nrest 2\n; There is gold.\nwalk 1\n\n$E\n"
	if got := p.Explained("BA", book); got != want {
		t.Errorf("with reasons it is\n%s", got)
	}
}
