package requests_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// playsAndMasters is a world with every word, whose game master plays realm 1.
func playsAndMasters(t *testing.T) *worldtest.Pages {
	t.Helper()
	return worldtest.OnPages(t, 3, everyWord, func(s *world.Settings) {
		s.Observers, s.Press, s.Practice, s.Masters = 9, world.PressNow, 3, []string{"r1@example.org"}
		s.Public = public.Shown{public.Standing, public.Newspaper}
	})
}

// whole is all that a word could change, without letters that came or leave, their limits, and what was ever asked.
func whole(b *worldtest.Pages) string {
	b.T.Helper()
	var said strings.Builder
	for realm := 1; realm <= 3; realm++ {
		rec := b.Person(realm)
		rec.Used = nil
		fmt.Fprintf(&said, "%+v\n", rec)
	}
	worldtest.Must(b.T, b.View(func(tx *store.Tx) error {
		stands, err := b.Overview(tx, b.ClockAt, false)
		fmt.Fprintf(&said, "%+v", stands.Schedule)
		return err
	}))
	return said.String()
}

// What the page can bring about with each word of players. By a link alone, or with a wrong password, it is nothing. By
// a door it is what a mail does: with an $I line one that has the password, otherwise one that has none.
func TestWordsOfPlayersFromThePage(t *testing.T) {
	t.Parallel()
	const (
		answers = "answer"         // a letter to the registered address says something
		asks    = "code"           // one has a code, and nothing has changed
		does    = "answer, change" // it is done, and told
	)
	rows := map[letter.Service]struct{ says, text, door, withIdentity string }{
		letter.Helps:       {"HILFE", "", answers, answers},
		"guide":            {"ANLEITUNG", "", answers, answers},
		letter.Manuals:     {"HANDBUCH", "", answers, answers},
		letter.Rulebooks:   {"REGELN", "", answers, answers},
		"report":           {"BERICHT", "", answers, answers},
		"deadline":         {"FRIST", "", answers, answers},
		letter.TellsNow:    {"BEFEHLE", "", answers, answers},
		letter.Templates:   {"VORLAGE", "", answers, answers},
		letter.Passwords:   {"PASSWORT", "", asks, asks},
		"pause":            {"PAUSE 2", "", asks, asks},
		"remind":           {"ERINNERN 12", "", asks, does},
		letter.Substitutes: {"VERTRETUNG new@example.org 2", "", asks, asks},
		letter.Moves:       {"ADRESSE new@example.org", "", asks, asks},
		"map":              {"KARTE", "", answers, answers},
		"page":             {"TISCH", "", answers, answers},
		"more-time":        {"MEHR ZEIT", "", asks, does},
		"close":            {"SCHLUSS JA", "", asks, does},
		"public":           {"STAND", "", answers, answers},
		letter.Letters:     {"BRIEF 2", "Hallo, wie geht es?", asks, "answer, r2@example.org"},
		"archive":          {"ARCHIV", "", answers, answers},
		letter.Practices:   {"ÜBEN", "", answers, answers}, // this game has none
		letter.Observes:    {"BEOBACHTEN", "", asks, "answer"},
		"undo":             {"RÜCKGÄNGIG", "", "answer, master", "answer, master"},
		"stop":             {"STOPP", "", answers, answers},
		"fair":             {"FAIR", "", answers, answers},
		"data":             {"DATEN", "", answers, answers},
		"leave":            {"ABMELDUNG", "", asks, asks},
		letter.SignsUp:     {"ANMELDUNG", "", answers, answers},
	}
	for _, w := range requests.Words().Words {
		if _, known := rows[w.Service]; w.De != "" && !known {
			t.Errorf("what may the page bring about with %s?", w.De)
		}
	}
	for word, row := range rows {
		fromThePage(t, row.says, row.text)
		for identity, want := range map[string]string{"": row.door, "$I 1 *** 1\n": row.withIdentity} {
			if got := byDoor(t, row.says, identity+row.text); got != want {
				t.Errorf("%s: %q by the door brings %q, want %q", word, identity+row.says, got, want)
			}
		}
	}
}

// The page carries out no word of the game master, who plays a realm. It is a question to them, like any other's. Below
// an $I line it is no order.
func TestWordsOfMastersFromThePage(t *testing.T) {
	t.Parallel()
	after := map[letter.Service]string{letter.BidTell: " 2", letter.BidDeadline: " 1.12.2026", letter.BidFree: " 2",
		"accept": " 1", "bot": " 2", letter.BidOrders: " 2", letter.BidReport: " 2"}
	for _, w := range requests.BidWords().Words {
		if w.De == "" {
			continue
		}
		says := "GM " + strings.ToUpper(letter.Spellings(w.En)[0]) + after[w.Service]
		fromThePage(t, says, "Who has paid so far?")
		for identity, want := range map[string]string{"": "answer, master", "$I 1 *** 1\n": "answer"} {
			if got := byDoor(t, says, identity+"Who has paid so far?"); got != want {
				t.Errorf("%q by the door brings %q, want %q", identity+says, got, want)
			}
		}
	}
}

// fromThePage sends words by a link alone and with a wrong password.
func fromThePage(t *testing.T, subject, text string) {
	t.Helper()
	b := playsAndMasters(t)
	before := whole(b)
	link := b.Key(1, letter.ByLink, "")
	for _, text := range []string{text, "$I 1 *** 1\n" + text, subject + "\n" + text} {
		if a := b.Posts(link, subject, text, true); a.Fate != receipt.Unidentified || a.To+a.Door+a.Said != "" {
			t.Errorf("%q, %q by a link: %+v", subject, text, a)
		}
	}
	if sent := b.Sent("", b.ClockAt); len(sent)+b.Kept() > 0 {
		t.Errorf("%q by a link: %+v, %d letters are kept", subject, sent, b.Kept())
	}
	a := b.Posts(link, subject, "$I 1 wrong-word-here\n"+text, true)
	sent := b.Sent("", b.ClockAt)
	if a.Fate != receipt.WrongWord || a.Door != "" || len(sent) != 1 || sent[0].To != "r1@example.org" ||
		!strings.Contains(sent[0].Subject, "falsches Passwort") {
		t.Errorf("%q with a wrong password: %+v, %+v", subject, a, sent)
	}
	if whole(b) != before {
		t.Errorf("%q by a link changes something", subject)
	}
}

// byDoor sends words by a door, and says what came of them.
func byDoor(t *testing.T, subject, text string) string {
	t.Helper()
	b := playsAndMasters(t)
	before := whole(b)
	b.ClockAt = b.ClockAt.Add(time.Minute)
	b.Posts(b.Key(1, letter.ByDoor, ""), subject, text, false)
	var got []string
	for _, d := range b.Sent("", b.ClockAt) {
		fromPage := strings.Contains(d.Text, "Von der Seite geschickt, nicht per Mail.")
		switch {
		case d.To != "r1@example.org":
			got = append(got, d.To)
		case strings.Contains(d.Subject, "#1] Frage"):
			got = append(got, "master")
		case !fromPage:
			got = append(got, "a letter without a word about the page")
		case len(worldtest.TokensIn(d.Subject, d.Text)) > 0:
			got = append(got, "code")
		default:
			got = append(got, "answer")
		}
		if fromPage && d.To != "r1@example.org" {
			t.Errorf("%q: others read of the page", subject)
		}
	}
	if whole(b) != before {
		got = append(got, "change")
	}
	slices.Sort(got)
	return strings.Join(got, ", ")
}
