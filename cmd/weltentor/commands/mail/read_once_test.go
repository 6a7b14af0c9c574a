package mail_test

import (
	"sync/atomic"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// TestLinesAreReadOnce: each line of orders is parsed only once. Its mail's text is scored, read as it came and
// without the password, checked, compared with earlier orders, and put into the receipt.
func TestLinesAreReadOnce(t *testing.T) {
	t.Parallel()
	rb := duel.Rules()
	var asked atomic.Int64
	for i := range rb.Language().Sections {
		s := &rb.Language().Sections[i]
		if line := s.Line; line != nil {
			s.Line = func(text string) (orders.Order, []orders.Problem) {
				asked.Add(1)
				return line(text)
			}
		}
	}
	p := stage.NewPlay(t, clitest.InProcess(rb), "rounds = 2\n", nil, stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Cron()
	p.Fresh(stage.Anna)
	asked.Store(0)
	p.Mail(stage.Anna, "$A\nhoch 4\n")
	p.Mail(stage.Bob, "$A\nmiddle 2\n")
	p.Mail(stage.Anna, "$A\nhoch 5\n$S\nFreigabe\n")
	p.Done("poll", p.Dir)
	if n := asked.Load(); n != 4 {
		t.Errorf("four lines were read %d times", n)
	}
	p.Done("send", p.Dir)
	got := p.Fresh(stage.Anna)
	if len(got) != 2 {
		t.Fatalf("Anna got %d receipts, want 2", len(got))
	}
	p.Says("Anna's second receipt", got[1].Body, "Du stehst hoch, Mut 5.", "Freigabe: ja.",
		"- $A hoch 4", "+ $A hoch 5")
}
