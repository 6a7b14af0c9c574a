package thoramar

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// rival is a way to play, for the tournament. A rival sees what its realm may know and
// asks for its receipt; nobody tells it anything.
type rival struct {
	name    string
	settler string   // the unit that takes land
	men     int64    // of one band
	bands   int      // at most
	raids   bool     // from the third year on goes for foes rather than for free land
	works   []string // what it builds, the first on new land
	sites   int      // buildings at most
	special string   // the unit it lives by
	many    int64    // of it in one army
	armies  int      // of it, at most
	temple  string   // the temple city it wants
	keep    int64    // gold it never spends
}

var rivals = []rival{
	{name: "expander", settler: "R.L", men: 1000, bands: 14, works: []string{"STD"}, sites: 3, keep: 20000},
	{name: "builder", settler: "R.L", men: 1000, bands: 11, works: []string{"STD"}, sites: 12, keep: 15000},
	{name: "raider", settler: "R.M", men: 1200, bands: 12, raids: true, works: []string{"STD"}, sites: 2, keep: 15000},
	{name: "trader", settler: "R.L", men: 1000, bands: 10, works: []string{"STD"}, sites: 4, special: "H.K", many: 2000,
		armies: 5, keep: 15000},
	{name: "sorcerer", settler: "R.L", men: 1000, bands: 12, works: []string{"STD"}, sites: 4, special: "Z.B",
		many: 450, armies: 1, keep: 15000},
	{name: "priest", settler: "R.L", men: 1000, bands: 12, works: []string{"STD"}, sites: 5, special: "P.H", many: 60,
		armies: 3, temple: "TSL", keep: 15000},
	{name: "turtle", settler: "R.L", men: 1000, bands: 8, works: []string{"FES", "STD"}, sites: 9, special: "K.S",
		many: 2000, armies: 3, keep: 15000},
}

// plays writes the rival's orders, and leaves out lines its receipt refuses.
func (r *rival) plays(w *World, own int, at *table) (sheet game.Sheet, refused int) {
	p := newPlayer(w, own, &mind{works: r.works, spends: true, guards: true}, at)
	p.gold -= r.keep
	r.builds(p)
	r.levies(p)
	r.sends(p)
	sheet = game.Sheet{Realm: own, Turn: w.at.State.Turn, Text: p.written("BRA")}
	for range 4 {
		wrong := map[int]bool{}
		for _, problem := range w.Check(sheet).Problems {
			if problem.Severity == orders.Error {
				wrong[problem.Line] = true
			}
		}
		if len(wrong) == 0 {
			break
		}
		refused += len(wrong)
		var kept []string
		for i, line := range strings.Split(sheet.Text, "\n") {
			if !wrong[i+1] {
				kept = append(kept, line)
			}
		}
		sheet.Text = strings.Join(kept, "\n")
	}
	return sheet, refused
}

// builds repairs what is damaged, and builds as the rival likes, farther from the
// capital if it trades.
func (r *rival) builds(p *player) {
	sites, temple, capital := 0, r.temple == "", false
	var free []game.Place
	for _, at := range p.land() {
		b := p.Field(at).Building
		if b == nil {
			if !p.TerrainAt(at).NoBuild {
				free = append(free, at)
			}
			continue
		}
		row := p.Tables.FindBuilding(b.Kind)
		sites++
		temple, capital = temple || row.Temple, capital || row.Capital || b.Into == "HST"
		damage := turn.DamageWord(b.Damage)
		if fix := p.Tables.RepairOf(p.own, b.Kind, damage); fix != nil && b.Ready == 0 && p.affords(fix.Cost) {
			p.line('B', "%s %s", b.Kind, p.xy(at))
		}
	}
	origin := p.State.Realms[p.own].Origin
	slices.SortStableFunc(free, func(a, b game.Place) int {
		near := p.Grid.Distance(origin, a) - p.Grid.Distance(origin, b)
		if r.special == "H.K" {
			return -near
		}
		return near
	})
	for _, at := range free {
		kind := r.works[sites%len(r.works)]
		switch {
		case !capital:
			kind = "HST"
		case !temple:
			kind = r.temple
		case sites >= r.sites || len(p.land()) < 3:
			return
		}
		if !p.affords(p.Tables.FindBuilding(kind).Cost) {
			return
		}
		p.line('B', "%s %s", kind, p.xy(at))
		sites, temple, capital = sites+1, true, true
	}
}

// levies recruits what the rival lives by, then bands, as long as land and gold suffice.
func (r *rival) levies(p *player) {
	bands, special := 0, 0
	for _, a := range p.State.Armies[p.own] {
		switch a.Name.Unit.String() {
		case r.settler:
			bands++
		case r.special:
			special++
		}
	}
	income := int64(2000 * len(p.land()))
	for _, at := range p.land() {
		f := p.Field(at)
		if !f.Building.Stands() || len(p.strangers(at)) > 0 {
			continue
		}
		if r.special != "" && special < r.armies && (bands > 2 || p.State.Turn > 2) && p.levy(at, r.special, r.many) {
			special++
		}
		for bands < r.bands && int64(bands)*2000 < income+10000 && p.levy(at, r.settler, r.men) {
			bands++
		}
	}
}

// levy writes a line of recruiting, where that is possible.
func (p *player) levy(at game.Place, unit string, men int64) bool {
	u := tables.Unit{Type: unit[0], Class: unit[2]}
	row, f := p.Tables.FindUnit(u), p.Field(at)
	if !slices.Contains(row.At, f.Building.Kind) || !p.affords(men*row.Cost+row.CostFixed) {
		return false
	}
	p.line('R', "%v %d %s", p.free(u), men, p.xy(at))
	return true
}

// sends gives every army its orders.
func (r *rival) sends(p *player) {
	for _, z := range p.idle("Z") {
		p.summoner(z)
	}
	for _, d := range p.idle("D") {
		p.order(d.Name, "", "P+")
	}
	for _, a := range p.idle("P") {
		p.blessing(a)
	}
	for _, a := range p.idle("H") {
		p.gateOrMarket(a)
	}
	for _, a := range p.idle("KR") {
		switch u := a.Name.Unit.String(); {
		case u == r.special:
			p.order(a.Name, "", "V+")
		case r.raids && p.State.Turn > 8:
			r.ravages(p, a)
		default:
			p.settle(a)
		}
	}
}

// ravages takes foes' land where the band stands, plunders it, or goes there.
func (r *rival) ravages(p *player, a *realm.Army) {
	if p.foe(int(p.Field(a.At).Owner)) {
		p.order(a.Name, "", pick(p.d, []string{"P+", "E+"}))
		return
	}
	way := p.way(a.Name.Unit, a.At, 10, func(q game.Place) bool {
		return p.k.Seen.Has(q) && p.foe(int(p.Field(q).Owner)) && p.weight(p.strangers(q)...) < p.weight(a)
	})
	if way == nil {
		p.settle(a)
		return
	}
	plan, _ := p.walk(a, way, 0)
	p.order(a.Name, plan, "P+")
}
