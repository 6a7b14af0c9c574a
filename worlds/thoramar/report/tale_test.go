package report_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
)

// What the chronicler may say depends on the reader's side: who held, won or lost, whose the capital was, who ended the
// treaty. A field that was lost after all was not held, and of others' fights he is silent. Turn 5 begins a year.
func TestTaleKinds(t *testing.T) {
	mine, theirs, wild := phrase.Str("army", "K.M 1"), phrase.Str("army", "2.K.M 7"), phrase.Str("army", "0.M.N 3")
	for name, c := range map[string]struct {
		tell  func(a *gametest.Arena, at phrase.Arg)
		kinds string
		has   string // in some phrase
	}{
		"held":   {fought(theirs, mine, "battle-defenders-won"), "first-blood held", "Reich 2"},
		"driven": {fought(theirs, mine, "battle-attackers-won"), "first-blood driven", ""},
		"won":    {fought(mine, theirs, "battle-attackers-won"), "first-blood won", "Reich 2"},
		"beaten": {fought(mine, theirs, "battle-defenders-won"), "first-blood beaten", "Reich 2"},
		"even":   {fought(mine, theirs, "battle-even"), "first-blood even", ""},
		"even, then won": {func(a *gametest.Arena, at phrase.Arg) {
			a.Week = 1
			fought(mine, theirs, "battle-even")(a, at)
			a.Week = 2
			fought(mine, theirs, "battle-attackers-won")(a, at)
		}, "first-blood won", "Reich 2"},
		"even elsewhere": {func(a *gametest.Arena, at phrase.Arg) {
			fought(mine, theirs, "battle-even")(a, phrase.At("field", a.XY(2, 0)))
			fought(mine, theirs, "battle-attackers-won")(a, at)
		}, "first-blood even won", ""},
		"beasts":  {fought(mine, wild, "battle-attackers-won"), "first-blood won", ""},
		"not his": {fought(theirs, wild, "battle-attackers-won"), "", ""},
		"lost after all": {func(a *gametest.Arena, at phrase.Arg) {
			fought(theirs, mine, "battle-defenders-won")(a, at)
			a.Tell(phrase.P("lost-field", theirs, at), 1)
		}, "first-blood loss", "Reich 2"},
		"own capital": {func(a *gametest.Arena, at phrase.Arg) {
			a.Tell(phrase.P("lost-field", theirs, at), 1)
			a.Tell(phrase.P("capital-taken", at), 1)
		}, "loss capital-fell", "nahm Reich 2 die Schlüssel"},
		"their capital": {func(a *gametest.Arena, at phrase.Arg) {
			a.Tell(phrase.P("conquered", mine, at), 1)
			a.Tell(phrase.P("capital-taken", at), 1)
		}, "capital-won", ""},
		"three fields": {func(a *gametest.Arena, at phrase.Arg) {
			for range 3 {
				a.Tell(phrase.P("conquered", mine, at), 1)
			}
		}, "land", "3 Felder"},
		"they end it": {treaty("treaty-ended", 2, 1), "broken", "R2 hat das Siegel"},
		"we end it":   {treaty("treaty-ended", 1, 2), "we-broke", "Der Bote nach R2"},
		"made":        {treaty("treaty-made", 2, 1), "treaty", "Boten von R2"},
		"their army falls": {func(a *gametest.Arena, at phrase.Arg) {
			a.Tell(phrase.P("wiped-out", theirs, at), 1)
		}, "", ""},
		"nothing": {func(*gametest.Arena, phrase.Arg) {}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := stage(t, func(a *gametest.Arena) {
				a.Week, a.Phase = 14, "conquest"
				c.tell(a, phrase.At("field", a.XY(1, 0)))
			})
			said, lines := []string{}, ""
			for _, m := range o.Report(1, nil).Tale.Moments {
				if m.Kind != "new-year" && m.Kind != game.Quiet {
					said = append(said, m.Kind)
					for _, line := range m.Lines() {
						lines += line.Text + "\n"
					}
				}
				if m.Grave != (m.Kind == "capital-fell") {
					t.Errorf("%s is grave: %v", m.Kind, m.Grave)
				}
			}
			if got := strings.Join(said, " "); got != c.kinds || !strings.Contains(lines, c.has) {
				t.Errorf("got %s, want %s with %q:\n%s", got, c.kinds, c.has, lines)
			}
		})
	}
}

