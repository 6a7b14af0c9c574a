package intake_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A sign-up takes the answer that people write: YES and lines of the form in any order and language, with a greeting,
// a bare name or a signature beside them. What objects, asks, or says yes on a condition still ends the code.
func TestANaturalAnswerSignsUp(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.Signup, s.Places = true, 9 })
	b.Sent("", worldtest.Day0)
	b.Accept(b.Newcomer("kim@one.example", "SIGNUP"))
	asked := b.Sent("signup", b.ClockAt)[0]
	for text, want := range map[string]string{
		"YES\nName: Karl\nRealm: Moor\n":                                 "Karl of Moor",
		"Realm: Moor\nJA\nSpieler: Karl\n":                               "Karl of Moor",
		"Hallo!\n\nJa, gern.\n\nReich: Moor\nName: Karl\n":               "Karl of Moor",
		"Yes\nName: Karl\nRealm: Moor\n\nBest regards\nKim Meyer\n":      "Karl of Moor",
		"Yes\nName: Karl\nRealm: Moor\n\n-- \nKim Meyer\nBerlin\n":       "Karl of Moor",
		"Ja, ich spiele gern mit!\nName: Karl\nReich: Moor\n":            "Karl of Moor",
		"Ja, ich möchte mitspielen!\nName: Karl\nReich: Moor\n":          "Karl of Moor",
		"YES\n\nKarl Heinz Otto\n":                                       "kim of kim",
		"Yes, Karl Otto\n":                                               "kim of kim",
		"Karl Otto\nYES\n":                                               "kim of kim",
		"YES!\nGreetings from Berlin!\n":                                 "kim of kim",
		"Hello, yes please\nKarl\nRealm: Moor\n":                         "kim of Moor",
		"YES?\nName: Karl\nRealm: Moor\n":                                "",
		"YES, but later\nName: Karl\nRealm: Moor\n":                      "",
		"Yes if you tell me first what it costs\nName: Karl\n":           "",
		"Yes\nName: Karl\nRealm: Moor\n\n-- \nNO, I refuse\n":            "",
		"Ja\nName: Karl\nReich: Moor\n\nViele Grüße\nKim\ndoch nicht\n":  "",
		"Maybe\nName: Karl\nRealm: Moor\n":                               "",
		"I was told to write Yes\nName: Karl\nRealm: Moor\n":             "",
		"Yes I would rather see the rules first\nRealm: Moor\n":          "",
		"Ja, wenn es nichts kostet, mitspielen will ich.\nReich: Moor\n": "",
	} {
		l := readMail(b, mailing{text, "Subject: Re: SUBJECT\n\n" + text}.raw(asked, true))
		if got := wouldJoin(b, l); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// wouldJoin takes the answer of somebody who would like to play in, says who plays the last realm then, and takes that
// back.
func wouldJoin(b *worldtest.Game, l letter.Letter) (who string) {
	b.T.Helper()
	back := errors.New("back")
	read, err := sender.Read(b.World.Setup, l)
	must(b.T, err)
	err = b.Update(func(tx *store.Tx) error {
		if _, err := intake.Taken(b.World, tx, read, b.ClockAt); err != nil {
			return err
		}
		c, err := b.Now(tx)
		must(b.T, err)
		if realms := c.World.Realms(); len(realms) > 1 {
			who = realms[1].Player + " of " + realms[1].Name
		}
		return back
	})
	if !errors.Is(err, back) {
		b.T.Fatal(err)
	}
	return who
}

// A realm that its player has given back goes to the next newcomer in the real games, too, whose forms offer kinds and
// peoples. Only who has chosen one gets a new realm instead.
func TestAVacantRealmGoesToANewcomerInTheRealGames(t *testing.T) {
	t.Parallel()
	for _, rules := range worlds.Rulebooks() {
		w, err := rules.Found(game.Founding{Seed: game.Seed{7}})
		must(t, err)
		choices := w.Kinds()
		b := worldtest.Found(t, rules, 2, func(s *world.Settings) { s.Signup, s.Places = true, 9 })
		must(t, players.Vacate(b.World, 2, b.ClockAt))
		b.ClockAt = b.ClockAt.Add(time.Hour)
		if len(choices) > 0 {
			chosen := choices[0].Named(rules.Words(phrase.En))
			b.Says("uli@one.example", "Re:",
				"Yes\n"+b.Invited("uli@one.example", "Name: Uli\nRealm: Fenn\nLanguage: en\nKind: "+chosen+"\n"))
			if got := b.Playing(); len(got) != 3 || got[2] != "Uli" {
				t.Errorf("%s: %q wished for a kind", rules.Name(), got)
			}
		}
		b.Accept(b.Newcomer("kim@one.example", "SIGNUP"))
		asked := b.Sent("signup", b.ClockAt)
		at := slices.IndexFunc(asked, func(d outbox.Draft) bool { return d.To == "kim@one.example" })
		b.Accept(readMail(b, mailing{"kim", "Subject: Re: SUBJECT\n\nYes\nRealm: Moor\n\nOn Monday Bovistan wrote:\n> TEXT\n"}.
			raw(asked[at], true)))
		if got := b.Playing(); len(got) < 2 || !strings.HasPrefix(got[1], "kim") {
			t.Errorf("%s: %q", rules.Name(), got)
		}
	}
}
