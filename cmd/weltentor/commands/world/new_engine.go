package world

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/engines"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/playerlist"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// hosted is the call for a world whose rules are a program: its game is the only one then.
func (k *NewCmd) hosted(c *call.Call) (*call.Call, error) {
	if (k.State == "") != (k.Players == "") || k.State != "" && k.Engine == "" || k.Turn != 0 && k.State == "" {
		return nil, complaint.Usage("new-state-needs")
	}
	if k.Engine == "" {
		return c, nil
	}
	if k.Rulebook != "" || k.Realms != nil || k.Size != "" || k.Set != "" || k.Tables != "" || k.Bots != 0 {
		return nil, complaint.Usage("new-engine-alone")
	}
	whole, err := filepath.Abs(k.Engine)
	if err != nil {
		return nil, err
	}
	rb, err := folder.Engine(whole, k.Dir)
	if err != nil {
		return nil, err
	}
	k.Engine = whole
	hosted := *c
	hosted.Books = []game.Rulebook{rb}
	return &hosted, nil
}

// moved reads a running game: its files, and the numbers and names of its realms, which must be in the game by these
// files. Their players get them later, by `realm import` with the same list: only then letters have an address to come
// from.
func (k *NewCmd) moved(c *call.Call, rb game.Rulebook) (*game.Moved, error) {
	if k.State == "" {
		return nil, nil
	}
	raw, err := c.ReadAll(k.Players)
	if err != nil {
		return nil, err
	}
	r := playerlist.ReadMoved(raw)
	if len(r.Faults) > 0 {
		return nil, k.wrong(c, r)
	}
	m := &game.Moved{Turn: max(int(k.Turn), 1)}
	for _, row := range r.Rows {
		m.Realms = append(m.Realms, game.Realm{Number: row.Number, Name: row.Name, Lang: cmp.Or(row.Lang, c.Voice.Book.Lang),
			Computer: row.Computer})
	}
	if m.Files, err = readState(k.State); err != nil {
		return nil, err
	}
	files, err := rb.(*external.Rulebook).Compare(m)
	if err != nil {
		return nil, err
	}
	if files.Missing != "" {
		return nil, complaint.Usage("new-state-lacks", phrase.Str("dir", k.State), phrase.Str("file", files.Missing))
	}
	for _, row := range r.Rows {
		if slices.Contains(files.Absent, row.Number) {
			r.Wrong(row.Line, "list-absent", phrase.Num("realm", row.Number))
		}
	}
	if len(r.Faults) > 0 {
		return nil, k.wrong(c, r)
	}
	if len(files.Unlisted) > 0 {
		c.Voice.Warn("list-unlisted", phrase.Str("file", k.Players), phrase.Num("n", len(files.Unlisted)),
			phrase.Str("list", wording.NumbersOf(files.Unlisted)))
	}
	if files.Blind {
		c.Voice.Warn("list-blind", phrase.Str("file", k.Players))
	}
	if files.Tokenless {
		c.Voice.Warn("new-tokenless", phrase.Str("dir", k.State))
	}
	return m, nil
}

// wrong names the lines that are wrong in the list of a game that moves in.
func (k *NewCmd) wrong(c *call.Call, r *playerlist.Roster) error {
	for _, f := range r.Faults {
		c.Voice.Warn("list-line", phrase.Str("file", k.Players), phrase.Num("line", f.Line), phrase.Str("what", c.Voice.Book.Say(f.What)))
	}
	return complaint.Usage("list-wrong", phrase.Str("file", k.Players))
}

// readState reads the files of a running game, of at most 1 GB.
func readState(dir string) (map[string][]byte, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, complaint.CannotRead(dir, err)
	}
	files, err := engines.Files(dir, 1024)
	if err != nil {
		return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("new-no-state", phrase.Str("dir", dir)), Cause: err}
	}
	return files, nil
}
