package turn

import (
	"strings"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// settings carries out $S and $K (manual, "Spezial", "Kultur"). They change only what the realm reads and how it is
// called.
func settings(t *Turn) {
	t.Titles = t.Room.Names(len(t.State.Realms))
	for i := range t.State.Realms {
		t.Titles[i] = t.State.Realms[i].Name
	}
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o order.SettingOrder) { t.set(number, at, o) })
		describe(t.Turn, number)
	}
}

func (t *Turn) set(realm int, at orders.Position, o order.SettingOrder) {
	r := &t.State.Realms[realm]
	value := phrase.Key("value", "value."+o.Value)
	code := ""
	switch o.Setting {
	case 'I':
		t.Info[realm] = true
		t.Accept(at, phrase.P("set-info"))
		return
	case 'R':
		rename(t.Turn, realm, at, names.Neat(o.Value))
		return
	case 'C':
		r.Computer, code = game.Computer(o.Value), "set-computer"
	case 'B':
		r.Settings.Short, code = o.Value == "kurz", "set-report"
	case 'S':
		r.Lang, code = phrase.Lang(o.Value), "set-language"
	case 'Z':
		r.Zip, code = o.Value == "ja", "set-zip"
	case 'K':
		r.Settings.Map, code = o.Value == "ja", "set-map"
	}
	t.Did(realm, at, phrase.P(code, value))
}

// rename gives the realm another name, if no other has one like it.
func rename(t *realm.Turn, number int, at orders.Position, to string) {
	r := &t.State.Realms[number]
	if to == r.Name || !mayBeCalled(t, number, at, to) {
		return
	}
	was := r.Name
	r.Name = to
	what := phrase.P("realm-renamed", phrase.Num("realm", number), phrase.Str("was", was), phrase.Str("name", to))
	t.Accept(at, what)
	t.Tell(what, everybody(t)...)
}

// mayBeCalled reports whether a realm may take a name, or give it to a place. A name given up this turn still belongs
// to the realm that gave it up, as the receipt says. If two ask for one name, the one with the lower number, which
// comes first, gets it.
func mayBeCalled(t *realm.Turn, number int, at orders.Position, to string) bool {
	var others []string
	for i := 1; i < len(t.State.Realms); i++ {
		if i != number {
			others = append(others, t.Titles[i], t.State.Realms[i].Name)
		}
	}
	wrong := names.WrongFor(to, number, others...)
	if wrong.Code != "" {
		t.Refuse(number, at, wrong)
	}
	return wrong.Code == ""
}

// everybody lists the realms that have not fallen.
func everybody(t *realm.Turn) []int {
	var out []int
	for i := range t.State.Realms {
		if i > 0 && !t.State.Realms[i].Fallen {
			out = append(out, i)
		}
	}
	return out
}

// describe takes the realm's account of its culture. All $K of a sheet are one text, which replaces the previous one.
func describe(t *realm.Turn, number int) {
	var parts []string
	var first orders.Position
	rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o orders.Text) {
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
	r := &t.State.Realms[number]
	text := strings.Join(parts, "\n")
	if text != r.Text {
		r.Text, r.TextTurn = text, t.State.Turn
	}
	t.Did(number, first, phrase.P("set-culture", phrase.Num("signs", len([]rune(text)))))
}
