package tables

import (
	"weltentor/worlds/game"
)

// DrawMine draws what a vein yields this year, and how fast it falls.
func DrawMine(n *Numbers, dice *game.Dice) (gold, decline int64) {
	return dice.Between(n.MineYieldMin, n.MineYieldMax), dice.Between(0, n.MineDeclineMax)
}

// Numbers are the single numbers of the rules. Shares are in permille unless they say otherwise, and points are
// movement points.
type Numbers struct {
	// Realms and money (manual "Das große Spiel hat begonnen", decisions 5 and 11).
	StartGold     int64   `toml:"start_gold"`
	UnitUpkeep    int64   `toml:"unit_upkeep"`    // gold a year for an army with a T04 row, besides its men
	FitSurcharge  int64   `toml:"fit_surcharge"`  // of the price a man, for an army fit for its terrain
	UnpaidShrink  int64   `toml:"unpaid_shrink"`  // an army loses this part of the unpaid share of its upkeep
	StateShare    []int64 `toml:"state_share"`    // of a building's income and capacity, by Damage
	BlessedFactor int64   `toml:"blessed_factor"` // times the land's income
	Currency      string  `toml:"currency"`
	Fee           int64   `toml:"fee"`            // a turn, in the smallest unit of the currency
	MissedNotice  int     `toml:"missed_notice"`  // missed turns in a row after which the game master is told
	DesertedAfter int     `toml:"deserted_after"` // missed turns in a row after which a realm is deserted; 0: never
	ArmiesMax     int     `toml:"armies_max"`     // armies a realm may have
	LockStrength  int64   `toml:"lock_strength"`  // light warriors that block a field, of a kind that cannot conquer

	// The making of a world (decision 1).
	Width          int   `toml:"width"`
	Height         int   `toml:"height"`
	MinWidth       int   `toml:"min_width"`
	MinHeight      int   `toml:"min_height"`
	MaxFields      int   `toml:"max_fields"`
	LandShare      int64 `toml:"land_share"`       // of all fields
	MineEvery      int   `toml:"mine_every"`       // land fields a mine
	MineWorking    int64 `toml:"mine_working"`     // of the mines
	MineRuined     int64 `toml:"mine_ruined"`      // chance of those that do not work to be ruined, not exhausted
	MineYieldMin   int64 `toml:"mine_yield_min"`   // gold a year
	MineYieldMax   int64 `toml:"mine_yield_max"`   //
	MineDeclineMax int64 `toml:"mine_decline_max"` // a year
	MineExhausted  int64 `toml:"mine_exhausted"`   // under this a mine is exhausted
	GateEvery      int   `toml:"gate_every"`       // land fields a gate
	GateLeast      int   `toml:"gate_least"`       // gates in any world
	GateRuined     int64 `toml:"gate_ruined"`      // of the gates
	// how far the borders of climate stray from latitudes; 0: not at all
	ClimateBend   int64 `toml:"climate_bend"`
	StartDistance int   `toml:"start_distance"` // fields between capitals, if there is room
	StartRadius   int   `toml:"start_radius"`   // the land around a start site whose income is its worth
	// rank, among all sites by worth, of the one with which the others are compared; 500: the median
	StartMiddle    int64 `toml:"start_middle"`
	StartTolerance int64 `toml:"start_tolerance"` // from the median of the sites' worth
	// this many times as much is fair too, if a capital keeps its distance that way
	StartStretch      int64 `toml:"start_stretch"`
	StartClear        int   `toml:"start_clear"`         // 1: woods and highland become lowland for a capital
	StartHerdDistance int   `toml:"start_herd_distance"` // no herd may be this near to a capital

	// Movement (decision 6).
	RoadPoints      int   `toml:"road_points"`      // a step by road
	ClimbPoints     int   `toml:"climb_points"`     // added for a difference in height
	RiverPoints     int   `toml:"river_points"`     // added for a river without a bridge
	WallPoints      int   `toml:"wall_points"`      // added for a foreign wall
	HorsePoints     int   `toml:"horse_points"`     // added for cavalry in Terrain.Horse without a road
	ForeignPoints   int   `toml:"foreign_points"`   // added for leaving a foreign realm's land
	OffRoad         int   `toml:"off_road"`         // steps without a road that F.M makes in a turn; 0: as many as it can
	RiverLossMax    int64 `toml:"river_loss_max"`   // 0 to this
	WallLoss        int64 `toml:"wall_loss"`        // storming a wall with foot behind it
	MaxClimb        int   `toml:"max_climb"`        // the greatest difference in height that can be climbed
	FormationSlower int   `toml:"formation_slower"` // how many points a formation has less than its slowest member
	LandingStrength int64 `toml:"landing_strength"`

	// Meeting and fighting (decision 7).
	DrawMin         int64 `toml:"draw_min"` // each side's luck
	DrawMax         int64 `toml:"draw_max"`
	ModifierMax     int64 `toml:"modifier_max"` // all modifiers together
	WallBonus       int64 `toml:"wall_bonus"`   // foot behind a wall, the bonus part
	Uphill          int64 `toml:"uphill"`       // factor
	OverRiver       int64 `toml:"over_river"`   // factor
	HorseRough      int64 `toml:"horse_rough"`  // factor for cavalry in Terrain.Rough
	WarPriest       int64 `toml:"war_priest"`   // factor
	WarPriestPoints int64 `toml:"war_priest_points"`
	LoserLoss       int64 `toml:"loser_loss"`   // × r, of its men
	WinnerLoss      int64 `toml:"winner_loss"`  // ÷ r², of its men
	MixedMost       int64 `toml:"mixed_most"`   // the most that a mixed formation may have of the other kind
	MixedBonus      int64 `toml:"mixed_bonus"`  // factor for a mixed formation
	MixedPriest     int64 `toml:"mixed_priest"` // the same with a war priest among the members
	EvenRatio       int64 `toml:"even_ratio"`   // r below it is a draw
	EvenLoss        int64 `toml:"even_loss"`
	OverrunRatio    int64 `toml:"overrun_ratio"` // r from which a winner keeps its step
	SmallArmy       int64 `toml:"small_army"`    // smaller armies, and ships, draw whether they lose the rest of a share
	KKGain          int   `toml:"kk_gain"`       // percent a fight won
	KKMax           int   `toml:"kk_max"`        // percent
	KKWorthy        int64 `toml:"kk_worthy"`     // least share of one's own strength that a beaten army must have had

	// Fighting in rows (rules §28).
	RowsRounds      int   `toml:"rows_rounds"`
	RowsDeep        int   `toml:"rows_deep"`         // rows on each side
	RowsValue       int64 `toml:"rows_value"`        // attack and defence of a man, at 100 % culture
	RowsHP          int64 `toml:"rows_hp"`           // of a man
	RowsSpeed       int   `toml:"rows_speed"`        // rows a round
	RowsHorseSpeed  int   `toml:"rows_horse_speed"`  // the same, of R
	RowsReachLight  int   `toml:"rows_reach_light"`  // rows, of F.L
	RowsReachMedium int   `toml:"rows_reach_medium"` // of F.M
	RowsReachHeavy  int   `toml:"rows_reach_heavy"`  // of F.S
	RowsCloseBow    int64 `toml:"rows_close_bow"`    // of attack and defence of F in mêlée
	RowsBreakAt     int64 `toml:"rows_break_at"`     // an army that loses in a round more than this many …
	RowsBreakOf     int64 `toml:"rows_break_of"`     // … of this many parts of its hit points flees
	RowsFlight      int   `toml:"rows_flight"`       // rounds
	RowsExhausted   int64 `toml:"rows_exhausted"`    // of attack and defence after a flight
	RowsFront       int   `toml:"rows_front"`        // the row of an army without a line of $T
	RowsRanged      int   `toml:"rows_ranged"`       // the same, F

	// Magic and demons (decisions 7 and 10); points are those of priests and sorcerers.
	SpellReach   int   `toml:"spell_reach"`   // fields
	SpellGold    int64 `toml:"spell_gold"`    // gold of T04 a point, to accelerate and to hire
	TameDemon    int64 `toml:"tame_demon"`    // points a D.N
	SummonCommon int64 `toml:"summon_common"` // points a D.N
	SummonArch   int64 `toml:"summon_arch"`   // points a strength of D.E
	FreeShare    int64 `toml:"free_share"`    // of the summoning cost
	HoldReach    int   `toml:"hold_reach"`    // fields
	HoldCommon   int64 `toml:"hold_common"`   // points an army and turn
	HoldArch     int64 `toml:"hold_arch"`     // points a D.E and turn
	Training     int64 `toml:"training"`      // points a sorcerer and turn
	FadeCommon   int64 `toml:"fade_common"`   // D.N lost a turn
	FadeArch     int64 `toml:"fade_arch"`     // strength of D.E lost a turn
	BreakFrom    int64 `toml:"break_from"`    // strength from which a D.E may break free
	BreakChance  int64 `toml:"break_chance"`  // at that strength
	BreakMore    int64 `toml:"break_more"`    // a strength more
	BreakMax     int64 `toml:"break_max"`
	BlessPoints  int64 `toml:"bless_points"`
	BlessTurns   int64 `toml:"bless_turns"`
	BlessReach   int   `toml:"bless_reach"`    // fields
	BlessedArch  int64 `toml:"blessed_arch"`   // of a D.E's strength, on blessed land
	FaithCommon  int64 `toml:"faith_common"`   // men without a priest against D.N, a factor
	FaithArch    int64 `toml:"faith_arch"`     // men with no more than a P.H against a D.E, a factor
	ArchKills    int64 `toml:"arch_kills"`     // light warriors a strength of D.E at most, in a turn
	ArchKillsMax int64 `toml:"arch_kills_max"` // of the enemy's men at most
	ArchLoss     int64 `toml:"arch_loss"`      // strength a D.E loses in every fight
	ArchCalls    int64 `toml:"arch_calls"`     // D.N a strength that come to its help in a fight

	// Seeing (decision 8).
	FindHidden int64 `toml:"find_hidden"` // chance a week to find an unseen army of another realm

	// Taking land (decision 9).
	PlunderPoints int   `toml:"plunder_points"`
	PlunderYield  int64 `toml:"plunder_yield"`    // percent the yield falls
	PlunderBooty  int64 `toml:"plunder_booty"`    // of the field's income a year
	PlunderFree   int64 `toml:"plunder_free"`     // the same on free land
	PlunderAMan   int64 `toml:"plunder_a_man"`    // gold at most
	PlunderBack   int64 `toml:"plunder_recovery"` // percent the yield rises in autumn; 100: all damage is gone

	// Wild monsters (decision 10).
	HerdEvery  int   `toml:"herd_every"`  // fields of habitat a herd at founding
	HerdGrowth int64 `toml:"herd_growth"` // a turn, rounded up
	HerdRest   int64 `toml:"herd_rest"`   // chance of a week's digit to be 0

	// The machine.
	MiddleGarrison int64 `toml:"middle_garrison"` // of what a strong one keeps in its capital

	// Shots of ranged weapons (decision 7).
	ShotStrength int64 `toml:"shot_strength"` // LE of the crew that kill one LE
	ShotShare    int64 `toml:"shot_share"`    // most that falls of the army shot at, rounded down

	// Revolts (decision 10): a field and turn, in millionths.
	RevoltBase          int64 `toml:"revolt_base"`
	RevoltYield         int64 `toml:"revolt_yield"`       // × the lost part of the yield
	RevoltFreeFields    int64 `toml:"revolt_free_fields"` // a realm with this many fields is not too big
	RevoltFields        int64 `toml:"revolt_fields"`      // for each this many fields beyond them …
	RevoltSize          int64 `toml:"revolt_size"`        // … this, in proportion
	RevoltNoCapital     int64 `toml:"revolt_no_capital"`
	RevoltTradeDistance int   `toml:"revolt_trade_distance"` // trade this near halves the chance
	RevoltMenMin        int64 `toml:"revolt_men_min"`
	RevoltMenMax        int64 `toml:"revolt_men_max"`

	// Trade (decision 10).
	TradeNear  int64 `toml:"trade_near"`  // nearer than this many fields nothing is earned
	TradeFar   int64 `toml:"trade_far"`   // fields beyond this bring no more
	TradeShare int64 `toml:"trade_share"` // of the gain, paid in addition to the town's realm
}
