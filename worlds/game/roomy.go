package game

// Roomy is a World whose rules know how many realms its land is meant for: with that many it plays well. More may
// join. For a world that is no Roomy nothing is said.
type Roomy interface {
	Suits() (realms int)
}
