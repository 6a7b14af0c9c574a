package roster

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// RealmRow is a realm as the game master sees it.
type RealmRow struct {
	Number int         `json:"number"`
	Name   string      `json:"name"`
	Player string      `json:"player"`
	Mail   []string    `json:"mail"` // the first one gets the reports
	Lang   phrase.Lang `json:"lang"`
	Fallen bool        `json:"fallen,omitempty"`

	Computer game.Computer `json:"computer"` // of the player: how the texts are probably written

	AbsentUntil int `json:"absent_until,omitempty"` // the last turn its player is away for (PAUSE); 0 none
	Missed      int `json:"missed,omitempty"`       // turns in a row without orders, up to the last one

	Substitute string `json:"substitute,omitempty"`       // address of the substitute, if there is one
	Until      int    `json:"substitute_until,omitempty"` // the substitute's last turn

	Bot    *game.Manner `json:"bot,omitempty"`    // how the machine plays it
	Muted  bool         `json:"muted,omitempty"`  // its messages go with the reports only, as the game master wants
	Vacant bool         `json:"vacant,omitempty"` // nobody plays it: its player was let go
}

// Absent reports whether the realm's player has announced an absence for a turn. Orders sent in spite of it count.
func (r RealmRow) Absent(turn int) bool { return turn <= r.AbsentUntil }

// Local reports whether somebody plays the realm at the machine that runs the game, without an address.
func (r RealmRow) Local() bool { return r.Vacant && r.Player != "" && r.Bot == nil }

// RealmRows lists the realms of a world by number.
func RealmRows(tx *store.Tx, world game.World) ([]RealmRow, error) {
	var rows []RealmRow
	for _, r := range world.Realms() {
		rec, _, err := Get(tx, r.Number)
		if err != nil {
			return nil, err
		}
		row := RealmRow{Number: r.Number, Name: r.Name, Player: cmp.Or(rec.Player, r.Player),
			Mail: DistinctMail(rec.Mail), Lang: r.Lang, Fallen: r.Fallen,
			Computer: r.Computer, AbsentUntil: rec.AbsentUntil, Missed: rec.Missed, Muted: rec.Muted, Bot: rec.Bot,
			Vacant: rec.Vacant()}
		if s := rec.Standing(world.Asked().Turn); s != nil {
			row.Substitute, row.Until = s.Mail, s.Until
		}
		rows = append(rows, row)
	}
	return rows, nil
}
