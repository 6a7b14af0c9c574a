// Package edits is what the game master can change by hand: each change is a row of verbs. It works on a copy of the
// position, and a state that contradicts itself is refused. Players hear of a change as events. Begin with Edit.
package edits

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// hand is one change by the game master, on a copy of the world.
type hand struct {
	*rulekit.Hand
	realm.Position
	// what the verb's parameters name
	realm int
	at    int    // the number of the province
	unit  string // its code
}

// params are read in this order.
var params = []rulekit.Param[*hand]{
	{Name: "REALM", Read: (*hand).readRealm},
	{Name: "PROVINCE", Read: (*hand).readProvince},
	{Name: "UNIT", Read: (*hand).readUnit},
}

// verbs are the possible changes.
var verbs = []rulekit.Verb[*hand]{
	{Name: "set", Form: "realm REALM treasury GOLD", Code: "treasury", Do: (*hand).treasury},
	{Name: "set", Form: "realm REALM mana MANA", Code: "mana", Do: (*hand).mana},
	{Name: "set", Form: "province PROVINCE owner OWNER", Code: "owner", Do: (*hand).owner},
	{Name: "set", Form: "army REALM ARMY UNIT strength N", Code: "strength", Do: (*hand).strength},
	{Name: "move", Form: "army REALM ARMY to PROVINCE", Code: "move", Do: (*hand).move},
	{Name: "give", Form: "gold GOLD to REALM", Code: "gold", Do: (*hand).gold},
	{Name: "give", Form: "army REALM ARMY to OTHER", Code: "army", Do: (*hand).give},
	{Name: "give", Form: "new ARMY UNIT N to REALM at PROVINCE", Code: "new", Do: (*hand).raise},
	{Name: "remove", Form: "army REALM ARMY", Code: "remove", Do: (*hand).disband},
}

// Verbs are what the game master may change by hand.
func Verbs() []game.Verb { return rulekit.Verbs(verbs) }

// Edit changes a copy of the position by hand. next makes a world of the changed state.
func Edit(w game.World, p realm.Position, verb string, args []string, next func(*realm.State) game.World) (game.World,
	[]game.Event, error) {
	return rulekit.Edit[*hand]{World: w, Words: p.Rules.Words, Verbs: verbs, Params: params,
		Begin: func(h *rulekit.Hand) *hand { return &hand{Hand: h, Position: p.With(p.State.Clone())} },
		End:   func(h *hand) game.World { return next(h.State) }}.Make(verb, args)
}

func (h *hand) treasury() error {
	return h.Set("hand.treasury", "GOLD", func(n int) *int64 { return &h.State.Realms[n].Gold })
}

func (h *hand) gold() error {
	return h.Add("hand.gold", "GOLD", func(n int) *int64 { return &h.State.Realms[n].Gold })
}

func (h *hand) mana() error {
	return h.Set("hand.mana", "MANA", func(n int) *int64 { return &h.State.Realms[n].Mana })
}

func (h *hand) readRealm() (err error) {
	h.realm, err = h.Realm("REALM")
	return err
}

func (h *hand) readProvince() error {
	n, err := h.Number("PROVINCE", 1, int64(len(h.State.Provinces)))
	h.at = int(n)
	return err
}

// owner gives a province to a realm, or to nobody. A home cannot be given.
func (h *hand) owner() error {
	to, err := h.RealmOrNobody("OWNER")
	if err != nil {
		return err
	}
	n := h.at
	p := h.State.Province(n)
	was := p.Owner
	switch {
	case p.Terrain == tables.Sea:
		return h.Refuse("hand.sea", phrase.Num("province", n))
	case was == to:
		return h.Refuse("hand.same")
	case was > 0 && h.State.Realms[was].Home == n:
		return h.Refuse("hand.home", phrase.Num("province", n), phrase.Num("realm", was))
	}
	p.Owner = to
	h.Tell(phrase.P("hand.province-won", phrase.Num("province", n)), to)
	if was > 0 {
		h.Tell(phrase.P("hand.province-lost", phrase.Num("province", n)), was)
	}
	return nil
}

// army returns the army that REALM and ARMY name. An error lists those that the realm has.
func (h *hand) army() (*realm.Army, error) {
	if a := h.State.Army(h.realm, h.Given("ARMY")); a != nil {
		return a, nil
	}
	has := rulekit.Map(h.State.Armies[h.realm], func(a *realm.Army) string { return a.Name })
	code := "hand.no-army"
	if has == nil {
		code = "hand.no-armies"
	}
	return nil, h.Refuse(code, phrase.Num("realm", h.realm), phrase.Str("army", h.Given("ARMY")),
		phrase.Str("list", strings.Join(has, ", ")))
}

