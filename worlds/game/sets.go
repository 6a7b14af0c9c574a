package game

// NumberSets is a Rulebook with named sets of numbers beside the standard one. If a world's own numbers begin with
// `set = "NAME"`, Tables lays them over that set. A name that it does not offer is an error. The result of Tables
// names no set.
type NumberSets interface {
	// Sets lists the names, without the standard numbers.
	Sets() []string
}
