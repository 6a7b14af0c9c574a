package thoramar

import "fmt"

// prepare checks the tables against themselves and makes their lookups.
func (t *Tables) prepare() error {
	t.lookup = lookups{terrains: map[string]uint8{}, buildings: map[string]int{}}
	if len(t.Terrain) == 0 || t.Terrain[0].Code != "ubk" {
		return fmt.Errorf("terrain: the first row must be ubk")
	}
	for i := range t.Terrain {
		r := &t.Terrain[i]
		t.lookup.terrains[r.Code] = uint8(i)
		if r.Height < -1 || r.Height > 3 || r.Points < 0 || r.Income < 0 || r.LossMin < 0 || r.LossMax > 1000 || r.LossMin > r.LossMax {
			return fmt.Errorf("terrain %s: a number out of range", r.Code)
		}
	}
	for i := range t.Unit {
		r := &t.Unit[i]
		if err := t.checkUnit(r); err != nil {
			return err
		}
		t.lookup.units[unitCode(r.unit())] = int8(i + 1)
	}
	for i := range t.Building {
		r := &t.Building[i]
		t.lookup.buildings[r.Code] = i
		if r.Cost < 0 || r.Time < 0 || r.Capacity < 0 || r.Upkeep < 0 || r.Defence < 0 {
			return fmt.Errorf("building %s: a number out of range", r.Code)
		}
	}
	if err := t.checkMonsters(); err != nil {
		return err
	}
	if err := t.checkWorks(); err != nil {
		return err
	}
	for i := range t.Culture {
		if err := t.prepareCulture(&t.Culture[i]); err != nil {
			return err
		}
	}
	if err := t.prepareRealms(); err != nil {
		return err
	}
	return t.Rules.check()
}

// checkUnit finds numbers of T01–T04 that nobody could play with.
func (t *Tables) checkUnit(r *UnitRow) error {
	if len(r.Unit) != 3 || r.Unit[1] != '.' || !upper(r.Unit[0]) || !upper(r.Unit[2]) {
		return fmt.Errorf("unit %q: want a type, a dot and a class, such as K.M", r.Unit)
	}
	if r.Move < 0 || r.Cost < 0 || r.CostFixed < 0 || r.Upkeep < 0 || r.Min < 0 || r.Strength < 0 || r.RecruitMin < 0 || r.Size < 0 || r.SizeFixed < 0 || r.Hold < 0 ||
		r.Limit < 0 || r.LimitNomad < 0 || r.LimitPirate < 0 || r.Gain < 0 || r.Sells < 0 || r.Sells > 1000 || r.Loot < 0 {
		return fmt.Errorf("unit %s: a number out of range", r.Unit)
	}
	return nil
}

func upper(b byte) bool { return 'A' <= b && b <= 'Z' }

