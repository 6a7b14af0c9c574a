package requests_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/requests"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// proving makes a world demand a proof for the game master's requests.
func proving(s *world.Settings) { s.MasterProof, s.Lang = true, phrase.En }

// bids sends a request of the game master, and returns the answer and all other letters.
func bids(b *worldtest.Game, subject, text string, change func(*letter.Letter)) (his string, others []outbox.Draft) {
	b.T.Helper()
	_, mine, others := b.Hears(func(l *letter.Letter) {
		l.Subject, l.Text = subject, text
		change(l)
	})
	if len(mine) != 1 {
		b.T.Fatalf("%s: %d answers", subject, len(mine))
	}
	return mine[0].Text, others
}

// In a new world, requests of the game master by mail need a proof of their own: a signature, or the password. The
// letter with the code says how the request came in. If a code is enough, it says nothing proves that it is from you the request.
func TestWhatProvesTheGameMaster(t *testing.T) {
	t.Parallel()
	none := func(*letter.Letter) {}
	signed := func(l *letter.Letter) { l.Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{l.Hash}} }
	b := worldtest.Found(t, worldtest.Tiny{}, 2, proving)
	b.Sent("", worldtest.Day0)
	for _, line := range []string{"GM CLOSE now", "GM TELL all", "GM PAUSE", "GM DEADLINE 2026-11-29"} {
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		his, _ := bids(b, line, "Let us meet on Friday.\n", none)
		worldtest.Has(t, his, "nothing proves that it is from you", "GM PASSWORD")
		if len(worldtest.TokensIn(his)) > 0 {
			t.Errorf("%s: a code\n%s", line, his)
		}
		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		his, _ = bids(b, line, "Let us meet on Friday.\n", signed)
		worldtest.Has(t, his, "The request came with the signature of example.org.", "WT-")
	}
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	his, _ := bids(b, "GM STATUS", "", none)
	worldtest.Has(t, his, "Orders are missing from")

	password, err := requests.SetMasterPassword(b.World)
	must(t, err)
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	his, _ = bids(b, "GM TELL all", "GM PASSWORD wrong-word-xxxxx\nLet us meet on Friday.\n", none)
	worldtest.Has(t, his, "nothing proves that it is from you")
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	his, _ = bids(b, "", "GM TELL all\nGM PASSWORD "+strings.ToUpper(password)+"\nLet us meet on Friday.\n", none)
	worldtest.Has(t, his, "The request came with your password.", "\n  Let us meet on Friday.\n")
	if strings.Contains(strings.ToLower(his), password) || strings.Contains(his, "PASSWORD") {
		t.Errorf("the password is in\n%s", his)
	}
	// The code comes back without another proof: only the game master's mailbox has it.
	_, others := bids(b, "Re:", "Yes "+worldtest.TokensIn(his)[0]+"\n", none)
	if len(others) != 2 || !strings.Contains(others[1].Text, "Let us meet on Friday.") ||
		strings.Contains(strings.ToLower(others[1].Text), password) {
		t.Errorf("%+v", others)
	}
	if raw := strings.ToLower(string(b.Bytes())); strings.Contains(raw, password) {
		t.Error("the store has the password")
	}

	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Lang = phrase.En })
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	his, _ = bids(b, "GM PAUSE", "", none)
	worldtest.Has(t, his, "The request came NOT PROVEN", "WT-")
}

// An answer to a player's letter needs a proof, too.
func TestAnAnswerIsProven(t *testing.T) {
	t.Parallel()
	b := asked(t, proving)
	his, _ := bids(b, "Re: [Bovistan #1] Frage", "Five gold.\n", func(*letter.Letter) {})
	worldtest.Has(t, his, "nothing proves that it is from you")
	password, err := requests.SetMasterPassword(b.World)
	must(t, err)
	his, _ = bids(b, "Re: [Bovistan #1] Frage", "GM PASSWORD "+password+"\nFive gold.\n", func(*letter.Letter) {})
	worldtest.Has(t, his, "\n  Five gold.\n", "with your password")
}

