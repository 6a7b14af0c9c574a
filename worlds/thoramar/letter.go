package thoramar

// letterKind is how a message came (manual, "Nachrichten").
type letterKind uint8

const (
	private      letterKind = iota // #n: from one realm to another
	announcement                   // #A: to all, with its sender
	rumour                         // #G: to all, nobody knows from whom
)

// letter is a message of $N on its way into reports.
type letter struct {
	kind letterKind
	from int    // realm; for a rumour kept for the game master's eyes only
	to   int    // realm; 0 all but the sender
	text string // LF, as the player wrote it
	lot  int64  // a rumour's place among rumours
}
