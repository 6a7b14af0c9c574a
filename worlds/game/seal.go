package game

// SealedTurn is what a turn's seal is made from. Package seal makes it, and checks it.
type SealedTurn struct {
	Turn   int    `json:"turn"`
	Former string `json:"former"` // the seal that was given out before; also if its turn was taken back since
	Hash   string `json:"hash"`   // of the turn: over its seed, its numbers, its orders, and the states before and after it
	Root   string `json:"root"`   // of the tree over the realms' leaves
}

// Leaf is a realm's part in a turn's seal: what it ordered, and what it was told. Its salt is known to the realm alone,
// so nobody can try sheets or reports against it.
type Leaf struct {
	Realm  int    `json:"realm"`
	Salt   string `json:"salt"`
	Sheet  string `json:"sheet"`  // mark of its sheet, in which letters are blinded; "": it had none
	Report string `json:"report"` // blinded mark of its report's text; "": it had none
}

// Proof shows a realm that its leaf is under a turn's seal. The seal does not say how many leaves it has: by the proofs of
// RFC 6962 another Of may lead to the same root, and no other leaf does.
type Proof struct {
	Sealed SealedTurn `json:"sealed"`
	Leaf   Leaf       `json:"leaf"`
	At     int        `json:"at"` // the leaf's place, counted from 0, of so many
	Of     int        `json:"of"`
	Path   []string   `json:"path"` // hashes from the leaf to the root
	Key    string     `json:"key"`  // what the realm's texts of this turn are blinded with
}
