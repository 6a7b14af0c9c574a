package thoramar

import (
	"fmt"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// settings tries all of $S and tells of the people.
func (p *player) settings() {
	if p.chance(12) {
		p.line('S', "%s", pick(p.d,
			[]string{"info", "Computer PC", "Computer Amiga", "Computer UTF8", "Bericht kurz", "Bericht voll",
				"Zip ja", "Zip nein", "Karte ja", "Karte nein"}))
	}
	if p.chance(3) {
		p.line('S', "Sprache %s", pick(p.d, []string{"de", "en"}))
	}
	if p.chance(3) {
		p.line('S', "Reichsname Reich der %d. Sonne", p.d.Between(1, 30))
	}
	if p.chance(5) {
		p.line('K', "Wir vom Reich %d zählen die Jahre.\nEs ist das %d.", p.own, p.State.Turn/4+1)
	}
}

// talk writes to the others.
func (p *player) talk() {
	if !p.chance(15) {
		return
	}
	to := pick(p.d, []string{"#1", "#7", "#12", "#M", "#A", "#G"})
	p.line('N', "%s\nUnser Zug %d ist getan.\n#E", to, p.State.Turn)
}

// accord is what two players have agreed on for these turns, if anything.
func (p *player) accord(other int) (realm.Treaty, bool) {
	lo, hi := min(p.own, other), max(p.own, other)
	d := p.table.seed.Throw(p.State.Turn, 0, "accord", int64(lo), int64(hi))
	if d.N(100) >= 6 {
		return realm.NoTreaty, false
	}
	return []realm.Treaty{realm.Pact, realm.Partner, realm.Partner}[d.N(3)], true
}

// treaties asks for what was agreed on, if the player still likes it, and ends
// treaties at times.
func (p *player) treaties() {
	for other := 1; other < len(p.State.Realms); other++ {
		if other == p.own || p.State.Realms[other].Fallen {
			continue
		}
		now := p.State.Treaty(p.own, other)
		if wish, agreed := p.accord(other); agreed && wish != now && p.chance(p.mind.friends+20) {
			p.line('V', "%d %c", other, wish)
		} else if now != realm.NoTreaty && p.chance(7) {
			p.line('V', "%d K", other)
		}
	}
}

// money pays partners, and gives land to a neighbour.
func (p *player) money() {
	other := int(p.d.Between(1, int64(len(p.State.Realms)-1)))
	if other == p.own || p.State.Realms[other].Fallen {
		return
	}
	if p.mind.spends && realm.Autumn(p.State.Turn) && p.State.Turn > 20 && p.gold > 5000 {
		p.line('G', "%d %d", other, p.gold-1000) // a rich feast, and an empty treasury for the autumn
		p.gold = 1000
	}
	if p.chance(10) && p.gold > 20000 {
		p.line('G', "%d %d", other, p.gold/100)
		p.gold -= p.gold / 100
	}
	if land := p.land(); p.chance(8) && len(land) > 6 {
		for _, at := range land {
			for _, q := range p.beside(at) {
				if owner := int(p.Field(q).Owner); owner != 0 && owner != p.own && p.Field(at).Building == nil &&
					p.chance(40) {
					p.line('L', "%d %s", owner, p.xy(at))
					return
				}
			}
		}
	}
}

// affords tells whether the gold is there, and puts it aside.
func (p *player) affords(gold int64) bool {
	keep := int64(60000)
	if p.mind.spends {
		keep = 0
	}
	if p.exiled && gold < 100000 {
		keep = 210000 // for a new capital
	}
	if p.exiled && gold >= 100000 {
		keep = 0
	}
	if p.gold-gold < keep {
		return false
	}
	p.gold -= gold
	return true
}

// construct builds, converts, mends and names, and lays roads, walls and bridges.
func (p *player) construct() {
	land := p.land()
	capital, temple, city := false, false, 0
	for _, at := range land {
		if b := p.Field(at).Building; b != nil {
			row := p.Tables.FindBuilding(b.Kind)
			capital = capital || row.Capital || b.Into != "" && p.Tables.FindBuilding(b.Into).Capital
			temple = temple || row.Temple && b.Damage != tables.Ruin || turn.IntoTemple(p.Turn.Turn, b)
			city++
		}
	}
	p.exiled = !capital
	for _, at := range land {
		if b := p.Field(at).Building; b != nil && b.Ready == 0 && len(p.strangers(at)) == 0 {
			capital, temple = p.improve(at, b, capital, temple)
		}
	}
	for range 2 {
		if at, ok := p.site(land); ok && city < 2+len(land)/4 && city < 10 {
			kind := pick(p.d, p.mind.works)
			switch {
			case !capital:
				kind, capital = "HST", true
			case !temple && p.mind.rite[0] == "" && p.State.Turn > 2:
				kind, temple = p.mind.rite[1], true
			case kind == "TPL" && !turn.HasTempleCity(p.Turn.Turn, p.own):
				kind = "BRG"
			}
			if p.affords(p.Tables.FindBuilding(kind).Cost) {
				p.line('B', "%s %s %s_%d", kind, p.xy(at), kind, p.State.Turn)
				city++
			}
		}
	}
	p.borders(land)
}

// site finds a field for a building, at the coast if it can.
func (p *player) site(land []game.Place) (game.Place, bool) {
	for try := range 12 {
		if len(land) == 0 {
			break
		}
		at := pick(p.d, land)
		f := p.Field(at)
		ruin := f.Building != nil && f.Building.Damage == tables.Ruin && p.chance(20)
		if f.Building != nil && !ruin || p.TerrainAt(at).NoBuild || len(p.strangers(at)) > 0 || p.k.Masked.Has(at) ||
			try < 6 && p.toWater(at) == 0 {
			continue
		}
		return at, true
	}
	return 0, false
}

// improve does something for a building that stands, or nothing.
func (p *player) improve(at game.Place, b *realm.Building, capital, temple bool) (bool, bool) {
	row := p.Tables.FindBuilding(b.Kind)
	damage := turn.DamageWord(b.Damage)
	if damage == "intact" && market.Exhausted(row, b) {
		damage = "exhausted"
	}
	switch r := p.Tables.RepairOf(p.own, b.Kind, damage); {
	case r != nil && p.chance(45):
		if !(row.Temple && b.Damage == tables.Ruin && temple) && p.affords(r.Cost) {
			p.line('B', "%s %s", b.Kind, p.xy(at))
		}
		return capital, temple || row.Temple
	case damage != "intact":
		return capital, temple
	case p.chance(3):
		p.line('B', "%s %s Neu_%d", b.Kind, p.xy(at), p.State.Turn)
		return capital, temple
	}
	into := ""
	switch {
	case !capital:
		into = "HST"
	case !temple && p.mind.rite[0] == b.Kind && p.chance(70):
		into = p.mind.rite[1]
	case b.Kind == "BRG" && p.chance(12):
		into = pick(p.d, []string{"STD", "FES"})
	case b.Kind == "STD" && p.chance(8):
		into = "FES"
	}
	c := p.Tables.ConversionOf(p.own, b.Kind, into)
	if into == "" || c == nil || !p.affords(c.Cost) {
		return capital, temple
	}
	p.line('B', "%s %s", into, p.xy(at))
	row = p.Tables.FindBuilding(into)
	return capital || row.Capital, temple || row.Temple
}

// borders lays a road, a wall or a bridge here and there.
func (p *player) borders(land []game.Place) {
	for range 2 {
		if len(land) == 0 || !p.chance(35) || !p.affords(10000) {
			continue
		}
		at, d := pick(p.d, land), game.Direction(p.d.Between(1, 6))
		f := p.Field(at)
		switch {
		case f.Rivers&^f.Bridges != 0 && p.chance(70):
			for d = 1; !(f.Rivers &^ f.Bridges).Has(d); d++ {
			}
			p.line('B', "B %s %d", p.xy(at), d)
		case p.chance(50):
			for try := 0; try < 6 && int(p.Field(max(0, p.Grid.Step(at, d))).Owner) == p.own; try++ {
				at, d = pick(p.d, land), game.Direction(p.d.Between(1, 6)) // towards others
			}
			p.line('B', "W %s %d", p.xy(at), d)
		default:
			p.line('B', "S %s %d", p.xy(at), d)
		}
	}
}

// raise recruits where it can.
func (p *player) raise() {
	land := p.land()
	for _, at := range land {
		b := p.Field(at).Building
		if !b.Stands() || turn.CapacityLeft(p.Turn.Turn, p.Field(at)) < 5000 || len(p.strangers(at)) > 0 {
			continue
		}
		for range 3 {
			u := pick(p.d, p.mind.raises)
			if len(land) < 14 && p.chance(35) { // settlers first
				u = pick(p.d, []string{"K.M", "R.M", "K.L", "K.M"})
			} else if p.mind.coast && p.toWater(at) != 0 && p.chance(40) {
				u = pick(p.d, []string{"S.L", "S.M", "S.S", "S.L", "H.S"})
			}
			if p.Tables.FindBuilding(b.Kind).Temple && p.chance(60) {
				u = pick(p.d, []string{"P.H", "P.K"})
			}
			if p.chance(8) { // something of everything
				u = pick(p.d, []string{"K.L", "K.S", "R.S", "F.S", "S.L", "Z.S", "Z.M", "H.K", "F.L", "S.S", "Z.B",
					"Z.B", "S.M", "H.S"})
			}
			p.recruitAt(at, b, tables.Unit{Type: u[0], Class: u[2]})
		}
	}
}

// most is how many armies a player likes to lead.
func (p *player) most() int {
	if p.mind.spends {
		return 70
	}
	return 40
}

// amounts are how many a player raises at a time, by type.
var amounts = map[byte][2]int64{'K': {1600, 4200}, 'R': {800, 2000}, 'F': {1000, 1200}, 'S': {15, 45}, 'P': {15, 80},
	'Z': {60, 240}}

func (p *player) recruitAt(at game.Place, b *realm.Building, u tables.Unit) {
	row := p.Tables.FindUnit(u)
	many, ok := amounts[u.Type]
	switch u.String() {
	case "H.K":
		many, ok = [2]int64{100, 700}, true
	case "H.S":
		many, ok = [2]int64{10, 25}, true
	}
	if u.String() == "Z.B" && p.chance(60) {
		many = [2]int64{600, 1000}
	}
	men := p.d.Between(many[0], many[1])
	place := at
	dir := ""
	if u.Ship() {
		d := p.toWater(at)
		if d == 0 {
			return
		}
		place, dir = p.Grid.Step(at, d), fmt.Sprint(" ", d)
	}
	fit := ""
	if row.Size > 0 && !u.Gifted() && p.TerrainAt(at).Loss || u.Ship() && p.chance(30) {
		fit = "+"
	}
	if u.Gifted() {
		fit = ""
	}
	for _, a := range p.ArmiesAt(place) {
		if a.Realm == p.own && a.Name.Unit == u && (p.chance(30) || len(row.Reinforce) > 0) &&
			slices.Contains(append(row.At, row.Reinforce...), b.Kind) {
			if a.Fit >= 0 {
				fit = "+"
			} else {
				fit = ""
			}
			if p.affords(men / 2 * row.Cost * 3 / 2) {
				p.line('R', "%s%v %d %s%s", fit, a.Name, men/2+1, p.xy(at), dir)
			}
			return
		}
	}
	if !ok || !slices.Contains(row.At, b.Kind) && !p.chance(4) || len(p.State.Armies[p.own]) > p.most() {
		return
	}
	if p.Strength(p.own, u) == 0 || !p.affords(men*row.Cost*3/2+row.CostFixed) {
		return
	}
	p.line('R', "%s%v %d %s%s", fit, p.free(u), men, p.xy(at), dir)
}
