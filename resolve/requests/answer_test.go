package requests_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// asked returns a table at which realm 1 has asked a question, number 1.
func asked(t *testing.T, change ...func(*world.Settings)) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{}, 2, change...)
	b.Sent("", worldtest.Day0)
	b.Ask(func(l *letter.Letter) { l.References = "<older@r1>" })
	return b
}

// Answers to the game master leave with the null sender, so that no program that answers by itself ever writes to ours.
func TestAnswersToTheMasterHaveNoSender(t *testing.T) {
	t.Parallel()
	b := asked(t)
	b.Sent("", b.ClockAt)
	l := b.Letter(1, "")
	l.From, l.Subject = "leiter@example.org", "GM STATUS"
	b.Accept(l)
	n := 0
	for o, err := b.Next(b.ClockAt); o != nil || err != nil; o, err = b.Next(b.ClockAt) {
		must(t, err)
		if n++; o.To != l.From || o.From != "" {
			t.Errorf("a letter from <%s> to <%s>", o.From, o.To)
		}
		must(t, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	}
	if n != 1 {
		t.Errorf("%d letters left", n)
	}
}

// The game master's answer goes to the player once the code has come back. It comes from the game, in the player's
// conversation, and is exactly what the game master was shown.
func TestAnswerReachesThePlayer(t *testing.T) {
	t.Parallel()
	b := asked(t)
	code, shown := b.Answers("Re: [Bovistan #1] Frage von Reich 1 Reich1: Frage zu Schiffen",
		"Lieber Kim,\n\nfünf Gold.\n")
	if !strings.Contains(shown.Text, "ginge so an r1@example.org:\n\n  Lieber Kim,\n  \n  fünf Gold.\n") ||
		!shown.Answer {
		t.Errorf("he was shown %+v", shown)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	a, his, others := b.Hears(func(l *letter.Letter) {
		l.Text, l.Quoted, l.References = "ja\n", "  "+code+"\n",
			shown.MessageID
	})
	if a.Fate != receipt.FromMaster || a.Realm != 1 || len(others) != 1 || len(his) != 1 {
		t.Fatalf("%+v\nhis %+v\nothers %+v", a, his, others)
	}
	d := others[0]
	if d.To != "r1@example.org" || d.From != "spiel@example.org" || d.ReplyTo != "" || d.InReplyTo != "<m1@r1>" ||
		d.References != "<older@r1> <m1@r1>" ||
		d.Charset != "UTF-8" || d.Subject != "[Bovistan] Antwort der Spielleitung: Frage zu Schiffen" ||
		!strings.Contains(d.MessageID, "<answer.") {
		t.Errorf("head %+v", d)
	}
	want := "Die Spielleitung von Bovistan antwortet auf Euren Brief vom Montag, 23. November 2026, 13:00 Uhr " +
		"(Europe/Berlin) (Frage zu Schiffen):\n\nLieber Kim,\n\nfünf Gold.\n\nEine Antwort auf diesen Brief geht " +
		"wieder an die Spielleitung.\n"
	if d.Text != want {
		t.Errorf("got\n%s\nwant\n%s", d.Text, want)
	}
	if !strings.Contains(his[0].Text, "Eure Antwort auf #1") ||
		!strings.Contains(his[0].Text, "ging an r1@example.org.") {
		t.Errorf("he was told\n%s", his[0].Text)
	}

	// The code can be used once.
	a, his, others = b.Hears(func(l *letter.Letter) { l.Text, l.Subject = "ja\n", "Re: "+code })
	if a.Fate != receipt.FromMaster || len(others) != 0 || len(his) != 1 || !strings.Contains(his[0].Text, "ging schon ab") {
		t.Errorf("the second time: %+v %+v %+v", a, his, others)
	}

	// A mere thank-you is passed on to the game master, as another letter.
	a, his, _ = b.Hears(func(l *letter.Letter) {
		l.From, l.Subject, l.Text, l.References = "r1@example.org", "Re: Antwort", "Danke!\n", d.MessageID
	})
	if a.Fate != receipt.PassedOn || len(his) != 1 || !strings.Contains(his[0].Text, "  Danke!") ||
		!strings.HasPrefix(his[0].Subject, "[Bovistan #2] ") {
		t.Errorf("thanks: %+v %+v", a, his)
	}
}

// The answer is in the player's language and charset. It goes to the player's present address, unless somebody else
// plays the realm now.
func TestAnswerFindsItsPlayer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(b *worldtest.Game)
		to     string
	}{
		"as it was":       {func(*worldtest.Game) {}, "r2@example.org"},
		"another address": {func(b *worldtest.Game) { must(b.T, players.SetMail(b.World, 2, "new@example.org")) }, "new@example.org"},
		"let go":          {func(b *worldtest.Game) { must(b.T, players.Vacate(b.World, 2, b.ClockAt)) }, "r2@example.org"},
		"handed over": {func(b *worldtest.Game) {
			must(b.T, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: "de"}, b.ClockAt))
		}, "r2@example.org"},
	} {
		b := asked(t)
		b.Ask(func(l *letter.Letter) { l.From, l.Subject = "r2@example.org", "A question?" })
		code, _ := b.Answers("Re: #2", "Five gold.\n")
		c.change(b)
		b.Sent("", b.ClockAt)
		_, _, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = code, "ja\n" })
		if len(others) != 1 || others[0].To != c.to {
			t.Errorf("%s: %+v", name, others)
		}
	}
}

