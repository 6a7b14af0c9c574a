package thoramar

import "fmt"

// bound is a number of the tables with the least and the most it may be. No
// number is without one: a slip of the pen in world.toml must not make gold out
// of nothing, nor a sum too big to count with.
type bound struct {
	name      string
	n, lo, hi int64
}

// Greatest numbers that do not overflow whatever they are multiplied with.
const (
	mostGold  = 1_000_000_000
	mostMen   = 1_000_000_000
	mostEach  = 1_000_000 // of a man, a field, a class
	mostTurns = 1000
)

// inRange names the first number that is out of its range.
func inRange(row string, list []bound) error {
	for _, b := range list {
		if b.n < b.lo || b.n > b.hi {
			return fmt.Errorf("%s: %s = %d: want %d to %d", row, b.name, b.n, b.lo, b.hi)
		}
	}
	return nil
}

// The bounds of a row: what bounds another comes before it.
func (r *Terrain) bounds() []bound {
	return []bound{
		{"points", int64(r.Points), 0, 100},
		{"height", int64(r.Height), -1, 3},
		{"income", r.Income, 0, mostEach},
		{"loss_max", r.LossMax, 0, 1000},
		{"loss_min", r.LossMin, 0, r.LossMax},
	}
}

func (r *UnitRow) bounds() []bound {
	return []bound{
		{"move", int64(r.Move), 0, 100},
		{"size", r.Size, 0, mostEach},
		{"size_fixed", r.SizeFixed, 0, mostEach},
		{"hold", r.Hold, 0, mostEach},
		{"recruit_min", r.RecruitMin, 0, mostMen},
		{"min", r.Min, 0, mostMen},
		{"conquer", r.Conquer, 0, mostMen},
		{"plunder", r.Plunder, 0, mostMen},
		{"destroy", r.Destroy, 0, mostMen},
		{"spy", r.Spy, 0, mostMen},
		{"upkeep", r.Upkeep, 0, mostEach},
		{"cost", r.Cost, 0, mostEach},
		{"cost_fixed", r.CostFixed, 0, mostGold},
		{"strength", r.Strength, 0, 100_000},
		{"max", r.Max, 0, mostMen},
		{"tame", r.Tame, 0, mostEach},
		{"shot", r.Shot, 0, mostEach},
		{"limit", r.Limit, 0, maxID},
		{"limit_nomad", r.LimitNomad, 0, maxID},
		{"limit_pirate", r.LimitPirate, 0, maxID},
		{"gain", r.Gain, 0, mostEach},
		{"sells", r.Sells, 0, 1000},
		{"loot", r.Loot, 0, mostEach},
	}
}

func (r *Monster) bounds() []bound {
	return []bound{
		{"lat_max", r.LatMax, 0, 1000},
		{"lat_min", r.LatMin, 0, r.LatMax},
		{"cap", r.Cap, 1, mostMen},
		{"herd", r.Herd, 1, r.Cap},
	}
}

func (r *BuildingRow) bounds() []bound {
	return []bound{
		{"cost", r.Cost, 0, mostGold},
		{"time", int64(r.Time), 0, mostTurns},
		{"capacity", r.Capacity, 0, mostGold},
		{"income", r.Income, 0, mostGold},
		{"upkeep", r.Upkeep, 0, mostGold},
		{"defence", r.Defence, 0, 10000},
	}
}

// costs are the bounds of a cell of T06.
func costs(cost int64, time int) []bound {
	return []bound{{"cost", cost, 0, mostGold}, {"time", int64(time), 1, mostTurns}}
}

// check finds numbers no world could be played with.
func (n *Numbers) check() error {
	if len(n.StateShare) != int(Ruin)+1 {
		return fmt.Errorf("rules: state_share has %d numbers: want %d", len(n.StateShare), Ruin+1)
	}
	for _, share := range n.StateShare {
		if err := inRange("rules", []bound{{"state_share", share, 0, 1000}}); err != nil {
			return err
		}
	}
	return inRange("rules", n.bounds())
}

