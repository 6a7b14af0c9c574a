package game

// NumberSets is a Rulebook that comes with named sets of numbers beside the standard one.
// Where a world's own numbers begin with `set = "NAME"`, Tables lays them over those of
// that set; a name it does not offer is an error. What Tables gives names no set.
type NumberSets interface {
	// Sets lists the names, without the standard numbers.
	Sets() []string
}
