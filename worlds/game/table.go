package game

import "weltentor/orders/phrase"

// TableSchema is the version of the form of Table. It is raised whenever something there changes its meaning or goes,
// but not when something is added.
const TableSchema = 1

// Table is the data of a player's page: what a realm knows, so that the engine in the page answers as the machine
// does, and the realm's last report. Whoever opens one must treat it as hostile.
type Table struct {
	Schema   int         `json:"schema"`  // TableSchema
	Program  string      `json:"program"` // the version of the program that wrote it
	Rulebook string      `json:"rulebook"`
	Rules    int         `json:"rules"`          // Rulebook.Version
	World    string      `json:"world"`          // the game master's name for it
	Address  string      `json:"address"`        // where orders are sent
	Page     string      `json:"page,omitempty"` // where the page is, if the game master has published it
	Realm    int         `json:"realm"`
	Lang     phrase.Lang `json:"lang"`
	Turn     int         `json:"turn"`               // that awaits orders
	Deadline string      `json:"deadline,omitempty"` // RFC 3339, with the world's zone; "": none is set
	// the game has ended; Known says otherwise if it was closed early
	Over bool `json:"over,omitempty"`
	// a player who is proven by their provider's signature writes "-" for the password
	Bare   bool     `json:"bare,omitempty"`
	Orders string   `json:"orders,omitempty"` // in force for that turn, without password; "": none came
	First  string   `json:"first,omitempty"`  // a newcomer's first letter (World.FirstLetter), before the first turn
	Learnt []string `json:"learnt,omitempty"` // in a practice: what the player's last turn did for the lessons
	Spoken int      `json:"spoken,omitempty"` // their lines from there on are those of letters that only speak; 0: none
	Tables string   `json:"tables"`           // the effective numbers, TOML
	Known  []byte   `json:"known"`            // World.Known
	Facts  Facts    `json:"facts"`
	// letters that were passed on at once, in the report's turn and since; the report has the others
	Passed []PassedLetter `json:"passed,omitempty"`
	Chart  *Chart         `json:"chart,omitempty"` // the map that Known draws, so that the page shows it before its engine runs
	At     string         `json:"at,omitempty"`    // of a table by link: as of when it shows; RFC 3339, with the world's zone
	Lacks  []string       `json:"lacks,omitempty"` // what a table by link had no room for: LacksOrders, LacksLetters
}

// What a table may lack.
const (
	LacksOrders  = "orders"  // the orders in force
	LacksLetters = "letters" // the older ones of the letters that were passed on
)

// PassedLetter is a letter between players that was passed on at once.
type PassedLetter struct {
	From int    `json:"from"`
	To   int    `json:"to,omitempty"`  // the realm to which the reader sent it
	All  bool   `json:"all,omitempty"` // to all realms
	Text string `json:"text"`
	Turn int    `json:"turn"` // that awaited orders
	At   string `json:"at"`   // when; RFC 3339, with the world's zone
}
