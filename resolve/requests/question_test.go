package requests_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// A question reaches the game master together with what is needed for an answer, and the player is told so.
func TestQuestionIsPassedOn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	a, out := b.Ask(func(l *letter.Letter) {})
	if a.Fate != receipt.PassedOn || a.Realm != 1 || !a.Answered {
		t.Errorf("%+v", a)
	}
	gm, player := out["leiter@example.org"], out["r1@example.org"]
	if len(gm) != 1 || len(player) != 1 || len(out) != 2 {
		t.Fatalf("letters %+v", out)
	}
	if q := gm[0]; q.ReplyTo != "spiel@example.org" || !strings.Contains(q.Subject, "[Bovistan #1] ") ||
		!strings.Contains(q.Text, "Eure Worte gehen sofort an r1@example.org.") ||
		!strings.Contains(q.Text, "  Was kostet ein Schiff?\n") || !strings.Contains(q.Text, "Spieler 1") ||
		!strings.Contains(q.Text, "nicht nachweisen") || !strings.Contains(q.Subject, "Frage zu Schiffen") {
		t.Errorf("to the game master: %+v", q)
	}
	if q := gm[0].Text; !strings.Contains(q, "\n\n  Was kostet ein Schiff?\n  \n  Gruß, Kim\n\n") {
		t.Errorf("the question does not stand by itself:\n%s", q)
	}
	if r := player[0]; r.ReplyTo != "" || !r.Answer || r.InReplyTo == "" ||
		!strings.Contains(r.Text, "ging als Frage an die Spielleitung") || !strings.Contains(r.Text, "$I 1 Passwort") {
		t.Errorf("to the player: %+v", r)
	}
}

// If machines should not answer the sender, the answer goes to the player's first address.
func TestAnswerGoesWhereItMay(t *testing.T) {
	t.Parallel()
	for may, want := range map[bool]string{true: "office@example.org", false: "r1@example.org"} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		must(t, players.SetMail(b.World, 1, "r1@example.org", "office@example.org"))
		b.Sent("", worldtest.Day0)
		_, out := b.Ask(func(l *letter.Letter) { l.From, l.MayAnswer = "office@example.org", may })
		if len(out[want]) != 1 || len(out["leiter@example.org"]) != 1 || len(out) != 2 {
			t.Errorf("may be answered %v: %+v", may, out)
		}
	}
}

// A question from an address that plays two realms names both to the game master, in the letter and in the day's list. If its `$I` line
// says for which one it is, it names that one.
func TestAQuestionNamesAllRealmsOfItsAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4)
	must(t, players.SetMail(b.World, 3, "r1@example.org"))
	b.Sent("", worldtest.Day0)
	ask := func(text string) string {
		t.Helper()
		b.Accept(b.Letter(1, text))
		for _, d := range b.Sent("notice", b.ClockAt) {
			return d.Text
		}
		return ""
	}
	both := regexp.MustCompile(`Reich 1 \S+ \(Spieler 1\) schreibt von r1@example.org.\n.*Reich 3 `)
	if text := ask("Was kostet ein Schiff?\n"); !both.MatchString(text) || strings.Contains(text, "Reich 2") {
		t.Errorf("without a `$I` line:\n%s", text)
	}
	if text := ask("Was kostet ein Boot?\n\n$I 1 PASSWORD\n$A\ndig 1\n"); !strings.Contains(text, "Reich 1") ||
		strings.Contains(text, "Reich 3") {
		t.Errorf("of realm 1:\n%s", text)
	}
	for n := range 15 { // the day's letters are used up, and those of realm 1
		for _, realm := range []int{2, 4, 1} {
			b.Accept(b.Letter(realm, fmt.Sprint("Was kostet Schiff ", n, "?\n")))
		}
		b.ClockAt = b.ClockAt.Add(12 * time.Minute)
	}
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(24 * time.Hour)
	digest := b.Sent("notice", b.ClockAt)
	if len(digest) != 1 || !strings.Contains(digest[0].Text, "Frage von Reich 1 Reich1, oder von Reich 3 Reich3: ") ||
		!strings.Contains(digest[0].Text, "Frage von Reich 2 Reich2: ") {
		t.Errorf("the digest: %+v", digest)
	}
}