// A code is for one text. A letter with another text gets another code, the first one ends, and nothing is sent.
func TestCodeIsForItsText(t *testing.T) {
	t.Parallel()
	b := asked(t)
	code, _ := b.Answers("Re: [Bovistan #1] Frage", "Fünf Gold.\n")
	a, his, others := b.Hears(func(l *letter.Letter) {
		l.Subject, l.Text = "Re: "+code,
			"Nein, doch lieber sechs Gold je Schiff.\n"
	})
	if a.Fate != receipt.FromMaster || len(others) != 0 || len(his) != 1 ||
		!strings.Contains(his[0].Text, "  Nein, doch lieber sechs Gold je Schiff.\n") {
		t.Fatalf("%+v %+v %+v", a, his, others)
	}
	second := worldtest.TokensIn(his[0].Text)[0]
	if second == code {
		t.Error("the same code for another text")
	}
	if _, his, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: x", "ja "+code+"\n" }); len(others) > 0 ||
		!strings.Contains(his[0].Text, "Der Code gilt nicht mehr") {
		t.Errorf("the first code: %+v %+v", his, others)
	}
	if _, _, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: x", "ja "+second+"\n" }); len(others) != 1 ||
		!strings.Contains(others[0].Text, "\nNein, doch lieber sechs Gold je Schiff.\n") {
		t.Errorf("%+v", others)
	}

	// A yes above the whole letter, quoted without marks, counts as yes. The same text with the code does not.
	code, shown := b.Answers("Re: [Bovistan #1] Frage",
		"Sieben Gold,\nund zwar je Schiff und Jahr, wenn ich mich recht erinnere.\n")
	if _, _, others := b.Hears(func(l *letter.Letter) {
		l.Text, l.References = "ja\n"+shown.Text,
			shown.MessageID
	}); len(others) != 1 || !strings.Contains(others[0].Text, "\nSieben Gold,\n") {
		t.Errorf("all of it quoted: %+v", others)
	}
	code, _ = b.Answers("Re: [Bovistan #1] Frage", "Acht Gold, das ist nun einmal der Preis.\n")
	if _, _, others := b.Hears(func(l *letter.Letter) {
		l.Text = "Acht Gold, das ist nun einmal der Preis.\n" + code +
			"\n"
	}); len(others) != 0 {
		t.Errorf("the same text with the code: %+v", others)
	}
}

// Nothing is sent because of what somebody else writes, under the game master's address or with the code.
func TestForgedAnswers(t *testing.T) {
	t.Parallel()
	b := asked(t)
	code, _ := b.Answers("Re: [Bovistan #1] Frage", "Fünf Gold.\n")
	for name, change := range map[string]func(*letter.Letter){
		"his code from a player":  func(l *letter.Letter) { l.From, l.Subject = "r1@example.org", code },
		"his code from elsewhere": func(l *letter.Letter) { l.From, l.Subject = "who@example.com", code },
		"another code": func(l *letter.Letter) {
			l.Subject = "#1 WT-" +
				strings.Repeat("A", 26)
		},
		"no code": func(l *letter.Letter) {
			l.Subject, l.Text = "Re: [Bovistan #1] Frage",
				"Alles ist umsonst.\n"
		},
		"an automatic answer": func(l *letter.Letter) {
			l.Subject, l.Automatic = "Re: [Bovistan #1] Soll Eure Antwort abgehen? "+code, true
		},
		"a marked one": func(l *letter.Letter) {
			l.Subject, l.Marked = "Re: [Bovistan #1] Soll Eure Antwort abgehen? "+code, "X-Loop"
		},
		"a machine's": func(l *letter.Letter) { l.Subject, l.Machine = code, "Auto-Submitted: auto-replied" },
	} {
		change := change
		_, _, others := b.Hears(func(l *letter.Letter) { l.Text = "ja\n"; change(l) })
		for _, d := range others {
			if strings.Contains(d.MessageID, "<answer.") {
				t.Errorf("%s: %+v", name, d)
			}
		}
	}
	b.ClockAt = b.ClockAt.Add(8 * limits.Day)
	if _, his, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = code, "ja\n" }); len(others) != 0 || len(his) != 1 ||
		!strings.Contains(his[0].Text, "Der Code gilt nicht mehr") {
		t.Errorf("a code of last week: %+v %+v", his, others)
	}
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Masters = []string{"neu@example.org"} })
	code = ""
	b.Hears(func(l *letter.Letter) { l.From, l.Subject, l.Text = "neu@example.org", "#1", "Neun Gold.\n" })
	rows, err := b.Outbox()
	must(t, err)
	if last := rows[len(rows)-1]; last.To != "neu@example.org" {
		t.Errorf("%+v", last)
	}
}