// However many wrong passwords others write under the game master's address, the right one counts in the same hour. It
// calls the closing off, and it yields a code for requests that need one.
func TestForgedLettersDoNotSilenceTheMaster(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, proving)
	b.Sent("", worldtest.Day0)
	password, err := requests.SetMasterPassword(b.World)
	must(t, err)
	right := "GM PASSWORD " + password + "\n"
	his, _ := bids(b, "GM CLOSE now", right+"Nobody plays any more.\n", func(*letter.Letter) {})
	bids(b, "Re: it", "Yes "+worldtest.TokensIn(his)[0]+"\n", func(*letter.Letter) {})
	for n := range 2 * limits.Guesses.Most() {
		b.Hears(func(l *letter.Letter) {
			l.Subject, l.Text = "GM CLOSE no", fmt.Sprintf("GM PASSWORD wrong-%03d-wordx-xxxxx\n", n)
		})
	}
	his, _ = bids(b, "GM TELL all", right+"Let us meet on Friday.\n", func(*letter.Letter) {})
	worldtest.Has(t, his, "The request came with your password.", "WT-")
	his, _ = bids(b, "GM CLOSE no", right, func(*letter.Letter) {})
	worldtest.Has(t, his, "The request came with your password.", "WT-")
	his, _ = bids(b, "Re: it", "Yes "+worldtest.TokensIn(his)[0]+"\n", func(*letter.Letter) {})
	worldtest.Has(t, his, "The game goes on")
}

// A code is for the text with which it was mailed. Another text, or another request, needs a proof of its own. Without
// one there is no code, nothing is sent, and the first code ends. This holds for a letter to players, and for an
// answer to one.
func TestAnotherTextIsProvenAnew(t *testing.T) {
	t.Parallel()
	none := func(*letter.Letter) {}
	for _, c := range []struct{ subject, again string }{
		{"GM TELL all", "Yes but wait until Monday.\n"},
		{"GM TELL all", "GM PAUSE\n"},
		{"Re: [Bovistan #1] Frage", "Yes but wait until Monday.\n"},
	} {
		b := asked(t, proving)
		password, err := requests.SetMasterPassword(b.World)
		must(t, err)
		proof := "GM PASSWORD " + password + "\n"
		his, _ := bids(b, c.subject, proof+"Let us meet on Friday.\n", none)
		code := worldtest.TokensIn(his)[0]
		his, others := bids(b, "Re: "+code, c.again, none)
		worldtest.Has(t, his, "brought a code back", "nothing proves", "the code has ended")
		if len(worldtest.TokensIn(his)) > 0 || len(others) > 0 {
			t.Errorf("%s, %s: a code, or a letter to players: %+v\n%s", c.subject, c.again, others, his)
		}
		his, others = bids(b, "Re: it", "Yes "+code+"\n", none)
		if len(others) > 0 {
			t.Errorf("%s, %s: the first code still counts: %+v\n%s", c.subject, c.again, others, his)
		}

		b.ClockAt = b.ClockAt.Add(2 * time.Hour)
		his, _ = bids(b, c.subject, proof+"Let us meet on Friday.\n", none)
		his, _ = bids(b, "Re: "+worldtest.TokensIn(his)[0], c.again+proof, none)
		worldtest.Has(t, his, "with your password", "WT-")
	}
}

// GM STATUS beside a code is answered only to the game master's mailbox, so it needs no proof. A plain NO is answered
// as NO.
func TestWhatNeedsNoProofBesideACode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"GM STATUS\n": "Orders are missing from",
		"No.\n":       "Nothing has been done, as you say, and the code has ended.",
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2, proving)
		b.Sent("", worldtest.Day0)
		password, err := requests.SetMasterPassword(b.World)
		must(t, err)
		his, _ := bids(b, "GM PAUSE", "GM PASSWORD "+password+"\n", func(*letter.Letter) {})
		his, _ = bids(b, "Re: "+worldtest.TokensIn(his)[0], text, func(*letter.Letter) {})
		worldtest.Has(t, his, want)
	}
}
