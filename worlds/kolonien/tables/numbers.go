package tables

// Numbers are the single numbers of the rules.
type Numbers struct {

	// The land combat.
	DiceSides      int `toml:"dice_sides"`     // of a die
	EqualHits      int `toml:"equal_hits"`     // to each side, if the results are equal
	MoreHits       int `toml:"more_hits"`      // to the low roller
	TwiceHits      int `toml:"twice_hits"`     // the same, if the other has twice as much
	HitEvery       int `toml:"hit_every"`      // one more hit for every this many full CF of the enemy
	MedicSaves     int `toml:"medic_saves"`    // hits
	SuperiorEvery  int `toml:"superior_every"` // 1 for every this many CF more than the enemy has
	SuperiorMost   int `toml:"superior_most"`
	ChargeMost     int `toml:"charge_most"`
	HavenBonus     int `toml:"haven_bonus"`
	Guns           int `toml:"guns"`            // percent of the ships' CF
	GunsAtPort     int `toml:"guns_at_port"`    // percent, against a port
	FewerCavalry   int `toml:"fewer_cavalry"`   // hits, at the end
	FewerArtillery int `toml:"fewer_artillery"` // hits, at the end
	Longest        int `toml:"longest"`         // rounds of a combat, at most
	FirearmsFrom   int `toml:"firearms_from"`   // the period in which they begin
	Firearms       int `toml:"firearms"`        // DF for each native unit

	// Periods.
	PeriodYears int `toml:"period_years"`
	Periods     int `toml:"periods"`

	// Sizes of stacks.
	ArmyMost     int `toml:"army_most"`
	FleetMost    int `toml:"fleet_most"`
	GarrisonMost int `toml:"garrison_most"`
	RegimentMost int `toml:"regiment_most"`
	Regiments    int `toml:"regiments"`
	LeaderMost   int `toml:"leader_most"`

	// Money.
	StartDucats int `toml:"start_ducats"`
	IncomeHome  int `toml:"income_home"`
	IncomeLevel int `toml:"income_level"`
	LeaderCost  int `toml:"leader_cost"`
	MedicCost   int `toml:"medic_cost"`
	StepCost    int `toml:"step_cost"`
	LevelMost   int `toml:"level_most"`

	// The start.
	StartLeader int `toml:"start_leader"`
	StartInf    int `toml:"start_inf"`
	StartCav    int `toml:"start_cav"`
	StartArt    int `toml:"start_art"`
	StartTra    int `toml:"start_tra"`

	// Moves of a year.
	FleetSteps int `toml:"fleet_steps"`

	// Natives and pirates.
	NativesEvery    int `toml:"natives_every"`
	NativesLeast    int `toml:"natives_least"`
	NativesMost     int `toml:"natives_most"`
	NativesHorse    int `toml:"natives_horse"`
	NativeGrowth    int `toml:"native_growth"`
	HavenEvery      int `toml:"haven_every"`
	HavenStart      int `toml:"haven_start"`
	HavenMost       int `toml:"haven_most"`
	HavenGrowth     int `toml:"haven_growth"`
	PirateShipsMost int `toml:"pirate_ships_most"`

	// The land.
	Width      int `toml:"width"`
	Height     int `toml:"height"`
	LandShare  int `toml:"land_share"`
	Ocean      int `toml:"ocean"`
	Continents int `toml:"continents"`

	// The end.
	GloryWon     int `toml:"glory_won"`
	GloryBeaten  int `toml:"glory_beaten"`
	GloryFounded int `toml:"glory_founded"`
	Years        int `toml:"years"`
	RealmsMost   int `toml:"realms_most"`
	MissedNotice int `toml:"missed_notice"` // years in a row without orders after which the game master is told
}