// In a world that demands signatures, the game master needs one. If a proof may still come, the letter waits.
func TestAnswerNeedsAProof(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth  world.Auth
		proof letter.Proof
		want  string // in the letter to the game master; "": it waits
	}{
		{world.ByDKIM, letter.Proof{}, "keine Signatur"},
		{world.ByBoth, letter.Proof{Why: "broken"}, "die Signatur passt nicht"}, {world.ByDKIM, letter.Proof{Later: true}, ""},
		{world.ByDKIM, letter.Proof{Domain: "example.org"}, "ginge so an"},
		{world.ByBoth, letter.Proof{Domain: "example.org"}, "ginge so an"},
		{world.ByEither, letter.Proof{}, "ginge so an"}, {world.ByPassword, letter.Proof{}, "ginge so an"},
	} {
		b := asked(t)
		b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Auth = c.auth })
		a, his, others := b.Hears(func(l *letter.Letter) {
			l.Subject, l.Text, l.Proof = "Re: [Bovistan #1] x",
				"Fünf Gold.\n", c.proof
		})
		switch {
		case len(others) != 0:
			t.Errorf("%+v: %+v", c, others)
		case c.want == "":
			if a.Fate != receipt.Undecided || len(his) != 0 {
				t.Errorf("%+v: %+v %+v", c, a, his)
			}
		case len(his) != 1 || !strings.Contains(his[0].Text, c.want):
			t.Errorf("%+v: %+v %+v", c, a, his)
		}
	}
}

// Anything else that the game master writes is answered, within limits, with what can be done by mail.
func TestNothingOfHisIsSwallowed(t *testing.T) {
	t.Parallel()
	b := asked(t)
	for name, c := range map[string]struct {
		change func(*letter.Letter)
		want   string
	}{
		"a chat": {func(l *letter.Letter) { l.Subject, l.Text = "Hallo", "Verschiebe die Frist.\n" },
			"nennt keinen Brief"},
		"nothing": {func(l *letter.Letter) { l.Subject, l.Text = "", "" }, "nennt keinen Brief"},
		"HELP":    {func(l *letter.Letter) { l.Subject, l.Text = "HILFE", "" }, "nennt keinen Brief"},
		"a wrong number": {func(l *letter.Letter) { l.Subject, l.Text = "Re: [Bovistan #77] Frage", "Nein.\n" },
			"Brief #77 gibt es nicht"},
		"only quotes": {func(l *letter.Letter) {
			l.Subject, l.Text, l.Quoted = "Re: [Bovistan #1] Frage", "\n",
				"Nein.\n"
		}, "keinen eigenen Text"},
		"too long": {func(l *letter.Letter) { l.Subject, l.Text = "#1", strings.Repeat("Nein. ", 20000) },
			"zu lang"},
		"orders": {func(l *letter.Letter) { l.Text = "$A\ndig 2\n" }, "Nummer und Passwort"},
		"wrong password": {func(l *letter.Letter) { l.Text = "$I 1 aaaa-bbbb-ccccc\n$A\ndig 2\n" },
			"Nummer und Passwort"},
		"a mark": {func(l *letter.Letter) { l.Subject, l.Text, l.Marked = "#1", "Nein.\n", "X-Loop" },
			"Antwort eines Programms"},
		"automatic": {func(l *letter.Letter) { l.Subject, l.Text, l.Automatic = "#1", "Nein.\n", true },
			"Antwort eines Programms"},
	} {
		_, his, _ := b.Hears(c.change)
		if len(his) != 1 || !strings.Contains(his[0].Text, c.want) ||
			!strings.Contains(his[0].Text, "Ihr könnt auf einen weitergereichten Brief antworten") ||
			!strings.Contains(his[0].Text,
				"\n  #1, Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin): Reich 1 (Spieler 1) Frage zu "+
					"Schiffen\n") {
			t.Errorf("%s: %+v", name, his)
		}
		b.ClockAt = b.ClockAt.Add(limits.Day)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	told, last := 0, ""
	for n := range 40 {
		_, his, _ := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = fmt.Sprint("Hallo ", n), "Bin weg.\n" })
		for _, d := range his {
			told, last = told+1, d.Text
		}
	}
	if told != limits.MasterWords.Most() || !strings.Contains(last, "vorerst nicht beantwortet") {
		t.Errorf("%d answers in an hour, the last\n%s", told, last)
	}
}

