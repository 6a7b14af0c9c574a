package mail_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
)

// What players type who know no word of ours, and what comes of it: nothing of it does harm. The code in a letter is for
// what would send something. Realm 1 is Graumark and reads English, 2 is Hohenfurt and reads German.
func TestWhatPlayersType(t *testing.T) {
	t.Parallel()
	b := typing(t)
	const nothing, asked = "", "was passed on to the game master as a question"
	for _, c := range []struct {
		number        int
		realm         int
		subject, text string
		says          string // "": nothing leaves
		master        bool   // the game master gets it, too
		code          bool   // the answer has a code
	}{
		{1, 1, "RULES", "", "The rules are attached", false, false},
		{2, 1, "RULES 7", "", "The chapter that you asked for:\n\n7 ", false, false},
		{3, 2, "REGELN 7", "", "Das Kapitel, nach dem Ihr gefragt habt:\n\n7 ", false, false},
		{4, 2, "Regel 7", "", "Das Kapitel, nach dem Ihr gefragt habt:\n\n7 ", false, false},
		{5, 1, "RULES chapter 7", "", "The chapter that you asked for:\n\n7 ", false, false},
		{6, 1, "RULES §7", "", "The chapter that you asked for:\n\n7 ", false, false},
		{7, 1, "RULE 7.4", "", "The rule that you asked for:\n\n§7.4", false, false},
		{8, 1, "RULES 7.4", "", "§7.4", false, false},
		{9, 1, "RULES please", "", "The rules are attached", false, false},
		{10, 1, "RULES xylophone", "", "No rule of this game has “xylophone”.\n\n1 The game\n", false, false},
		{11, 1, "RULES demons", "", "The rules that have “demons”", false, false},
		{12, 1, "RULES 99", "", "There is no chapter 99 in the rules of this game.\n\n1 The game\n", false, false},
		{13, 1, "RULES Zauberer", "", "“zauberer” is in the rules in another language; RULES", false, false},
		{14, 1, "HELP", "", "To read:\n", false, false},
		{14, 2, "HILFE", "", "Zum Lesen:\n", false, false},
		{15, 1, "HELP 7", "", "The chapter that you asked for:\n\n7 ", false, false},
		{16, 1, "HELP 8.3", "", "§8.3", false, false},
		{17, 1, "HELP ranged weapons", "", "The rules that have “ranged weapons”", false, false},
		{17, 1, "HELP purple elephants", "", "No rule of this game has “purple elephants”.\nWords you can send", false, false},
		{18, 2, "HILFE Fernkampf", "", "Fernkampf", false, false},
		{19, 1, "HLEP", "", "I read HELP.\nWords you can send", false, false},
		{19, 2, "HLIFE", "", "Gelesen als HILFE.", false, false},
		{20, 1, "RUELS 7", "", "I read RULES 7.\nThe chapter that you asked for", false, false},
		{21, 2, "Kapitel 7", "", "Das Kapitel, nach dem Ihr gefragt habt:\n\n7 ", false, false},
		{22, 1, "MAP", "", "is the map as your realm knows it now.", false, false},
		{23, 1, "MAP 0", "", "is the map as your realm knew it after turn 0.", false, false},
		{23, 2, "KARTE 7", "", "Von Zug 7 gibt es keine Karte; die neueste ist die nach Zug 1.", false, false},
		{24, 1, "MAP big", "", "is the map as your realm knows it now.", false, false},
		{25, 1, "DEADLINE?", "", "0 of 3 realms have sent orders.", false, false},
		{26, 1, "WHEN", "", "0 of 3 realms have sent orders.", false, false},
		{26, 2, "Wann?", "", "0 von 3 Reichen haben Befehle geschickt.", false, false},
		{27, 1, "Who plays realm 2?", "", "Realm 2 Hohenfurt is a realm of this game. Who plays it, only its player says.", true, false},
		{28, 1, "NAME Annland", "", "\n  $I 1 password\n  $S\n  Realmname Annland\n\nShow this letter to nobody. Reply with YES, and it counts at once", false, true},
		{28, 2, "Name Annland", "", "\n  $S\n  Reichsname Annland\n\nZeigt diesen Brief niemandem. Antwortet mit JA, und sie gilt sofort", false, true},
		{28, 1, "Namely what?", "", asked, true, false},
		{29, 1, "Realmname Annland", "", "\n  $I 1 password\n  $S\n  Realmname Annland\n", false, true},
		{30, 1, "Map no", "", "\n  $I 1 password\n  $S\n  Map no\n", false, true},
		{31, 1, "undo please", "", "Your orders count until the deadline", true, false},
		{33, 1, "LETTER 1", "Peace?", "Nothing went to realm 1: it is your own number.", false, true},
		{34, 1, "LETTER Hohenfrut", "Peace?", "Did you mean realm 2 Hohenfurt? Then reply with YES.", false, true},
		{35, 1, "LETTER", "Peace?", "does not say to whom it goes", false, true},
		{35, 2, "BRIEF", "Friede?", "Antwortet mit der Nummer eines Reiches", false, true},
		{36, 1, "REPORT 0", "", "", false, false}, // the report itself
		{37, 1, "REPROT", "", "I read REPORT.", false, false},
		{38, 1, "PASSWORT", "", "Somebody asked for a new password", false, true},
		{39, 1, "STOP", "", "This ends nothing yet.", false, false},
		{39, 1, "unsubscribe", "", "This ends nothing yet.", false, false},
		{39, 2, "Stopp!", "", "Damit endet noch nichts.", false, false},
		{40, 1, "", "", "You have sent no orders for this turn.", false, false},
		{41, 1, "Thanks, see you Sunday!", "", nothing, false, false},
		{41, 2, "Danke!", "Bis Sonntag.\nSpieler 2\n", nothing, false, false},
		{41, 1, "Thanks, but realm 2 cheats", "", asked, true, false},
		{41, 1, "ok", "", asked, true, false},
		{42, 1, "Can I attack a field with a wall from the sea?", "", "Perhaps this answers it: §", true, false},
	} {
		b.ClockAt = b.ClockAt.Add(30 * time.Minute) // so that no limit is reached
		b.Asks(c.realm, c.subject, c.text)
		to, master, player := map[int]string{1: "r1@example.org", 2: "r2@example.org"}[c.realm], 0, ""
		n := 0
		for _, d := range b.Sent("", b.ClockAt) {
			if d.To == to {
				n++
				player += d.Text
			} else {
				master++
			}
		}
		want := c.says != nothing || c.number == 36
		if n > 0 != want || !strings.Contains(player, c.says) || master > 0 != c.master ||
			len(worldtest.TokensIn(player)) > 0 != c.code {
			t.Errorf("%d %q: %d to the game master, to the player\n%s\nwant %q", c.number, c.subject, master, player, c.says)
		}
	}
}

