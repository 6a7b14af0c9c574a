package market_test

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// autumn is a plain in autumn: turn 1 is summer, so turn 6 is autumn.
func autumn() plain.Plain {
	p := plain.New(12, 12)
	p.State.Turn, p.Week, p.Phase = 6, realm.Weeks+1, "harvest"
	return p
}

func building(kind string, damage tables.Damage) *realm.Building {
	return &realm.Building{Kind: kind, Name: "Ort", Damage: damage, Used: 700}
}

// Fields bring their income by their yield, twice if blessed; buildings by their state, none while they are converted;
// then upkeep is paid, yields are whole again, and capacities full.
func TestHarvest(t *testing.T) {
	p := autumn()
	p.Land(1, 0, 0, "tla")                                                                // 3000
	p.Land(1, 1, 0, "hla").Yield = 50                                                     // 1350
	p.Land(1, 2, 0, "tds").Yield = 33                                                     // 297
	p.Land(1, 3, 0, "bew").Yield = 25                                                     // 0
	p.Land(1, 4, 0, "twa").Blessed = 2                                                    // 4800
	p.Land(1, 0, 2, "tla").Building = building("STD", tables.Intact)                      // 3000 and 15000
	p.Land(1, 1, 2, "tla").Building = building("BRG", tables.Light)                       // 3000 and 5625
	p.Land(1, 2, 2, "tla").Building = building("HST", tables.Heavy)                       // 3000 and 6250
	p.Land(1, 3, 2, "tla").Building = building("FES", tables.Ruin)                        // 3000
	p.Land(1, 4, 2, "tla").Building = &realm.Building{Kind: "STD", Into: "FES", Ready: 8} // 3000
	p.Land(1, 0, 4, "tla").Building = building("TSL", tables.Heavy)                       // 3000; costs 10000
	p.Land(2, 0, -2, "tla")                                                               // another's
	p.Army(1, "K.L 1", 1500, 0, 0)                                                        // costs 1500 + 100
	p.Army(1, "R.S 1", 300, 0, 0)                                                         // 600 + 100
	p.Army(1, "S.L 1", 4, 0, 0)                                                           // 400 + 100
	p.State.Realms[1].Gold = 1
	market.Harvest(p.Turn)
	// land: 3000 + 1350 + 297 + 4800 + 6 × 3000 = 27447; buildings: 15000 + 5625 + 6250 = 26875
	// upkeep: 10000 + 1600 + 700 + 500 = 12800
	if got := p.State.Realms[1].Gold; got != 1+27447+26875-12800 {
		t.Errorf("the treasury holds %d", got)
	}
	want := []string{"W14 harvest 27447 26875", "W14 upkeep 12800"}
	if got := p.Told(1); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
	if got := fmt.Sprint(p.Income[1], p.Outlay[1], p.Income[2]); got !=
		"map[buildings:26875 land:27447] map[upkeep:12800] map[land:3000]" {
		t.Errorf("noted %s", got)
	}
	if f := p.Field(p.XY(1, 0)); f.Yield != 100 || p.Field(p.XY(0, 2)).Building.Used != 0 {
		t.Errorf("after autumn %+v", f)
	}
}

// In no other season anything is settled.
func TestHarvestIsInAutumn(t *testing.T) {
	for turn := 1; turn <= 8; turn++ {
		p := autumn()
		p.State.Turn = turn
		p.Land(1, 0, 0, "tla")
		market.Harvest(p.Turn)
		if paid := p.State.Realms[1].Gold == 3000; paid != (turn == 2 || turn == 6) {
			t.Errorf("turn %d: paid %t", turn, paid)
		}
	}
}

// Upkeep that cannot be paid costs each army a quarter of the unpaid share of its men, rounded down; below the least
// strength it disbands. The treasury never falls below nothing.
func TestUnpaidArmiesShrink(t *testing.T) {
	for _, c := range []struct {
		gold, men int64
		left      int64 // 0: gone
		want      string
	}{
		{2600, 2500, 2500, "[W14 upkeep 2600]"},
		// 1950 of 2600 are three quarters; a quarter of that are 18.75 % of 2500, 468.75
		{650, 2500, 2032, "[W14 upkeep 650 W14 upkeep-unpaid 1950 W14 army-shrinks K.L 1 0/0 468 count.men 2032]"},
		// nothing is paid of 2600: 625
		{0, 2500, 1875, "[W14 upkeep 0 W14 upkeep-unpaid 2600 W14 army-shrinks K.L 1 0/0 625 count.men 1875]"},
		// a quarter of 120 would leave 90, and 100 are the least
		{0, 120, 0, "[W14 upkeep 0 W14 upkeep-unpaid 220 W14 army-disbands K.L 1 0/0]"},
	} {
		p := autumn()
		a := p.Army(1, "K.L 1", c.men, 0, 0)
		p.State.Realms[1].Gold = c.gold
		market.Harvest(p.Turn)
		left := a.Men
		if a.Gone() {
			left = 0
		}
		if got := fmt.Sprint(p.Told(1)); got != c.want || left != c.left || p.State.Realms[1].Gold != 0 {
			t.Errorf("%d GS for %d men: %d are left, want %d; told %s", c.gold, c.men, left, c.left, got)
		}
	}
}

