package game

import "weltentor/orders/phrase"

// TableSchema is the version of the form of Table. It is raised whenever what is there changes its
// meaning or goes; what is only added leaves it.
const TableSchema = 1

// Table is what a player's page is laid with: what a realm knows, so that the engine in the page
// answers as the machine does, and its last report. Whoever opens one takes it for hostile.
type Table struct {
	Schema   int         `json:"schema"`  // TableSchema
	Program  string      `json:"program"` // the version of the program that wrote it
	Rulebook string      `json:"rulebook"`
	Rules    int         `json:"rules"`          // Rulebook.Version
	World    string      `json:"world"`          // what the game master calls it
	Address  string      `json:"address"`        // where orders are sent
	Page     string      `json:"page,omitempty"` // where the page is, if the game master has put it somewhere
	Realm    int         `json:"realm"`
	Lang     phrase.Lang `json:"lang"`
	Turn     int         `json:"turn"`               // the turn that awaits orders
	Deadline string      `json:"deadline,omitempty"` // RFC 3339, with the world's zone; "": none is set
	// the game has ended; Known says otherwise if it was closed early
	Over bool `json:"over,omitempty"`
	// who proves what he sends by his provider's signature writes "-" for the password
	Bare   bool   `json:"bare,omitempty"`
	Orders string `json:"orders,omitempty"` // in force for that turn, without password; "": none came
	Tables string `json:"tables"`           // the effective numbers, TOML
	Known  []byte `json:"known"`            // World.Known
	Facts  Facts  `json:"facts"`
}
