package requests_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// If the settings hide it, nothing that a player, a stranger or anybody can read says that the machine plays a realm:
// neither the first letter, nor the answer to any word, nor a report, nor what is public. Without the setting, most of it
// does.
func TestNothingTellsAHiddenMachine(t *testing.T) {
	t.Parallel()
	depth := 3
	for _, hidden := range []bool{true, false} {
		b := worldtest.Found(t, worldtest.BotTiny{Depth: &depth}, 2, func(s *world.Settings) {
			s.Public, s.BotsHidden, s.Signup, s.Places, s.Press = public.Parts, hidden, true, 9, world.PressNow
		})
		m, err := players.Manner(b.World, "", "")
		must(t, err)
		for _, name := range []string{"Moor", "Heath"} {
			_, err := players.AddLocal(b.World, []players.LocalRealm{{Joining: game.Joining{Name: name, Lang: phrase.En}, Bot: &m}}, b.ClockAt)
			must(t, err)
		}
		tells := map[string]bool{} // by what somebody reads
		reads := func(what string) {
			for _, d := range b.Sent("", b.ClockAt) {
				text := d.Subject + "\n" + d.Text
				for _, f := range d.Files {
					text += "\n" + string(f.Data)
				}
				text = strings.ReplaceAll(text, "six turns against the machine", "") // of practice
				tells[what] = tells[what] || strings.Contains(text, "machine") || strings.Contains(text, "Maschine")
			}
		}
		b.Sent("", b.ClockAt)
		b.Joins("Fern", phrase.En)
		reads("the first letter")
		for _, word := range []string{"STANDINGS", "NEWS", "DEADLINE?", "Who plays realm 3?", "ORDERS", "REPORT 0"} {
			b.Asks(2, word, "")
			reads(word)
		}
		b.Asks(2, "LETTER 3", "Peace?")
		reads("LETTER 3")
		b.Ask(func(l *letter.Letter) { l.From, l.Subject, l.Text, l.Proof.Domain = tove, "HELP", "", "one.example" })
		reads("a stranger")
		b.Advance(worldtest.Friday)
		reads("a report")
		page, err := gamemaster.PublicOf(b.World)
		must(t, err)
		for _, lang := range phrase.Langs {
			text := string(page.Text(lang, public.Columns)) + string(store.MustJSON(page))
			tells["what is public"] = tells["what is public"] || strings.Contains(text, "machine") || strings.Contains(text, "aschine") || strings.Contains(text, `"bot":true`)
		}
		told := 0
		for what, is := range tells {
			if is && hidden {
				t.Errorf("%s tells a machine", what)
			}
			if is {
				told++
			}
		}
		if !hidden && told < 5 {
			t.Errorf("without the setting only these tell it: %v", tells)
		}
	}
}