// A mine brings its vein by its state, then the vein thins out; under 1000 it is exhausted. Ruins and mines of nobody
// keep what they have.
func TestMines(t *testing.T) {
	for _, c := range []struct {
		owner         int
		mine, decline int64
		damage        tables.Damage
		gold, left    int64
	}{
		{1, 20000, 100, tables.Intact, 20000, 18000}, {1, 20001, 300, tables.Light, 15000, 14000},
		{1, 20000, 0, tables.Heavy, 5000, 20000}, {1, 20000, 100, tables.Ruin, 0, 20000},
		{1, 1200, 200, tables.Intact, 1200, 0}, // 960 are too little
		{1, 1250, 200, tables.Intact, 1250, 1000}, {0, 20000, 100, tables.Intact, 0, 20000},
	} {
		p := autumn()
		b := &realm.Building{Kind: "MIN", Damage: c.damage, Mine: c.mine, Decline: c.decline}
		p.Land(c.owner, 0, 0, "bew").Building = b // which brings nothing else
		market.Harvest(p.Turn)
		if got := p.Income[1]["mines"]; got != c.gold || b.Mine != c.left {
			t.Errorf("%d falling by %d, damage %d, of realm %d: %d GS and %d left, want %d and %d", c.mine, c.decline,
				c.damage, c.owner, got, b.Mine, c.gold, c.left)
		}
	}
}

// Gold is debited from the treasuries as they stood, in the order of each sheet while it lasts, and credited after
// that: nobody passes on what has just come.
func TestTransfers(t *testing.T) {
	p := plain.New(12, 12)
	for n, gold := range []int64{0, 1000, 50, 0, 0} {
		p.State.Realms[n].Gold = gold
	}
	p.State.Realms[4].Fallen = true
	p.Orders(1, "$G\n2 600\n3 500\n3 400\n")
	p.Orders(2, "$G\n3 100\n3 50\n2 1\n4 1\n9 1\n")
	p.Orders(3, "$G\n1 1\n")
	market.Transfers(p.Turn)
	var gold []int64
	for _, r := range p.State.Realms[1:] {
		gold = append(gold, r.Gold)
	}
	if got := fmt.Sprint(gold); got != "[0 600 450 0]" {
		t.Errorf("treasuries %s", got)
	}
	for number, want := range map[int]string{
		1: "[3: too-little-gold 500 400]",
		2: "[2: too-little-gold 100 50 4: own-realm 2 5: fallen-realm 4 6: no-realm 9]",
		3: "[2: too-little-gold 1 0]",
	} {
		if got := fmt.Sprint(p.Refusals(number)); got != want {
			t.Errorf("realm %d is refused %s, want %s", number, got, want)
		}
	}
}

// A trader earns for each field between its start and the town, from 4 on and for 30 at most: a caravan 1 GS a man, a
// fleet 10 a ship. The town's realm gets a quarter more. A tenth of a caravan stays there.
func TestTrade(t *testing.T) {
	for _, c := range []struct {
		trader  string
		many    int64
		far     int
		owner   int
		earned  int64
		share   int64
		left    int64 // 0: gone
		started bool
	}{
		{"H.K 1", 500, 10, 2, 5000, 1250, 450, true},
		{"H.K 1", 500, 4, 2, 2000, 500, 450, true},
		{"H.K 1", 500, 3, 2, 0, 0, 500, false},
		{"H.K 1", 500, 30, 2, 15000, 3750, 450, true},
		{"H.K 1", 500, 33, 2, 15000, 3750, 450, true},
		{"H.K 1", 503, 5, 2, 2515, 628, 453, true}, // 628.75; 50.3 stay
		{"H.K 1", 11, 5, 2, 55, 13, 10, true},
		{"H.K 1", 10, 5, 2, 50, 12, 0, false}, // 9 go home: 10 are the least
		{"H.K 1", 500, 10, 0, 5000, 0, 450, true},
		{"H.S 1", 20, 10, 2, 2000, 500, 20, true}, // from beside the harbour
	} {
		p := plain.New(80, 12)
		town := p.Land(c.owner, 0, 0, "tla")
		town.Building = building("STD", tables.Intact)
		at := 0
		if c.trader[2] == 'S' {
			p.Land(0, 1, 0, "was")
			at = 1
		}
		a := p.Army(1, c.trader, c.many, at, 0)
		a.Start = p.XY(-c.far, 0)
		p.Orders(1, "$A\n"+c.trader+" 0000000000000 V+ 0 0\n")
		march.Plans(p.Turn)
		p.Week, p.Phase = 1, "trade"
		market.Trade(p.Turn)
		market.Trade(p.Turn) // once a turn
		left := a.Men
		if a.Gone() {
			left = 0
		}
		if got, share := p.State.Realms[1].Gold, p.State.Realms[2].Gold; got != c.earned || share != c.share ||
			left != c.left || !a.Gone() && (a.Start == p.XY(0, 0)) != c.started {
			t.Errorf("%d %s over %d fields: %d GS and %d for the town, %d left; start %d", c.many, c.trader, c.far, got,
				share, left, a.Start)
		}
	}
}
