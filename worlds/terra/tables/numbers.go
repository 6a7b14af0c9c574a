package tables

// Numbers are the single numbers of the rules. Shares are permille.
type Numbers struct {
	// The map.
	Width           int   `toml:"width"`
	Height          int   `toml:"height"`
	Globe           bool  `toml:"globe"`
	Fog             bool  `toml:"fog"`
	CapitalDistance int   `toml:"capital_distance"`
	CityEvery       int   `toml:"city_every"`
	CityDistance    int   `toml:"city_distance"`
	WildGarrison    int64 `toml:"wild_garrison"`

	// The start.
	Armies        int   `toml:"armies"`
	ArmySize      int64 `toml:"army_size"`
	StartTreasury int64 `toml:"start_treasury"`
	RealmsMost    int   `toml:"realms_most"`

	// The round.
	Release     string `toml:"release"`
	Table       int    `toml:"table"`
	ScoutAvoids int64  `toml:"scout_avoids"`
	ForageShare int64  `toml:"forage_share"`

	// Strength.
	SupportGives int64 `toml:"support_gives"`
	SupportMost  int64 `toml:"support_most"`

	// Battles.
	GoalsMost   int   `toml:"goals_most"`
	Maps        int   `toml:"maps"`
	Margin      int64 `toml:"margin"`
	SpoilsShare int64 `toml:"spoils_share"`
	SpoilsLeast int64 `toml:"spoils_least"`
	Luck        int64 `toml:"luck"`
	LoserLeast  int64 `toml:"loser_least"`
	LoserMost   int64 `toml:"loser_most"`
	WinnerLeast int64 `toml:"winner_least"`
	WinnerMost  int64 `toml:"winner_most"`
	DrawLoss    int64 `toml:"draw_loss"`
	// Uncontradicted says whether the report of one side alone counts when the phase ends. 1: it counts. 0: it does
	// not. −1: it counts unless the game master ends phases.
	Uncontradicted int   `toml:"uncontradicted"`
	StakeMost      int64 `toml:"stake_most"`

	// The end.
	Rounds   int   `toml:"rounds"`
	Conquest int64 `toml:"conquest"`
}

// The ways in which a world goes on to its next phase.
const (
	Manual    = "manual"    // by the game master; the deadline only reminds
	automatic = "automatic" // when all have released it, or else at the deadline
	Deadline  = "deadline"  // at the deadline
)

// SilenceCounts reports whether a result counts that only one side has reported (§8.6).
func (n *Numbers) SilenceCounts() bool {
	return n.Uncontradicted > 0 || n.Uncontradicted < 0 && n.Release != Manual
}

// Permille returns a share of a number, rounded down.
func Permille(n, share int64) int64 { return n * share / 1000 }

// Day is how long the clock of a round runs.
const Day = 1000
