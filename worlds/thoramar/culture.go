package thoramar

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// cultureFiles are the culture texts ($K) the realm has not got yet: those of
// this turn. Texts are written for all the world (manual, "Der Spielzug": the
// files lie on every player's disk); who joins later gets the earlier ones with
// its report 0, so nobody ever lacks one.
func (o *outcome) cultureFiles(realm int) []game.File {
	return cultureTexts(o.t, realm, func(r *Realm) bool { return r.TextTurn == o.turn })
}

// cultureTexts gives the wanted texts as files in the language of the reader.
func cultureTexts(t *turn, reader int, wanted func(*Realm) bool) []game.File {
	var out []game.File
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if i == 0 || r.Text == "" || !wanted(r) {
			continue
		}
		book := t.rules.Words(t.state.Realms[reader].Settings.Lang)
		text := appendWrapped(nil, book.Say(phrase.P("report.culture", phrase.Num("realm", r.Number), phrase.Str("name", r.Name))), indent)
		text = append(text, '\n')
		text = appendWrapped(text, orders.Legible(r.Text), "")
		out = append(out, game.File{Name: book.T("report.culture-file") + twoDigits(r.Number) + ".TXT", Type: "text/plain", Data: text})
	}
	return out
}

// like tells whether two peoples differ in nothing but their name.
func (c *Culture) like(other *Culture) bool {
	return slices.Equal(c.strength, other.strength) && slices.Equal(c.spared, other.spared)
}

// goodFor is what the tables say of a people: where it is spared, what is not at 100 %.
func (c *Culture) goodFor(t *Tables) phrase.Phrase {
	var spared, differs []string
	for i, yes := range c.spared {
		if yes {
			spared = append(spared, t.Terrain[i].Code)
		}
	}
	for i, s := range c.strength {
		if s != 100 {
			differs = append(differs, fmt.Sprintf("%s %d %%", t.Unit[i].Unit, s))
		}
	}
	return phrase.P("culture-good-for-tables", phrase.Str("spared", listed(spared)), phrase.Str("differs", listed(differs)))
}

func listed(words []string) string {
	if len(words) == 0 {
		return "–"
	}
	return strings.Join(words, ", ")
}
