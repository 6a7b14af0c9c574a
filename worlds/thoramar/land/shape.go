package land

// The shape of new worlds (decision 1 asks for heights, climate, rivers, reefs and ice; how they look is ours). These
// are not rules of the game. A founded world keeps its land, but another number here would make another world of every
// seed. Shares are in permille.
const (
	mountainFrom = 860 // of the land, ranked by how rough it is: a seventh are mountains,
	highlandFrom = 560 // three in ten highland
	riseWeight   = 60  // weight in that rank of the height above the sea, against the folds
	noiseMiddle  = 57000
	cliffs       = 170 // of the mountains rise from lowland, without highland between

	// The share of the fields where they may be.
	reefs      = 60
	whirlpools = 30
	volcanoes  = 15

	reefCoast = 2   // reefs are within this many fields of a coast
	deepCoast = 3   // the sea is deep from here on; whirlpools are at its rim
	iceWarm   = 40  // warmth below which the sea is ice
	reefWarm  = 300 // warmth above which reefs grow

	// Rivers: the chance that a corner is a spring, depending on what is around it.
	springAnywhere = 3
	springHigh     = 3 // added for each field of highland or mountains
	springWet      = 2 // added for each field wetter than wetFrom
	wetFrom        = 600
	dryTo          = 200 // no spring beside a field this dry
	coldTo         = 150 // or this cold
	shortestRiver  = 4   // corners
	heightFall     = 400 // what a step of Height counts when water falls
)

// The noises: how many fields wide their hills are, and how often they are refined.
var (
	continents = [2]int{28, 5}
	ridges     = [2]int{14, 3}
	warmth     = [2]int{24, 3}
	rains      = [2]int{16, 4}
	bends      = [2]int{22, 3}
)

// Climate. Warmth is 1000 at the equator, less by latitude and height, and varied by chance. Moisture is chance, less
// by the distance from the sea and in the belts of dry air.
const (
	latSquare  = 9  // ten-thousandths of the square of the latitude
	latPlain   = 10 // and a tenth of it
	heightCold = 35 // a step of Height
	heatChance = 450
	bendChance = 180 // change of latitude by chance
	rainChance = 120
	inlandDry  = 22 // for each field from the sea, for the first inlandMost
	inlandMost = 8
	desertLat  = 330 // the middle of a desert belt,
	desertDry  = 190 // and its dryness there
	tropicWet  = 130 // the rains of the equator
	coverBlur  = 40  // change of moisture by chance, so that belts have no edge
)

// belt is a climate: what grows there from dry to wet, by permille of moisture.
type belt struct {
	warm  int64
	upto  []int64
	cover []string
}

// belts are sorted from hot to cold. A field is in the first whose warmth it reaches.
var belts = []belt{
	{720, []int64{170, 330, 590, 720, 900, 1000}, []string{"ws", "st", "la", "wa", "ds", "su"}},
	{540, []int64{120, 290, 660, 920, 1000}, []string{"ws", "st", "la", "wa", "su"}},
	{330, []int64{50, 230, 620, 920, 1000}, []string{"ws", "st", "la", "wa", "su"}},
	{200, []int64{240, 430, 800, 900, 1000}, []string{"st", "la", "wa", "su", "ew"}},
}
