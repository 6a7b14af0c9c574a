package thoramar

// mind is what a player likes.
type mind struct {
	raises  []string  // units it raises, the likeliest named more than once
	works   []string  // buildings it likes
	rite    [2]string // how it comes by its temple city: what is converted ("" nothing: built new), and into what
	war     int64     // of a hundred armies so many look for foes before they look for free land
	wrecks  bool      // tries its engines on its own walls
	spends  bool      // never keeps gold for the autumn
	guards  bool      // keeps an army in its capital
	silent  int       // from this turn on it sends nothing; 0 never
	coast   bool      // likes land by the sea
	hidden  bool      // armies go without flag where they can
	friends int64     // of a hundred treaties offered it wishes so many
}

var minds = map[string]*mind{
	"builder": {raises: []string{"K.M", "K.M", "K.S", "R.L", "F.M", "H.K"}, works: []string{"BRG", "STD", "FES", "TPL"},
		rite: [2]string{"BRG", "TSL"}, war: 10, wrecks: true, guards: true, friends: 80},
	"gunner": {raises: []string{"F.L", "F.M", "F.S", "K.S", "K.L", "R.M"}, works: []string{"FES", "BRG", "FES"},
		rite: [2]string{"FES", "HTS"}, war: 50, wrecks: true, guards: true, spends: true, friends: 40},
	"conqueror": {raises: []string{"K.M", "K.S", "R.M", "R.S", "K.M", "R.S", "P.K", "Z.B"},
		works: []string{"STD", "FES"},
		rite:  [2]string{"STD", "TSF"}, war: 70, wrecks: true, spends: true, friends: 20},
	"sailor": {raises: []string{"S.L", "S.M", "S.S", "K.M", "R.L", "K.L", "H.S"}, works: []string{"STD", "FES"},
		rite: [2]string{"BRG", "HTS"}, war: 40, guards: true, coast: true, friends: 50},
	"nomad": {raises: []string{"R.L", "R.M", "R.S", "H.K", "R.L"}, works: []string{"STD", "BRG"},
		rite: [2]string{"STD", "TSL"}, war: 60, friends: 30},
	"pirate": {raises: []string{"S.M", "S.L", "S.S", "H.S", "K.L", "K.M"}, works: []string{"STD", "BRG"},
		rite: [2]string{"FES", "TSF"}, war: 60, hidden: true, coast: true, friends: 20},
	"summoner": {raises: []string{"Z.B", "Z.B", "Z.B", "Z.S", "K.L", "K.M", "P.K"},
		works: []string{"BRG", "STD", "FES"},
		rite:  [2]string{"", "TSF"}, war: 50, friends: 30},
	"tamer": {raises: []string{"Z.M", "Z.M", "Z.S", "K.M", "R.L", "S.S", "Z.B"}, works: []string{"STD", "BRG"},
		rite: [2]string{"STD", "HTS"}, war: 30, guards: true, friends: 60},
	"priest": {raises: []string{"P.H", "P.K", "K.M", "R.M", "K.M", "P.H"}, works: []string{"STD", "TPL", "TPL"},
		rite: [2]string{"", "TSL"}, war: 30, wrecks: true, guards: true, friends: 60},
	"trader": {raises: []string{"H.K", "H.S", "H.K", "K.M", "R.L", "H.S"}, works: []string{"STD", "STD", "FES"},
		rite: [2]string{"FES", "TSL"}, war: 10, guards: true, coast: true, friends: 80},
	"raider": {raises: []string{"R.L", "R.M", "K.L", "R.L", "F.L", "Z.B"}, works: []string{"BRG", "BRG", "STD"},
		rite: [2]string{"BRG", "TSF"}, war: 90, spends: true, friends: 10},
	"spy": {raises: []string{"K.L", "R.L", "K.L"}, works: []string{"BRG"},
		rite: [2]string{"", "HTS"}, war: 40, hidden: true, silent: 22, friends: 30},
}
