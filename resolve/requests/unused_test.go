package requests_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/worldtest"
)

// feet returns the ends of the letters with the reports of the next turn, by realm.
func feet(b *worldtest.Game, realms int) []string {
	b.T.Helper()
	b.Advance(b.ClockAt.AddDate(0, 0, 7))
	letters := b.Sent("report", b.ClockAt)
	if len(letters) != realms {
		b.T.Fatalf("%d reports, want %d", len(letters), realms)
	}
	out := make([]string, realms+1)
	for i, d := range letters {
		out[i+1] = strings.Join(foot.FindAllString(d.Text, -1), "")
	}
	return out
}

// foot matches such a line.
var foot = regexp.MustCompile(`(?m)^(Noch nie benutzt|Not used yet|Eine Zeile unter|A line under).*\n`)

const (
	rulesDe  = "Noch nie benutzt, als Betreff: REGELN: die Regeln, als Datei; REGELN 7 ein Kapitel, REGELN 8.3 eine Regel\n"
	rulesEn  = "Not used yet, as a subject: RULES: the rules, as a file; RULES 7 is a chapter, RULES 8.3 a rule\n"
	formDe   = "Noch nie benutzt, als Betreff: VORLAGE: eine Befehlsdatei zum Ausfüllen\n"
	formEn   = "Not used yet, as a subject: TEMPLATE: a file of orders to fill in\n"
	adjustDe = "Eine Zeile unter $S in Euren Befehlen ändert den Bericht: dig 3 twice  der Bericht von Reich "
)

// A line of every second report names a word or a setting that its player has not used, in the player's language, until all
// are used. A new player of a realm has used none.
func TestUnusedWordsAreShown(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Adjusts: true}, 2)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	shows := func(one, two string) {
		t.Helper()
		if got := feet(b, 2); got[1] != one || got[2] != two {
			t.Errorf("on %s\n%q\n%q\nwant\n%q\n%q", b.ClockAt, got[1], got[2], one, two)
		}
	}
	shows("", "")
	shows(rulesDe, rulesEn)
	b.Asks(1, "VORLAGE", "")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3 twice\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	shows("", "")
	shows(rulesDe, rulesEn)
	b.Asks(1, "RULES", "") // the player's language is German, but the word is known
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 4 twice\n", receipt.Taken)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.org", Lang: "de"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	shows("", "")
	shows("", rulesDe)
	b.Verified()
}

// A word counts as used by the player, not by one of their realms. Asking about somebody else's realm, or for another
// word, does not use it.
func TestUsedForAllOfAPlayersRealms(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	must(t, players.SetMail(b.World, 3, "r1@example.org"))
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.Asks(1, "REGELN", "")
	b.Asks(1, "VORLAGE REICH 2", "")
	b.Asks(2, "HELP", "")
	b.Sent("", b.ClockAt)
	feet(b, 3)
	got := feet(b, 3)
	for realm, want := range map[int]string{1: formDe, 2: rulesEn} {
		if got[realm] != want {
			t.Errorf("realm %d: %q, want %q", realm, got[realm], want)
		}
	}
	if strings.Contains(got[3], "REGELN") || strings.Contains(got[3], "RULES") {
		t.Errorf("realm 3 is the same player's: %q", got[3])
	}
}

// Only an order that belongs to a setting uses it: a player whose orders are all others still sees the setting.
func TestOtherOrdersUseNoSetting(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Adjusts: true}, 2)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.Asks(1, "REGELN", "")
	b.Asks(1, "VORLAGE", "")
	feet(b, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\nfly\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\ndig 4 twice\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	if got := feet(b, 2); got[1] != adjustDe+"1\n" || got[2] != rulesEn {
		t.Errorf("got\n%q\n%q", got[1], got[2])
	}
}

// A letter keeps its foot, even if its player uses the words before it is sent.
func TestALetterKeepsItsFoot(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	feet(b, 1)
	b.Advance(b.ClockAt.AddDate(0, 0, 7))
	before, d := b.Due()
	if !strings.Contains(d.Text, rulesDe) {
		t.Fatalf("no foot:\n%s", d.Text)
	}
	must(t, b.Record(before.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Uncertain}))
	b.Asks(1, "REGELN", "")
	b.Asks(1, "VORLAGE", "")
	b.ClockAt = b.ClockAt.Add(24 * time.Hour)
	for {
		out, _ := b.Due()
		if out.ID != before.ID {
			must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
			continue
		}
		if !bytes.Equal(out.Raw, before.Raw) {
			t.Errorf("the letter has changed:\n%s\n---\n%s", before.Raw, out.Raw)
		}
		return
	}
}

// HELP names the settings that change reports, too, since nobody would find them by its words.
func TestHelpNamesSettings(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Adjusts: true}, 1)
	b.Sent("", worldtest.Day0)
	b.Asks(1, "HILFE", "")
	if got := b.Sent("", b.ClockAt); len(got) != 1 ||
		!strings.Contains(got[0].Text, "Den Bericht ändert eine Zeile unter $S in Euren Befehlen:\n  ") {
		t.Errorf("%+v", got)
	}
}