// A failed letter of orders is not a question, and neither is a stranger's letter.
func TestNoQuestion(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*letter.Letter){
		"a section":                  func(l *letter.Letter) { l.Text = "$A\ndig 1\n" },
		"a dollar":                   func(l *letter.Letter) { l.Text = "Bitte lesen:\n $4 geheim\n" },
		"empty":                      func(l *letter.Letter) { l.Subject, l.Text = "", " \n" },
		"orders that were forgotten": func(l *letter.Letter) { l.Subject, l.Text = "Meine Befehle für Zug 8", "" },
		"an answer that says nothing": func(l *letter.Letter) {
			l.Subject,
				l.Text = "[Liste] Re: [Bovistan Z1] Befehle angekommen", ""
		},
		"a stranger": func(l *letter.Letter) { l.From = "who@example.com" },
		"a machine":  func(l *letter.Letter) { l.Machine = "Auto-Submitted: auto-replied" },
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		if a, out := b.Ask(change); a.Fate == receipt.PassedOn || len(out["leiter@example.org"]) > 0 {
			t.Errorf("%s: %+v, %+v", name, a, out)
		}
	}
}

// A subject alone may be a question. A `$` within a line is money. A player who almost wrote one of our words is told
// that word.
func TestQuestionIsHeard(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for _, c := range []struct{ subject, text, told string }{
		{"Frage: gilt §8.3 auch für Schiffe?", "", "HILFE, allein im Betreff"},
		{"Status", "", "HILFE, allein im Betreff"},
		{"Pause zwei Wochen bitte", "", "Meintet Ihr das Wort PAUSE 2?"},
		{"PAUSE 1 und BERICHT", "", "Meintet Ihr das Wort PAUSE 2?"},
		{"Hilfe Uhu", "", "Meintet Ihr das Wort HILFE?"}, // too short to be looked up
		{"PASWORT", "", "Meintet Ihr das Wort PASSWORT?"},
		{"Hallo", "berixht", "Meintet Ihr das Wort BERICHT?"},
		{"Passwort vergessen", "Was tue ich?", "Meintet Ihr das Wort PASSWORT?"},
		{"Hallo", "ich finde mein Passwort nicht mehr", "Meintet Ihr das Wort PASSWORT?"},
		{"Geld", "Zahle ich 50 $ für eine Karte?", "ging als Frage"},
		{"Geld", "Was kostet das $info?", "ging als Frage"},
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Sent("", b.ClockAt)
		a, out := b.Ask(func(l *letter.Letter) { l.Subject, l.Text = c.subject, c.text })
		gm, player := out["leiter@example.org"], out["r1@example.org"]
		if a.Fate != receipt.PassedOn || len(gm) != 1 || len(player) != 1 {
			t.Errorf("%q: %+v %+v", c.subject, a, out)
			continue
		}
		if !strings.Contains(gm[0].Text, "Betreff: "+c.subject+"\n") || !strings.Contains(gm[0].Text, c.text) ||
			!strings.Contains(player[0].Text, c.told) {
			t.Errorf("%q:\n%s\n%s", c.subject, gm[0].Text, player[0].Text)
		}
	}
}

// Somebody who forges a player's address fills no mailbox, and the player is told what was not passed on.
func TestQuestionsAnHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	before, err := b.History(0)
	must(t, err)
	gm, refused := 0, 0
	for range 30 {
		_, out := b.Ask(func(*letter.Letter) {})
		gm += len(out["leiter@example.org"])
		for _, d := range out["r1@example.org"] {
			if strings.Contains(d.Text, "ging er NICHT") {
				refused++
			}
		}
	}
	if gm != limits.Questions.Most() || refused != 3 { // 5 of 30; 8 answers, 5 of them good
		t.Errorf("%d to the game master, %d refusals", gm, refused)
	}
	said := map[string]int{}
	for _, entry := range b.Written(len(before)) {
		said[entry]++
	}
	if said["letter-question stranger"]+said["letter-question player"] != 5 ||
		said["letter-question-refused stranger"]+said["letter-question-refused player"] != 25 {
		t.Errorf("the log has %v", said)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	if _, out := b.Ask(func(*letter.Letter) {}); len(out["leiter@example.org"]) != 1 {
		t.Error("an hour later nothing was passed on")
	}
}