// typing is a game of three realms in its second turn, in which everybody may know who has sent orders.
func typing(t *testing.T) *worldtest.Game {
	t.Helper()
	b := worldtest.Found(t, worlds.Rulebooks()[0], 0, func(s *world.Settings) {
		s.Public, s.Press = public.Parts, world.PressNow
		s.Book = func(rulebook string, lang phrase.Lang) func() string {
			return func() string { return docs.Text(rulebook, string(lang)) }
		}
		s.Rule = func(rulebook string, lang phrase.Lang, what string) string {
			return docs.Rule(rulebook, string(lang), what)
		}
		s.Hints = func(rulebook string, lang phrase.Lang, question string) []string {
			return docs.Hints(rulebook, string(lang), question)
		}
	})
	for n, name := range []string{"Graumark", "Hohenfurt", "Salzküste"} {
		b.Joins(name, phrase.Langs[(n+1)%2])
	}
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	return b
}

// A letter to nobody waits for the number of a realm, which sends it once. Any other answer sends nothing.
func TestANumberSendsALetter(t *testing.T) {
	t.Parallel()
	for answer, to := range map[string]string{"2": "r2@example.org", "3, please": "r3@example.org", "7": "", "YES": "", "2 and 3": ""} {
		b := typing(t)
		b.Asks(1, "LETTER", "Peace at last?")
		code := worldtest.TokensIn(b.Sent("", b.ClockAt)[0].Text)[0]
		for range 2 {
			l := b.Letter(1, answer+"\n"+code+"\n")
			l.Subject = "Re:"
			b.Accept(l)
		}
		var got []string
		for _, d := range b.Sent("press", b.ClockAt) {
			if got = append(got, d.To); !strings.Contains(d.Text, "Peace at last?") {
				t.Errorf("%s", d.Text)
			}
		}
		if strings.Join(got, " ") != to {
			t.Errorf("%q: went to %v", answer, got)
		}
	}
}

