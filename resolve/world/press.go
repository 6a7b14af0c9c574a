package world

// Press is when messages between players are passed on.
type Press string

// The ways a world may choose. Rumours always come with the turn: when one came would tell whose it is.
const (
	PressTurn Press = "turn" // with the reports; "" means the same
	PressNow  Press = "now"  // as soon as they are in force, and with the reports
)