// A password in a question reaches nobody, however it is spelled. Prose does, even if three of its words look like a
// password.
func TestPasswordInAQuestion(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	own := b.Passwords[1]
	parts := strings.Split(own, "-")
	for _, spelt := range []string{own, strings.ToUpper(own), strings.Join(parts, ""), strings.Join(parts, " "),
		strings.Join(parts, "_")} {
		_, out := b.Ask(func(l *letter.Letter) { l.Text = "Mein Wort ist " + spelt + ", oder?\n" })
		if q := out["leiter@example.org"][0]; !strings.Contains(q.Text, "Mein Wort ist * * *, oder?") {
			t.Errorf("%q: %s", spelt, q.Text)
		}
		b.ClockAt = b.ClockAt.Add(time.Hour)
	}
	prose := "Ganz egal, dann kamp jeder gegen jeden, dass kann denn etwas\n"
	if _, out := b.Ask(func(l *letter.Letter) { l.Text = prose }); !strings.Contains(out["leiter@example.org"][0].Text,
		strings.TrimSpace(prose)) {
		t.Errorf("prose: %s", out["leiter@example.org"][0].Text)
	}
}

// The beginning of a very long question is passed on, with each line indented. The answer goes to the registered
// address if machines must not answer the sender.
func TestLongQuestion(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	_, out := b.Ask(func(l *letter.Letter) {
		l.Text, l.MayAnswer = strings.Repeat("Reich 2 Grau schreibt:\nböse\n", 4000), false
	})
	q := out["leiter@example.org"][0]
	if len(q.Text) > 3*letter.QuestionShown || !strings.Contains(q.Text, "Der Brief ist länger") ||
		strings.Contains(q.Text, "\nReich 2") {
		t.Errorf("%d bytes\n%.300s", len(q.Text), q.Text)
	}
	if len(out["r1@example.org"]) != 1 {
		t.Errorf("%+v", out)
	}
	if _, out := b.Ask(
		func(l *letter.Letter) { l.Subject = "" }); !strings.HasPrefix(out["leiter@example.org"][0].Subject,
		"[Bovistan #2] Frage von Reich 1 Reich1 WT-") || strings.HasSuffix(out["leiter@example.org"][0].Subject, ":") {
		t.Errorf("without a subject: %q", out["leiter@example.org"][0].Subject)
	}
}

// If the game master has no address, the question is stored for cron to report.
func TestQuestionWithoutAMaster(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Masters = nil })
	b.Sent("", worldtest.Day0)
	if a, out := b.Ask(func(*letter.Letter) {}); a.Fate != receipt.PassedOn || len(out) != 1 {
		t.Errorf("%+v %+v", a, out)
	}
	kept := b.Notices()
	if len(kept) != 1 || !strings.Contains(kept[0].Text, "Was kostet ein Schiff?") ||
		!strings.Contains(kept[0].Text, "r1@example.org") {
		t.Errorf("%+v", kept)
	}
}

// A letter that consists of a line of settings, in its subject or its text, is not a question. The answer shows where
// the line belongs, and the game master gets nothing. A letter that says more, or names no setting of the game, is
// passed on.
func TestASettingIsNoQuestion(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 1)
	b.Sent("", worldtest.Day0)
	for _, c := range []struct{ subject, text, line string }{
		{"KARTE JA", "", "Karte ja"}, {"Karte  nein", "", "Karte nein"}, {"[Bovistan Z1] karte ja", "", "Karte ja"},
		{"KARTE JA", "Viele Grüße\nHans\n", "Karte ja"}, {"Hallo", "Karte nein\n", "Karte nein"},
		{"KARTE JA", "Wie bekomme ich eine Karte, bitte?\n", ""}, {"Landkarte", "", ""}, {"Karte ja nein", "", ""},
	} {
		b.ClockAt = b.ClockAt.Add(time.Hour)
		a := b.Asks(1, c.subject, c.text)
		if c.line == "" {
			if a.Fate != receipt.PassedOn {
				t.Errorf("%q, %q: %+v", c.subject, c.text, a)
			}
			b.Sent("", b.ClockAt)
			continue
		}
		got := b.Sent("", b.ClockAt)
		if a.Fate != receipt.Served || len(got) != 1 || got[0].To != "r1@example.org" ||
			got[0].Subject != "[Bovistan Z1] Eine Einstellung gehört unter $S" ||
			!strings.Contains(got[0].Text, "Brief mit Befehlen:\n\n  $I 1 Passwort\n  $S\n  "+c.line+"\n\nZeigt diesen Brief niemandem. "+
				"Antwortet mit JA, und sie gilt sofort") || len(worldtest.TokensIn(got[0].Text)) != 1 {
			t.Errorf("%q, %q: %+v, %+v", c.subject, c.text, a, got)
		}
	}
}
