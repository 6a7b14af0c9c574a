package rulebook

import (
	"bytes"
	"fmt"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds/game"
)

// TablesCmd shows the numbers of the rules.
type TablesCmd struct {
	Dir      string `arg:"" optional:""`
	Rulebook string `placeholder:"NAME"`
	Set      string `placeholder:"NAME"`
}

// Run prints all numbers of a rulebook, of one of its sets, or those in force in a world. They have the format of
// world.toml: each may be copied there and changed.
func (k *TablesCmd) Run(c *call.Call) error {
	if k.Dir != "" && (k.Rulebook != "" || k.Set != "") {
		return complaint.Usage("rulebook-or-world")
	}
	var rb game.Rulebook
	var own []byte
	if k.Dir == "" {
		var err error
		if rb, err = c.Rulebook(k.Rulebook); err != nil {
			return err
		}
		if err := OffersSet(rb, k.Set); err != nil {
			return err
		}
		if k.Set != "" {
			own = []byte(SetLine(k.Set))
		}
	} else {
		w, err := folder.Open(c, k.Dir)
		if err != nil {
			return err
		}
		rb, own = w.World.Rulebook(), w.Settings.Tables
	}
	all, err := rb.Tables(own)
	if err != nil {
		return folder.WrongTables(k.Dir, err)
	}
	var file struct {
		Tables map[string]any `toml:"tables"`
	}
	if err := toml.Unmarshal(all, &file.Tables); err != nil {
		return fmt.Errorf("reading the tables of %s: %w", rb.Name(), err)
	}
	var b bytes.Buffer
	settings.Comment(&b, c.Voice.Book.T("tables-head"))
	b.WriteByte('\n')
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(file); err != nil {
		return fmt.Errorf("printing the tables of %s: %w", rb.Name(), err)
	}
	_, err = c.Out.Write(b.Bytes())
	return err
}