// A stranger reads of free places only as long as the rules take somebody: where one realm moves after the other, until the
// first turn is over, or if a realm has lost its player.
func TestAStrangerReadsOfPlacesThatThereAre(t *testing.T) {
	t.Parallel()
	b := inTurn(t)
	b.Sent("", b.ClockAt)
	reads := func(want ...string) {
		t.Helper()
		b.ClockAt = b.ClockAt.Add(8 * 24 * time.Hour) // it is written again after a week
		_, out := b.Ask(func(l *letter.Letter) {
			l.From, l.Subject, l.Text, l.Proof.Domain = "tove@one.example", "HELP", "", "one.example"
		})
		if len(out["tove@one.example"]) != 1 {
			t.Fatalf("%+v", out)
		}
		text := out["tove@one.example"][0].Text
		worldtest.Has(t, text, want...)
		if strings.Contains(text, " free. ") != strings.HasSuffix(want[0], " free.") {
			t.Error(text)
		}
	}
	reads("2 places are free.", "To join, reply with SIGNUP.")
	b.Advance(b.ClockAt)
	reads("All places are taken. Reply with SIGNUP, and you are the first")
	if err := players.Vacate(b.World, 2, b.ClockAt); err != nil {
		t.Fatal(err)
	}
	reads("1 place is free.", "To join, reply with SIGNUP.")
}

// inTurn is a game of two realms, with places for two more, in which one moves after the other.
func inTurn(t *testing.T) *worldtest.Game {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		b := worldtest.Found(t, rb, 0, func(s *world.Settings) { s.Public, s.Signup, s.Places = public.Parts, true, 4 })
		for _, name := range []string{"Graumark", "Hohenfurt"} {
			b.Joins(name, phrase.En)
		}
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		if err != nil {
			t.Fatal(err)
		}
		if s.Realms[0].Asked != s.Realms[1].Asked {
			return b
		}
	}
	t.Fatal("in none of our games players move one after the other")
	return nil
}

// A setting that somebody writes without a section counts by a YES to the answer's code, once, and beside the orders in
// force. Any other answer does nothing.
func TestAYesSetsWhatWasWritten(t *testing.T) {
	t.Parallel()
	for answer, name := range map[string]string{"YES": "Annland", "Yes, please.": "Annland", "NO": "Graumark", "Why?": "Graumark"} {
		b := typing(t)
		b.Send(1, "$I 1 PASSWORD\n$R\nK.M 1 1000 0 0\n", receipt.Taken)
		b.Asks(1, "NAME Annland", "")
		var code string
		for _, d := range b.Sent("", b.ClockAt) {
			if codes := worldtest.TokensIn(d.Text); len(codes) > 0 {
				code = codes[0]
			}
		}
		for range 2 {
			b.ClockAt = b.ClockAt.Add(time.Minute)
			l := b.Letter(1, answer+"\n"+code+"\n")
			l.Subject = "Re:"
			b.Accept(l)
		}
		said := ""
		for _, d := range b.Sent("", b.ClockAt) {
			said += d.Text
		}
		if added := strings.Count(said, "Added to your orders in force"); added > 1 || (added == 1) != (name == "Annland") {
			t.Errorf("%q: added %d times\n%s", answer, added, said)
		}
		b.Advance(worldtest.Friday.AddDate(0, 0, 7))
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		if err != nil || s.Realms[0].Name != name || s.Turn != 3 {
			t.Errorf("%q: realm 1 is called %s, %v", answer, s.Realms[0].Name, err)
		}
	}
}