// checkWorks holds T06 and the places of T04 against T05.
func (t *Tables) checkWorks() error {
	for i := range t.Convert {
		r := &t.Convert[i]
		if t.building(r.From) == nil || t.building(r.To) == nil || r.Cost < 0 || r.Time < 1 {
			return fmt.Errorf("convert %s to %s: an unknown building or a number out of range", r.From, r.To)
		}
	}
	for i := range t.Repair {
		r := &t.Repair[i]
		if t.building(r.Code) == nil || r.Cost < 0 || r.Time < 1 {
			return fmt.Errorf("repair %s: an unknown building or a number out of range", r.Code)
		}
		switch r.Damage {
		case "light", "heavy", "ruin", "exhausted":
		default:
			return fmt.Errorf("repair %s: damage %q is none of light, heavy, ruin, exhausted", r.Code, r.Damage)
		}
	}
	for i := range t.Unit {
		if err := t.checkPlaces(&t.Unit[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces holds the places of T04 against T05.
func (t *Tables) checkPlaces(r *UnitRow) error {
	for _, list := range [][]string{r.At, r.Reinforce} {
		for _, c := range list {
			if t.building(c) == nil {
				return fmt.Errorf("unit %s: unknown building %q", r.Unit, c)
			}
		}
	}
	return nil
}

func (t *Tables) prepareCulture(c *Culture) error {
	c.strength = make([]int64, len(t.Unit))
	c.spared = make([]bool, len(t.Terrain))
	for i := range c.strength {
		c.strength[i] = 100
	}
	for u, percent := range c.Strength {
		i := t.unitNamed(u)
		if i < 0 || percent < 0 || percent > 1000 {
			return fmt.Errorf("culture %s: strength %s = %d", c.Name, u, percent)
		}
		c.strength[i] = percent
	}
	for _, code := range c.Spared {
		i, ok := t.lookup.terrains[code]
		if !ok {
			return fmt.Errorf("culture %s: unknown terrain %q", c.Name, code)
		}
		c.spared[i] = true
	}
	return nil
}

// check finds numbers no world could be played with.
func (n *Numbers) check() error {
	for _, r := range []struct {
		name      string
		n, lo, hi int64
	}{
		{"start_gold", n.StartGold, 0, 1_000_000_000_000},
		{"unit_upkeep", n.UnitUpkeep, 0, 1_000_000_000},
		{"fit_surcharge", n.FitSurcharge, 0, 100000},
		{"unpaid_shrink", n.UnpaidShrink, 0, 1000},
		{"state_share", int64(len(n.StateShare)), 4, 4},
		{"blessed_factor", n.BlessedFactor, 1, 100},
		{"missed_notice", int64(n.MissedNotice), 1, 1000},
		{"deserted_after", int64(n.DesertedAfter), 0, 1000},
		{"min_width", int64(n.MinWidth), 8, 10000},
		{"min_height", int64(n.MinHeight), 8, 10000},
		{"max_fields", int64(n.MaxFields), 64, 4000000},
		{"land_share", n.LandShare, 50, 950},
		{"mine_every", int64(n.MineEvery), 1, 1_000_000_000},
		{"gate_every", int64(n.GateEvery), 1, 1_000_000_000},
		{"gate_least", int64(n.GateLeast), 0, 999},
		{"mine_working", n.MineWorking, 0, 1000},
		{"gate_ruined", n.GateRuined, 0, 1000},
		{"mine_yield_min", n.MineYieldMin, 0, n.MineYieldMax},
		{"mine_decline_max", n.MineDeclineMax, 0, 1000},
		{"start_distance", int64(n.StartDistance), 1, 60},
		{"start_tolerance", n.StartTolerance, 1, 1000},
		{"start_radius", int64(n.StartRadius), 1, 20},
		{"road_points", int64(n.RoadPoints), 0, 100},
		{"climb_points", int64(n.ClimbPoints), 0, 100},
		{"river_points", int64(n.RiverPoints), 0, 100},
		{"wall_points", int64(n.WallPoints), 0, 100},
		{"horse_points", int64(n.HorsePoints), 0, 100},
		{"foreign_points", int64(n.ForeignPoints), 0, 100},
		{"max_climb", int64(n.MaxClimb), 0, 3},
		{"modifier_max", n.ModifierMax, 1000, 100000},
		{"loser_loss", n.LoserLoss, 0, 1000},
		{"winner_loss", n.WinnerLoss, 0, 1000},
		{"kk_gain", int64(n.KKGain), 0, 100},
		{"kk_max", int64(n.KKMax), 0, 1000},
		{"plunder_a_man", n.PlunderAMan, 0, 1_000_000},
		{"landing_strength", n.LandingStrength, 1, 10000},
		{"river_loss_max", n.RiverLossMax, 0, 1000},
		{"wall_loss", n.WallLoss, 0, 1000},
		{"draw_min", n.DrawMin, 1, n.DrawMax},
		{"draw_max", n.DrawMax, 1, 100000},
		{"formation_slower", int64(n.FormationSlower), 0, 100},
		{"mixed_most", n.MixedMost, 1000, 100000},
		{"mixed_bonus", n.MixedBonus, 1, 100000},
		{"mixed_priest", n.MixedPriest, 1, 100000},
		{"even_ratio", n.EvenRatio, 1000, 100000},
		{"even_loss", n.EvenLoss, 0, 1000},
		{"war_priest", n.WarPriest, 1000, 100000},
		{"war_priest_points", n.WarPriestPoints, 0, 1000},
		{"spell_reach", int64(n.SpellReach), 0, 1000},
		{"spell_gold", n.SpellGold, 1, 1_000_000},
		{"tame_demon", n.TameDemon, 0, 1000},
		{"summon_common", n.SummonCommon, 1, 1000},
		{"summon_arch", n.SummonArch, 1, 1000},
		{"free_share", n.FreeShare, 0, 1000},
		{"hold_reach", int64(n.HoldReach), 0, 1000},
		{"hold_common", n.HoldCommon, 0, 1000},
		{"hold_arch", n.HoldArch, 0, 1000},
		{"training", n.Training, 0, 1000},
		{"fade_common", n.FadeCommon, 0, 1_000_000},
		{"fade_arch", n.FadeArch, 0, 1_000_000},
		{"break_from", n.BreakFrom, 1, 1_000_000},
		{"break_chance", n.BreakChance, 0, 1000},
		{"break_more", n.BreakMore, 0, 1000},
		{"break_max", n.BreakMax, 0, 1000},
		{"bless_points", n.BlessPoints, 0, 1000},
		{"bless_turns", n.BlessTurns, 1, 255},
		{"bless_reach", int64(n.BlessReach), 0, 1000},
		{"blessed_arch", n.BlessedArch, 0, 1000},
		{"faith_common", n.FaithCommon, 0, 1000},
		{"faith_arch", n.FaithArch, 0, 1000},
		{"arch_kills", n.ArchKills, 0, 1_000_000},
		{"arch_kills_max", n.ArchKillsMax, 0, 1000},
		{"arch_loss", n.ArchLoss, 0, 1000},
		{"arch_calls", n.ArchCalls, 0, 1000},
		{"trade_near", n.TradeNear, 0, 10000},
		{"trade_far", n.TradeFar, 0, 10000},
		{"trade_share", n.TradeShare, 0, 100000},
		{"find_hidden", n.FindHidden, 0, 1000},
		{"plunder_points", int64(n.PlunderPoints), 0, 100},
		{"plunder_yield", n.PlunderYield, 0, 100},
		{"start_herd_distance", int64(n.StartHerdDistance), 0, 20},
		{"herd_every", int64(n.HerdEvery), 1, 1_000_000_000},
		{"herd_growth", n.HerdGrowth, 0, 1000},
		{"herd_rest", n.HerdRest, 0, 1000},
		{"shot_strength", n.ShotStrength, 1, 1_000_000},
		{"shot_share", n.ShotShare, 0, 1000},
		{"revolt_base", n.RevoltBase, 0, millionth},
		{"revolt_yield", n.RevoltYield, 0, millionth},
		{"revolt_free_fields", n.RevoltFreeFields, 0, 4_000_000},
		{"revolt_fields", n.RevoltFields, 1, 4_000_000},
		{"revolt_size", n.RevoltSize, 0, millionth},
		{"revolt_no_capital", n.RevoltNoCapital, 0, millionth},
		{"revolt_trade_distance", int64(n.RevoltTradeDistance), 0, 20},
		{"revolt_men_min", n.RevoltMenMin, 1, n.RevoltMenMax},
		{"revolt_men_max", n.RevoltMenMax, 1, 1_000_000},
	} {
		if r.n < r.lo || r.n > r.hi {
			return fmt.Errorf("rules.%s = %d: want %d to %d", r.name, r.n, r.lo, r.hi)
		}
	}
	for _, share := range n.StateShare {
		if share < 0 || share > 1000 {
			return fmt.Errorf("rules.state_share: %d is not in 0 to 1000", share)
		}
	}
	return nil
}
