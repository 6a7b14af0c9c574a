package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// treatyRow is the row of a treaty in force.
func treatyRow(a *account, t realm.TreatyWith) phrase.Phrase {
	return phrase.P("report.treaty-with", phrase.Num("realm", t.Realm), t.Treaty.Arg(),
		phrase.Str("name", a.t.State.Realms[t.Realm].Name))
}

// stateRow is a building's state. Work that changes what it is comes before damage.
func stateRow(b *realm.Building) phrase.Phrase {
	code := "report.state." + turn.DamageWord(b.Damage)
	switch {
	case b.New:
		code = "report.state.building"
	case b.Into != "":
		code = "report.state.conversion"
	}
	return phrase.P(code, phrase.Num("turn", b.Ready))
}

// accountRows are about the player's account, and none in a world without fees.
func accountRows(book *phrase.Book, a *account) (out []phrase.Phrase) {
	rules := &a.t.Tables.Rules
	if rules.Fee == 0 && a.r.Account == 0 {
		return nil
	}
	out = append(out, phrase.P("report.account", phrase.Str("balance", coins(book, a.r.Account)),
		phrase.Str("fee", coins(book, rules.Fee)), phrase.Str("currency", rules.Currency)))
	if a.r.Account < 0 {
		out = append(out, phrase.P("report.account-short"))
	}
	return out
}

// coins writes an amount of the world's currency as the manual does: `15,--`.
func coins(book *phrase.Book, n int64) string {
	var b []byte
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = frame.AppendRight(b, n/100, 0)
	b = append(b, book.T("report.decimals")...)
	if n%100 == 0 {
		return string(append(b, book.T("report.whole")...))
	}
	return string(b) + realm.TwoDigits(int(n%100))
}

// source is a source of a treasury's income, or a purpose of its outlay.
type source struct {
	name string
	gold int64
}

// sumsOf lists sums of money by their names.
func sumsOf(sums map[string]int64) []source {
	out := make([]source, 0, len(sums))
	for name, gold := range sums {
		out = append(out, source{name, gold})
	}
	slices.SortFunc(out, func(a, b source) int { return strings.Compare(a.name, b.name) })
	return out
}

// specialRows are the last column of the army table: the fleet or formation it is in, a demon's sorcerer, a caravan's
// trade, the points of priests and sorcerers.
func specialRows(of *account, a *realm.Army) (parts []phrase.Phrase) {
	if a.Aboard.ID != 0 {
		code := "report.aboard"
		if a.Aboard.Type == 'V' {
			code = "report.member"
		}
		parts = append(parts, phrase.P(code, phrase.Str("army", a.Aboard.String())))
	}
	if a.Formation() {
		if factor := of.t.Mixed(a); factor > 1000 {
			parts = append(parts, phrase.P("formation-mixed", phrase.Num("percent", (factor-1000)/10)))
		}
	}
	if a.Master.ID != 0 {
		parts = append(parts, phrase.P("report.demon-of", phrase.Str("army", a.Master.String())))
	}
	if a.Name.Type == 'H' && a.Start >= 0 {
		parts = append(parts, phrase.P("report.trade", phrase.At("field", a.Start), phrase.Num("gold", a.Gain)))
	}
	if a.Name.Type == 'P' || a.Name.Type == 'Z' {
		parts = append(parts, phrase.P("report.points", phrase.Num("n", a.Men)))
	}
	return parts
}

// sparedRow names the terrains in which the realm's men are spared.
func sparedRow(a *account) phrase.Phrase {
	var spared []string
	for i := range a.t.Tables.Terrain {
		if a.t.Spared(a.realm, uint8(i)) {
			spared = append(spared, a.t.Tables.Terrain[i].Code)
		}
	}
	if len(spared) == 0 {
		return phrase.P("report.spared-none")
	}
	return phrase.P("report.spared", phrase.Str("list", strings.Join(spared, ", ")))
}
