package tables

// ways are the ways to move. Each takes a unit's speed and returns what is left of it on a terrain; 0: it cannot go
// there (§9).
var ways = map[string]func(speed int64, on Terrain) int64{
	"foot":    func(speed int64, on Terrain) int64 { return dry(speed, on) },
	"horse":   rolling,
	"machine": rolling,
	"air":     func(speed int64, _ Terrain) int64 { return speed },
	"sea": func(speed int64, on Terrain) int64 {
		if on == Sea || on == Coast {
			return speed
		}
		return 0
	},
}

func dry(speed int64, on Terrain) int64 {
	if on == Sea {
		return 0
	}
	return speed
}

// rolling is half the speed on hard land, rounded down.
func rolling(speed int64, on Terrain) int64 {
	if on == Hard {
		return speed / 2
	}
	return dry(speed, on)
}

// SpeedOn is how many provinces of a terrain a unit enters in a week on its own.
func (u *UnitRow) SpeedOn(on Terrain) int64 { return ways[u.Moves](u.Speed, on) }

// Terrain is what a province is.
type Terrain string

// The terrains.
const (
	Land  Terrain = "land"
	Hard  Terrain = "hard"  // horse and machines at half speed, rounded down
	Coast Terrain = "coast" // land by the sea where boats can land
	Sea   Terrain = "sea"
)

// Key is the key of the terrain's name.
func (t Terrain) Key() string { return "terrain." + string(t) }