func (n *Numbers) bounds() []bound {
	return []bound{
		{"start_gold", n.StartGold, 0, 1_000_000_000_000},
		{"unit_upkeep", n.UnitUpkeep, 0, 1_000_000_000},
		{"fit_surcharge", n.FitSurcharge, 0, 100000},
		{"unpaid_shrink", n.UnpaidShrink, 0, 1000},
		{"blessed_factor", n.BlessedFactor, 1, 100},
		{"fee", n.Fee, 0, 1_000_000_000},
		{"missed_notice", int64(n.MissedNotice), 1, 1000},
		{"deserted_after", int64(n.DesertedAfter), 0, 1000},
		{"min_width", int64(n.MinWidth), 8, 10000},
		{"width", int64(n.Width), int64(n.MinWidth), 10000},
		{"min_height", int64(n.MinHeight), 8, 10000},
		{"height", int64(n.Height), int64(n.MinHeight), 10000},
		{"max_fields", int64(n.MaxFields), 64, 4000000},
		{"land_share", n.LandShare, 50, 950},
		{"mine_every", int64(n.MineEvery), 1, 1_000_000_000},
		{"mine_working", n.MineWorking, 0, 1000},
		{"mine_ruined", n.MineRuined, 0, 1000},
		{"mine_yield_max", n.MineYieldMax, 0, 1_000_000_000},
		{"mine_yield_min", n.MineYieldMin, 0, n.MineYieldMax},
		{"mine_decline_max", n.MineDeclineMax, 0, 1000},
		{"mine_exhausted", n.MineExhausted, 0, 1_000_000_000},
		{"gate_every", int64(n.GateEvery), 1, 1_000_000_000},
		{"gate_least", int64(n.GateLeast), 0, maxGate},
		{"gate_ruined", n.GateRuined, 0, 1000},
		{"start_distance", int64(n.StartDistance), 1, 60},
		{"start_radius", int64(n.StartRadius), 1, 20},
		{"start_middle", n.StartMiddle, 1, 999},
		{"start_tolerance", n.StartTolerance, 1, 1000},
		{"start_herd_distance", int64(n.StartHerdDistance), 0, 20},
		{"road_points", int64(n.RoadPoints), 0, 100},
		{"climb_points", int64(n.ClimbPoints), 0, 100},
		{"river_points", int64(n.RiverPoints), 0, 100},
		{"wall_points", int64(n.WallPoints), 0, 100},
		{"horse_points", int64(n.HorsePoints), 0, 100},
		{"foreign_points", int64(n.ForeignPoints), 0, 100},
		{"river_loss_max", n.RiverLossMax, 0, 1000},
		{"wall_loss", n.WallLoss, 0, 1000},
		{"max_climb", int64(n.MaxClimb), 0, 3},
		{"formation_slower", int64(n.FormationSlower), 0, 100},
		{"landing_strength", n.LandingStrength, 1, 10000},
		{"draw_max", n.DrawMax, 1, 100000},
		{"draw_min", n.DrawMin, 1, n.DrawMax},
		{"modifier_max", n.ModifierMax, 1000, 100000},
		{"wall_bonus", n.WallBonus, 0, 10000},
		{"uphill", n.Uphill, 1, 10000},
		{"over_river", n.OverRiver, 1, 10000},
		{"horse_rough", n.HorseRough, 1, 10000},
		{"war_priest", n.WarPriest, 1000, 100000},
		{"war_priest_points", n.WarPriestPoints, 0, 1000},
		{"loser_loss", n.LoserLoss, 0, 1000},
		{"winner_loss", n.WinnerLoss, 0, 1000},
		{"mixed_most", n.MixedMost, 1000, 100000},
		{"mixed_bonus", n.MixedBonus, 1, 100000},
		{"mixed_priest", n.MixedPriest, 1, 100000},
		{"even_ratio", n.EvenRatio, 1000, 100000},
		{"even_loss", n.EvenLoss, 0, 1000},
		{"kk_gain", int64(n.KKGain), 0, 100},
		{"kk_max", int64(n.KKMax), 0, 1000},
		{"kk_worthy", n.KKWorthy, 0, 1000},
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
		{"find_hidden", n.FindHidden, 0, 1000},
		{"plunder_points", int64(n.PlunderPoints), 0, 100},
		{"plunder_yield", n.PlunderYield, 0, 100},
		{"plunder_booty", n.PlunderBooty, 0, 1000},
		{"plunder_free", n.PlunderFree, 0, 1000},
		{"plunder_a_man", n.PlunderAMan, 0, 1_000_000},
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
		{"revolt_men_max", n.RevoltMenMax, 1, 1_000_000},
		{"revolt_men_min", n.RevoltMenMin, 1, n.RevoltMenMax},
		{"trade_near", n.TradeNear, 0, 10000},
		{"trade_far", n.TradeFar, 0, 10000},
		{"trade_share", n.TradeShare, 0, 100000},
	}
}
