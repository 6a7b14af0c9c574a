package land

// The shape of worlds in the making (decision 1 asks for heights, climate, rivers,
// reefs, ice; how they look is ours). They are no rules of the game: a world once
// founded keeps its land, and another number here would make another world of every
// seed. Shares are in permille.
const (
	mountainFrom = 860 // of the land, ranked by how rough it is: a seventh are mountains,
	highlandFrom = 560 // three in ten highland
	riseWeight   = 60  // of the height above the sea, against the folds, in that rank
	noiseMiddle  = 57000
	cliffs       = 170 // of the mountains rise from the lowland without highland between

	// Of fields where they may be.
	reefs      = 60
	whirlpools = 30
	volcanoes  = 15

	reefCoast = 2   // fields off a coast up to which there are reefs
	deepCoast = 3   // from where the sea is deep; whirlpools lie at its rim
	iceWarm   = 40  // warmth below which the sea is ice
	reefWarm  = 300 // and above which reefs grow

	// Rivers: the chance of a corner to be a spring, by what lies around it.
	springAnywhere = 3
	springHigh     = 3 // more for each field of highland or mountains
	springWet      = 2 // more for each field wetter than wetFrom
	wetFrom        = 600
	dryTo          = 200 // no spring beside a field as dry
	coldTo         = 150 // or as cold
	shortestRiver  = 4   // corners
	heightFall     = 400 // what a step of Height counts in how water falls
)

// The noises: how many fields a hill of theirs is wide, how often it is refined.
var (
	continents = [2]int{28, 5}
	ridges     = [2]int{14, 3}
	warmth     = [2]int{24, 3}
	rains      = [2]int{16, 4}
	bends      = [2]int{22, 3}
)

// Climate: warmth is 1000 at the equator, less by latitude, height and chance;
// moisture is chance, less by the way from the sea and under the belts of dry air.
const (
	latSquare  = 9  // ten-thousandths of the square of the latitude
	latPlain   = 10 // and a tenth of it
	heightCold = 35 // a step of Height
	heatChance = 450
	bendChance = 180 // latitude more or less by chance
	rainChance = 120
	inlandDry  = 22 // a field from the sea, for the first inlandMost
	inlandMost = 8
	desertLat  = 330 // the middle of a desert belt,
	desertDry  = 190 // and how dry it is there
	tropicWet  = 130 // the rains of the equator
	coverBlur  = 40  // moisture more or less by chance, so that belts have no edge
)

// belt is a climate: what grows there from dry to wet, by permille of moisture.
type belt struct {
	warm  int64
	upto  []int64
	cover []string
}

// belts from hot to cold; a field is in the first whose warmth it reaches.
var belts = []belt{
	{720, []int64{170, 330, 590, 720, 900, 1000}, []string{"ws", "st", "la", "wa", "ds", "su"}},
	{540, []int64{120, 290, 660, 920, 1000}, []string{"ws", "st", "la", "wa", "su"}},
	{330, []int64{50, 230, 620, 920, 1000}, []string{"ws", "st", "la", "wa", "su"}},
	{200, []int64{240, 430, 800, 900, 1000}, []string{"st", "la", "wa", "su", "ew"}},
}