// An unmarked autoresponder of the game master quotes everything with the code. It says the same each time, and
// nothing of it reaches a player.
func TestAutoresponderOfHis(t *testing.T) {
	t.Parallel()
	b := asked(t)
	subject, references := "Re: [Bovistan #1] Frage", ""
	letters := 0
	for range 50 {
		_, his, others := b.Hears(func(l *letter.Letter) {
			l.Subject, l.References, l.Text = subject, references, "Ich bin bis zum 3. Dezember nicht zu erreichen.\n"
		})
		if len(others) != 0 {
			t.Fatalf("to a player: %+v", others)
		}
		letters += len(his)
		if len(his) == 0 {
			break
		}
		subject, references = "Re: "+his[0].Subject, his[0].MessageID
	}
	if letters > 3 {
		t.Errorf("%d letters to it", letters)
	}
}

// A game master who also plays sends orders and asks for services like others, and can still answer players.
func TestMasterWhoPlays(t *testing.T) {
	t.Parallel()
	b := asked(t)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Masters = []string{"r2@example.org"} })
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	l := b.Letter(2, "")
	l.Subject = "ORDERS"
	if a := b.Accept(l); a.Fate != receipt.Served || a.Realm != 2 {
		t.Errorf("%+v", a)
	}
	l = b.Letter(2, "Fünf Gold. So steht es auch im Buch:\n$A\ndig 5\n")
	l.Subject = "Re: [Bovistan #1] Frage"
	if a := b.Accept(l); a.Fate != receipt.FromMaster || a.Realm != 1 {
		t.Errorf("%+v", a)
	}
}

// No answer has a password in it, however it was quoted, and neither has the store.
func TestPasswordsInAnswers(t *testing.T) {
	t.Parallel()
	b := asked(t)
	own := b.Passwords[1]
	code, shown := b.Answers("#1", "Du schriebst:\n> $I 1 "+own+"\nDein Wort ist "+strings.ToUpper(own)+", *** oder?\n")
	if strings.Contains(strings.ToLower(shown.Text), own) || strings.Count(shown.Text, code) != 1 {
		t.Errorf("%s", shown.Text)
	}
	_, _, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = code, "ja\n" })
	if len(others) != 1 || strings.Contains(strings.ToLower(others[0].Text), own) ||
		strings.Contains(others[0].Text, code) {
		t.Errorf("%+v", others)
	}
	if raw := strings.ToLower(string(b.Bytes())); strings.Contains(raw, own) {
		t.Error("the store has the password")
	}
}

// The player's charset is that of their computer.
func TestAnswerInThePlayersCharset(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Alt", Player: "Ada", Lang: "en", Computer: game.Amiga},
		"r1@example.org", worldtest.Day0)
	must(t, err)
	b.Passwords = append(b.Passwords, "")
	b.Sent("", worldtest.Day0)
	b.Ask(func(*letter.Letter) {})
	code, _ := b.Answers("#1", "Käse.\n")
	if _, _, others := b.Hears(func(l *letter.Letter) { l.Subject, l.Text = code, "ja\n" }); len(others) != 1 ||
		others[0].Charset != "ISO-8859-1" || !strings.HasPrefix(others[0].Text, "The game master of") {
		t.Errorf("%+v", others)
	}
}

func TestPassedNumber(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]uint64{
		"Re: [Bovistan #17] Frage von Reich 1: was ist #3?": 17, "[Liga #5 #17] x": 17, "#4": 4, "Re: #4 und #5": 4,
		"Nr. 17": 0, "#": 0, "": 0,
		"[B #99999999999] x": 0,
	} {
		if got := letter.PassedNumber(subject); got != want {
			t.Errorf("%q: %d, want %d", subject, got, want)
		}
	}
}
