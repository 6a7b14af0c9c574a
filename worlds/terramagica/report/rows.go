package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// greeting is what report 0 says first.
func greeting(a *account) phrase.Phrase {
	return phrase.P("welcome", phrase.Str("name", a.r.Name), num("province", a.r.Home), num("gold", a.r.Gold),
		num("mana", a.r.Mana), num("turns", a.at.Tables.Rules.Turns))
}

// turnRow names the turn that was played.
func turnRow(a *account) phrase.Phrase {
	return phrase.P("report.turn", num("turn", a.week.Turn.Number))
}

// accounts are the week's gold, and what the realm has.
func accounts(a *account) []game.FactMoney {
	b := a.purse()
	return append([]game.FactMoney{
		{Kind: "income", Code: "tax", Amount: b.Tax}, {Kind: "income", Code: "booty", Amount: b.Booty},
		{Kind: "outlay", Code: "built", Amount: -b.Built}, {Kind: "outlay", Code: "recruited", Amount: -b.Recruited},
		{Kind: "outlay", Code: "upkeep", Amount: -b.Upkeep},
	}, treasury(a)...)
}

// treasury is what the realm has.
func treasury(a *account) []game.FactMoney {
	return []game.FactMoney{
		{Kind: "treasury", Code: "gold", Amount: a.r.Gold}, {Kind: "treasury", Code: "mana", Amount: a.r.Mana},
	}
}

// purseArgs are the arguments of the sentence about them.
func purseArgs(a *account) []phrase.Arg {
	return rulekit.Map(accounts(a), func(m game.FactMoney) phrase.Arg { return num(m.Code, max(m.Amount, -m.Amount)) })
}

// realmRow says how a realm stands.
func realmRow(a *account, r *realm.Realm) phrase.Phrase {
	code := "report.realm"
	if r.Fallen {
		code = "report.realm-fallen"
	}
	return phrase.P(code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player),
		num("provinces", a.s.Owned(r.Number)))
}

// enough says how many provinces end the game, as long as it runs.
func enough(a *account) (row phrase.Phrase, running bool) {
	enough, land := realm.Enough(a.at)
	return phrase.P("report.enough", num("provinces", enough), num("land", land)), !a.s.Over
}

// provinceRow is what a realm knows of a province: of one that it sees, of a neighbour, and else that it is fortified.
func provinceRow(r *rulekit.Reader, a *account, number int) phrase.Phrase {
	q, code := a.s.Province(number), "report.other"
	switch {
	case !a.sees[number-1]:
		return phrase.P(distant(a, number), place(r, a, number)...)
	case q.Terrain == tables.Sea:
		code = "report.sea"
	case q.Owner == a.realm && a.r.Home == number:
		code = "report.home"
	case q.Owner == a.realm:
		code = "report.own"
	case q.Owner > 0 && a.s.Realms[q.Owner].Home == number:
		code = "report.other-home"
	}
	return phrase.P(code, inFull(r, a, number)...)
}

// distant is the code of the row of a province that the realm does not see.
func distant(a *account, number int) string {
	switch {
	case !a.borders(number):
		return "report.fortified-line"
	case a.s.Province(number).Terrain == tables.Sea:
		return "report.neighbour-sea"
	}
	return "report.neighbour"
}

// inFull are the arguments with what is known of a province that the realm sees.
func inFull(r *rulekit.Reader, a *account, number int) []phrase.Arg {
	n, q := &a.at.Tables.Rules, a.s.Province(number)
	return append(place(r, a, number), num("people", q.People), num("most", q.Most), num("tax", q.People/n.Tax),
		num("points", q.People/n.Production))
}

// place are the arguments with what the neighbours of a province know about it.
func place(r *rulekit.Reader, a *account, number int) []phrase.Arg {
	q := a.s.Province(number)
	owner := phrase.Key("owner", "report.nobody")
	if q.Owner > 0 {
		owner = phrase.Key("owner", "report.owner")
	}
	return []phrase.Arg{num("province", number), phrase.Key("terrain", q.Terrain.Key()), owner, num("realm", q.Owner),
		phrase.Str("walls", strings.Join(rulekit.Map(wallRows(a, q), r.Words), ", ")), phrase.Str("ways", realm.PathText(q.Ways))}
}

// wallRows are the fortifications, with the rows between which they are.
func wallRows(a *account, q *realm.Province) (out []phrase.Phrase) {
	if len(q.Walls) == 0 {
		return []phrase.Phrase{phrase.P("report.no-walls")}
	}
	for i, w := range q.Walls {
		out = append(out, phrase.P("report.wall", phrase.Key("wall", "wall."+w), num("near", i), num("far", i+1),
			num("hp", a.at.Tables.WallOf(w).HP)))
	}
	return out
}

// armyRow is the row of an own army.
func armyRow(a *account, army *realm.Army) phrase.Phrase {
	return phrase.P("report.army", army.Arg(), num("province", army.At), num("upkeep", army.Upkeep(a.at.Tables)))
}

// stackRow is the row of the men of one unit in an own army.
func stackRow(a *account, s *realm.Stack) phrase.Phrase {
	code := "report.stack"
	if s.Row == 0 {
		code = "report.stack-default"
	}
	return phrase.P(code, num("number", s.Number), tables.Men(s.Unit), num("row", s.Stands(a.at.Tables)),
		phrase.Key("tactic", s.Tactic.Key()), num("experience", s.Experience))
}

// busyRow says what keeps an own army from doing what it wants, or where it is going; false: nothing, and nowhere.
func busyRow(army *realm.Army) (row phrase.Phrase, busy bool) {
	code := ""
	switch {
	case army.Routed:
		code = "report.routed"
	case army.Drowns:
		code = "report.drowns"
	case army.Takes && len(army.March) == 0:
		code = "report.takes"
	case army.Takes:
		code = "report.marches-takes"
	case len(army.March) > 0:
		code = "report.marches"
	}
	return phrase.P(code, phrase.Str("path", realm.PathText(army.March))), code != ""
}

// stance is a status of an army towards another.
type stance struct {
	row  phrase.Phrase
	name string // of the figure for it
	key  string
}

// stances are the statuses of an own army, then those of others in the province towards it. By the game's rules
// everybody sees the statuses towards themselves.
func stances(book *phrase.Book, a *account, army *realm.Army) (out []stance) {
	for _, s := range army.Statuses {
		towards := s.Target.Shown(a.realm)
		out = append(out, stance{phrase.P("report.status", phrase.Key("stance", s.Stance.Key()), towards),
			"status." + book.Named(towards.S), s.Stance.Key()})
	}
	for _, b := range a.in(army.At) {
		if s := b.Towards(army); b.Realm != a.realm && s != realm.NoStance {
			out = append(out, stance{phrase.P("report.towards", phrase.Str("army", b.Called()), phrase.Key("stance", s.Key())),
				"towards." + book.Named(b.Called()), s.Key()})
		}
	}
	return out
}

// men are the men of an army, unit by unit.
func men(book *phrase.Book, a *realm.Army) string {
	return strings.Join(rulekit.Map(a.Stacks, func(s realm.Stack) string { return book.Say(menRow(s)) }), ", ")
}

func menRow(s realm.Stack) phrase.Phrase { return phrase.P("men."+s.Unit, num("number", s.Number)) }