func (h *hand) readUnit() error {
	if h.unit = order.UnitOf(h.Given("UNIT")); h.unit != "" {
		return nil
	}
	list := rulekit.Map(h.Tables.Unit, func(u tables.UnitRow) string { return u.Unit })
	return h.Refuse("hand.no-unit", phrase.Str("unit", h.Given("UNIT")), phrase.Str("list", strings.Join(list, ", ")))
}

// strength sets how many men of a unit an army has.
func (h *hand) strength() error {
	a, err := h.army()
	if err != nil {
		return err
	}
	n, err := h.Number("N", 1, h.Tables.Rules.Men)
	if err != nil {
		return err
	}
	was := int64(0)
	if s := a.Stack(h.unit); s != nil {
		was, s.Number = s.Number, n
	} else {
		a.Take(h.Tables, h.unit, n, 0)
	}
	h.Tell(phrase.P("hand.strength", a.Arg(), tables.Men(h.unit), phrase.Num("was", was),
		phrase.Num("number", n)), a.Realm)
	return nil
}

// move puts an army into another province, and ends its march.
func (h *hand) move() error {
	a, err := h.army()
	if err != nil {
		return err
	}
	if a.At == h.at {
		return h.Refuse("hand.same")
	}
	h.Tell(phrase.P("hand.moved", a.Arg(), phrase.Num("from", a.At), phrase.Num("province", h.at)), a.Realm)
	a.At = h.at
	a.March, a.Takes, a.Drowns = nil, false, false
	return nil
}

// give gives an army to another realm, under the same name. It forgets its statuses towards others.
func (h *hand) give() error {
	a, err := h.army()
	if err != nil {
		return err
	}
	to, err := h.Realm("OTHER")
	if err != nil {
		return err
	}
	if to == a.Realm {
		return h.Refuse("hand.same")
	}
	if err := h.nameFor(to, a.Name); err != nil {
		return err
	}
	h.Tell(phrase.P("hand.army-gone", a.Arg(), phrase.Num("province", a.At), phrase.Num("to", to)), a.Realm)
	h.State.Remove(a)
	a.Realm, a.March, a.Takes, a.Statuses = to, nil, false, nil
	h.State.Add(a)
	h.come(a)
	return nil
}

// come tells a realm about an army that it got.
func (h *hand) come(a *realm.Army) {
	h.Tell(phrase.P("hand.army-come", a.Arg(), phrase.Num("province", a.At), phrase.Num("men", a.Men())), a.Realm)
}

// nameFor refuses a name that an army of the realm cannot have, and one army too many.
func (h *hand) nameFor(whose int, name string) error {
	n := &h.Tables.Rules
	switch {
	case h.State.Army(whose, name) != nil:
		return h.Refuse("hand.name-taken", phrase.Num("realm", whose), phrase.Str("army", name))
	case utf8.RuneCountInString(name) > n.ArmyName:
		return h.Refuse("hand.name-long", phrase.Str("army", name), phrase.Num("most", n.ArmyName))
	case len(h.State.Armies[whose]) >= n.Armies:
		return h.Refuse("hand.armies", phrase.Num("realm", whose), phrase.Num("most", n.Armies))
	}
	return nil
}

// raise puts a new army of one unit into a province.
func (h *hand) raise() error {
	n, err := h.Number("N", 1, h.Tables.Rules.Men)
	if err != nil {
		return err
	}
	name := h.Given("ARMY")
	strange := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(name)
	if !unicode.IsLetter(first) || slices.ContainsFunc([]rune(name), strange) ||
		order.IsKeyword(name) {
		return h.Refuse("hand.name", phrase.Str("army", name))
	}
	if err := h.nameFor(h.realm, name); err != nil {
		return err
	}
	a := &realm.Army{Realm: h.realm, Name: name, At: h.at}
	a.Take(h.Tables, h.unit, n, 0)
	h.State.Add(a)
	h.come(a)
	return nil
}

// disband takes an army out of the game.
func (h *hand) disband() error {
	a, err := h.army()
	if err != nil {
		return err
	}
	h.Tell(phrase.P("hand.removed", a.Arg(), phrase.Num("province", a.At)), a.Realm)
	h.State.Remove(a)
	return nil
}
