package game

// Roomy is a World whose rules know how many realms its land is enough for: so many it
// plays well with. More may join. Of one that is none nothing is said.
type Roomy interface {
	Suits() (realms int)
}
