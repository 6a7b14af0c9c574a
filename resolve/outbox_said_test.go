package resolve

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/worldtest"
)

// What the game master reads about letters that did not arrive, and the player about a report that is too large, in German
// and in English.
func TestTroubleWithLetters(t *testing.T) {
	t.Parallel()
	// ends lets the welcome of a realm end like this, as often as it is tried.
	ends := func(b *worldtest.Game, realm int, a outbox.Attempt) {
		for {
			o, err := b.Next(b.ClockAt)
			must(b.T, err)
			if o == nil {
				return
			}
			if b.Row(o.ID).Realm != realm {
				must(b.T, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
				continue
			}
			a.At = b.ClockAt
			must(b.T, b.Record(o.ID, a))
			if b.ClockAt = b.Row(o.ID).Due; a.TooBig || b.ClockAt.IsZero() || b.Row(o.ID).State != outbox.Waiting {
				b.ClockAt = a.At
				return
			}
		}
	}
	welcome := [2]string{"[Bovistan] Willkommen: Ihr spielt Reich1", "[Bovistan] Welcome: you play Reich2"}
	refused := outbox.Attempt{Result: outbox.Permanent, Text: "550 no"}
	for _, c := range []struct {
		play   worldtest.Scene
		de, en string
	}{
		{func(b *worldtest.Game, n int) { ends(b, n, refused) },
			"[Bovistan] Brief an r1@example.org ist nicht zustellbar\n" +
				"Der Brief »" + welcome[0] + "« an r1@example.org (Reich 1) ließ sich nach 1 Versuch nicht " +
				"zustellen. Der Mailserver sagt: 550 no",
			"[Bovistan] Cannot deliver a letter to r2@example.org\n" +
				"The letter \"" + welcome[1] + "\" to r2@example.org (realm 2) could not be delivered after 1 " +
				"attempt. The mail server says: 550 no"},
		{func(b *worldtest.Game, n int) { ends(b, n, outbox.Attempt{Result: outbox.Uncertain, Text: "lost"}) },
			"[Bovistan] Kam ein Brief an r1@example.org an?\n" +
				"Der Brief »" + welcome[0] + "« an r1@example.org (Reich 1) ist vielleicht angekommen, vielleicht " +
				"nicht: 3 Mal riss die Verbindung ab, bevor der Server ihn bestätigt hatte. Er geht nicht von selbst " +
				"noch einmal hinaus; fragt nach, oder schickt ihn mit weltentor outbox --retry noch einmal. Zuletzt: " +
				"lost",
			"[Bovistan] Did a letter to r2@example.org arrive?\n" +
				"The letter \"" + welcome[1] + "\" to r2@example.org (realm 2) may or may not have arrived: the " +
				"connection broke 3 times before the server confirmed it. It will not be sent again unless you do " +
				"it: ask the player, or use weltentor outbox --retry. Last error: lost"},
		{func(b *worldtest.Game, n int) {
			b.Office.Render = func(d outbox.Draft) ([]byte, error) {
				if strings.HasPrefix(d.To, fmt.Sprintf("r%d@", n)) {
					return nil, errors.New("no ink")
				}
				return worldtest.RenderPlain(d)
			}
		}, "Der Brief »" + welcome[0] + "« an r1@example.org (Reich 1) kann nicht verschickt werden; Versuche: 0. " +
			"Der Grund: no ink",
			"The letter \"" + welcome[1] + "\" to r2@example.org (realm 2) cannot be sent; attempts: 0. The reason: " +
				"no ink"},
		{func(b *worldtest.Game, n int) {
			for i := range limits.Undelivered.Most() + 1 {
				b.Sent("", b.ClockAt)
				b.Orders(n, fmt.Sprint("dig ", i+1))
				ends(b, n, refused)
			}
		}, "Mehr als 5 am Tag werden nicht einzeln gemeldet; bis morgen nennt sie weltentor status.",
			"More than 5 a day are not reported one by one; until tomorrow weltentor status lists them."},
		{func(b *worldtest.Game, n int) {
			ends(b, n, outbox.Attempt{Result: outbox.Permanent, Text: "552 too big", TooBig: true})
		}, "Der Bericht fehlt in diesem Brief: Euer Mailserver nimmt so große Mails nicht an. Bittet die " +
			"Spielleitung um die Datei.\n[Bovistan] Brief an r1@example.org ist nicht zustellbar\n" +
			"Der Bericht \"" + welcome[0] + "\" an r1@example.org (Reich 1) ist dem Mailserver zu groß; der Spieler " +
			"bekommt nur die Zusammenfassung. Der Mailserver sagt: 552 too big",
			"The report is missing from this letter: your mail server does not accept mails of that size. Ask the " +
				"game master for the file.\n[Bovistan] Cannot deliver a letter to r2@example.org\n" +
				"The report \"" + welcome[1] + "\" to r2@example.org (realm 2) is too large for the mail server; the " +
				"player gets the summary only. The mail server says: 552 too big"},
		{func(b *worldtest.Game, n int) {
			for i := range limits.Bounces.Most() + 1 { // the welcome, and five of six receipts
				b.Orders(n, fmt.Sprint("dig ", i+1))
				o := b.NextLetter(b.ClockAt)
				for b.Row(o.ID).Realm != n {
					must(b.T, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
					o = b.NextLetter(b.ClockAt)
				}
				must(b.T, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
				l := b.Letter(n, "")
				l.From, l.Machine = "mailer-daemon@example.org", "delivery report"
				l.Bounce = &letter.Bounce{IDs: []string{o.MessageID}, Words: "550 no",
					To: fmt.Sprintf("r%d@example.org", n)}
				b.Accept(l)
			}
		}, "[Bovistan] Ein Brief an r1@example.org kam zurück\n" +
			"Der Brief \"[Bovistan Z1] Befehle angekommen: 1 gut, 0 fehlerhaft\" an r1@example.org (Reich 1, Brief " +
			"10) kam zurück. Der Mailserver sagt: 550 no\n" +
			"Der Brief \"[Bovistan Z1] Befehle angekommen: 1 gut, 0 fehlerhaft\" an r1@example.org (Reich 1, Brief " +
			"12) kam zurück, wie heute schon 5 andere. Bis morgen wird kein weiterer einzeln gemeldet; weltentor " +
			"outbox nennt alle. Der Mailserver sagt: 550 no",
			"[Bovistan] A letter to r2@example.org came back\n" +
				"The letter \"[Bovistan T1] Orders received: 1 good, 0 bad\" to r2@example.org (realm 2, letter 10) " +
				"came back. The mail server says: 550 no\n" +
				"The letter \"[Bovistan T1] Orders received: 1 good, 0 bad\" to r2@example.org (realm 2, letter 12) " +
				"came back, like 5 others today. Until tomorrow further ones are not reported one by one; weltentor " +
				"outbox lists them. The mail server says: 550 no"},
	} {
		worldtest.Both(t, worldtest.Tiny{}, c.play, c.de, c.en)
	}
}
