package thoramar

import (
	"strings"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// settings carries out $S and $K (manual, "Spezial", "Kultur"). They touch
// nothing but what the realm reads and is called.
func settings(t *turn) {
	t.info = make([]bool, len(t.state.Realms))
	t.titles = make([]string, len(t.state.Realms))
	for i := range t.state.Realms {
		t.titles[i] = t.state.Realms[i].Name
	}
	for realm := range t.sheets {
		ordersOf(t.Turn, realm, func(at orders.Position, o SettingOrder) { t.set(realm, at, o) })
		t.describe(realm)
	}
}

func (t *turn) set(realm int, at orders.Position, o SettingOrder) {
	r := &t.state.Realms[realm]
	value := phrase.Key("value", "value."+o.Value)
	code := ""
	switch o.Setting {
	case 'I':
		t.info[realm] = true
		t.accept(realm, at, phrase.P("set-info"))
		return
	case 'R':
		t.rename(realm, at, names.Neat(o.Value))
		return
	case 'C':
		r.Settings.Computer, code = game.Computer(o.Value), "set-computer"
	case 'B':
		r.Settings.Short, code = o.Value == "kurz", "set-report"
	case 'S':
		r.Settings.Lang, code = phrase.Lang(o.Value), "set-language"
	case 'Z':
		r.Settings.Zip, code = o.Value == "ja", "set-zip"
	case 'K':
		r.Settings.Map, code = o.Value == "ja", "set-map"
	}
	t.did(realm, at, phrase.P(code, value))
}

// rename gives the realm another name, if nobody's is like it.
func (t *Turn) rename(realm int, at orders.Position, to string) {
	r := &t.state.Realms[realm]
	if to == r.Name || !t.mayBeCalled(realm, at, to) {
		return
	}
	was := r.Name
	r.Name = to
	what := phrase.P("realm-renamed", phrase.Num("realm", realm), phrase.Str("was", was), phrase.Str("name", to))
	t.accept(realm, at, what)
	t.tell(what, t.everybody()...)
}

// mayBeCalled tells whether a realm may bear a name, or give it to a place. What
// another gave up in this turn is still that one's, for the receipt says so; of two
// who ask for one name the lower number, which comes first, gets it.
func (t *Turn) mayBeCalled(realm int, at orders.Position, to string) bool {
	var others []string
	for i := 1; i < len(t.state.Realms); i++ {
		if i != realm {
			others = append(others, t.titles[i], t.state.Realms[i].Name)
		}
	}
	wrong := names.WrongFor(to, realm, others...)
	if wrong.Code != "" {
		t.refuse(realm, at, wrong)
	}
	return wrong.Code == ""
}

// everybody lists the realms that have not fallen.
func (t *Turn) everybody() []int {
	var out []int
	for i := range t.state.Realms {
		if i > 0 && !t.state.Realms[i].Fallen {
			out = append(out, i)
		}
	}
	return out
}

// describe takes the realm's account of its culture: all $K of a sheet are one
// text, which replaces the one before.
func (t *Turn) describe(realm int) {
	var parts []string
	var first orders.Position
	ordersOf(t, realm, func(at orders.Position, o orders.Text) {
		if text := strings.TrimSpace(o.Text); text != "" {
			if parts == nil {
				first = at
			}
			parts = append(parts, text)
		}
	})
	if parts == nil {
		return
	}
	r := &t.state.Realms[realm]
	text := strings.Join(parts, "\n")
	if text != r.Text {
		r.Text, r.TextTurn = text, t.state.Turn
	}
	t.did(realm, first, phrase.P("set-culture", phrase.Num("signs", len([]rune(text)))))
}

// foretold gives for sentences of what has happened those that a receipt says
// of what will, with the same arguments.
var foretold = map[string]string{
	"building-named": "will-building-named", "recruited": "will-recruited", "reinforced": "will-reinforced",
	"points-recruited": "will-points-recruited", "points-reinforced": "will-points-reinforced", "gold-sent": "will-gold-sent",
	"realm-renamed": "will-realm-renamed", "split": "will-split", "merged": "will-merged", "formation-left": "will-formation-left",
	"formation-joined": "will-formation-joined", "blessed": "will-blessed", "summoned": "will-summoned",
	"treaty-ended": "will-treaty-ended",
}

// accept notes in words, for the receipt, that an order counts.
func (t *Turn) accept(realm int, at orders.Position, what phrase.Phrase) {
	if t.receipt != nil {
		if will := foretold[what.Code]; will != "" {
			what.Code = will
		}
		t.receipt.inForce = append(t.receipt.inForce, game.InForce{Line: at.Line, What: what})
	}
}

// did tells the realm what its order did, in the report and in the receipt alike.
func (t *Turn) did(realm int, at orders.Position, what phrase.Phrase) {
	t.accept(realm, at, what)
	t.tell(what, realm)
}

// caveat warns of an order that counts, but perhaps not as it was meant.
func (t *Turn) caveat(realm int, at orders.Position, what phrase.Phrase) {
	t.refused[realm] = append(t.refused[realm], refusal{line: at.Line, col: at.Col, what: what, warn: true})
}