// fought is a battle between two armies with an end.
func fought(attacker, defender phrase.Arg, end string) func(a *gametest.Arena, at phrase.Arg) {
	return func(a *gametest.Arena, at phrase.Arg) {
		a.Tell(phrase.P("battle", at), 1)
		a.Tell(phrase.P("battle-attacker", attacker, phrase.Num("men", 900), phrase.Num("left", 800)), 1)
		a.Tell(phrase.P("battle-defender", defender, phrase.Num("men", 500), phrase.Num("left", 400)), 1)
		a.Tell(phrase.P(end, at), 1)
	}
}

// treaty is an event between two realms.
func treaty(code string, realm, other int) func(a *gametest.Arena, at phrase.Arg) {
	return func(a *gametest.Arena, _ phrase.Arg) {
		a.Tell(phrase.P(code, phrase.Num("realm", realm), phrase.Num("other", other), phrase.Key("treaty", "treaty.A")), 1)
	}
}

// An army with a flag is a stranger by its realm's number, whose name was never shown. One without a flag is none.
func TestTaleStrangers(t *testing.T) {
	for flag, want := range map[realm.Flag]string{
		realm.Shown: "2: Auf 1/0 zeigten sich Fremde. Ihre Fahne sagt Reich 2; mehr sagt sie nicht.", '-': "",
	} {
		o := stage(t, func(a *gametest.Arena) {
			a.Army(1, "K.M 1", 500, 0, 0)
			a.Army(2, "K.M 1", 500, 1, 0).Flag = flag
		})
		short := o.Report(1, new(game.Shown))
		for name, told := range map[string]game.Report{"full": o.Report(1, nil), "short": short} {
			met := ""
			for _, m := range told.Tale.Moments {
				if m.Kind == "stranger" {
					met += m.Once + ": " + m.Lines()[0].Text
				}
			}
			if met != want {
				t.Errorf("flag %q, %s: got %q, want %q", flag, name, met, want)
			}
		}
	}
}

// The newspaper begins with what the chronicler calls the season, as the reports of a new year have it.
func TestDateline(t *testing.T) {
	seed := game.Seed{3}
	summers, seasons := map[string]bool{}, map[string]bool{}
	for turn := 1; turn <= 24; turn++ {
		for _, lang := range phrase.Langs {
			said := gametest.Rules.Words(lang).Say(report.Dateline(turn, seed))
			if seasons[said] || strings.ContainsAny(said, "`{}") {
				t.Errorf("turn %d: %q", turn, said)
			}
			if seasons[said] = true; lang == phrase.De && turn%4 == 1 {
				summers[strings.SplitN(said, ",", 2)[0]] = true
			}
		}
	}
	if len(summers) != 6 {
		t.Errorf("six summers have the names %v", summers)
	}
}

// A treaty or a payment is told as between you and a realm with its name, in the report and in the letter.
func TestDealingsSpeakOfYou(t *testing.T) {
	o := stage(t, func(a *gametest.Arena) {
		a.Week, a.Phase = 14, "conquest"
		treaty("treaty-made", 2, 1)(a, phrase.Arg{})
		treaty("treaty-ended", 1, 3)(a, phrase.Arg{})
		a.Tell(phrase.P("gold-sent", phrase.Num("from", 1), phrase.Num("to", 2), phrase.Num("gold", 500)), 1, 2)
	})
	own, theirs := o.Report(1, nil), o.Report(2, nil)
	for _, want := range []string{"Zwischen Euch und R2 (2) gilt nun: Nichtangriffspakt.",
		"Zwischen Euch und R3 (3) gilt nicht mehr: Nichtangriffspakt.", "Ihr zahlt R2 (2) 500 GS."} {
		for _, text := range []string{string(own.Text), string(own.Summary)} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is not in\n%s", want, text)
			}
		}
	}
	if want := "R1 (1) zahlt Euch 500 GS."; !strings.Contains(string(theirs.Text), want) {
		t.Errorf("%s is not in\n%s", want, theirs.Text)
	}
}
