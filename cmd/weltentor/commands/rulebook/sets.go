package rulebook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// OffersSet refuses the name of a set that the rulebook does not offer. No name means the standard numbers.
func OffersSet(rb game.Rulebook, name string) error {
	sets := rb.Sets()
	if name == "" || slices.Contains(sets, name) {
		return nil
	}
	book, asked := phrase.Str("rulebook", rb.Name()), phrase.Str("name", name)
	if len(sets) == 0 {
		return complaint.Usage("no-sets", book, asked)
	}
	list := phrase.Str("list", strings.Join(sets, ", "))
	if near := orders.Nearest(name, sets); len(near) > 0 {
		return complaint.Usage("no-set-near", book, asked, phrase.Str("guess", near[0]), list)
	}
	return complaint.Usage("no-set", book, asked, list)
}

// SetLine returns the line of [tables] that names a set.
func SetLine(set string) string { return fmt.Sprintf("set = %s\n", settings.Quoted(set)) }

// tablesHead is the line [tables]; that of the set belongs below it.
var tablesHead = lazy.Pattern(`(?m)^[ \t]*\[[ \t]*tables[ \t]*\][^\n]*\n?`)

// UnderSet adds the name of a set to a file of own numbers. It refuses a file that names another set.
func UnderSet(own []byte, set string) ([]byte, error) {
	var file struct {
		Tables struct {
			Set string `toml:"set"`
		} `toml:"tables"`
	}
	if err := settings.Bounded(own); err != nil {
		return nil, err
	}
	if err := toml.Unmarshal(own, &file); err != nil {
		return nil, settings.WrongTOML(err)
	}
	switch named := file.Tables.Set; {
	case named == set:
		return own, nil
	case named != "":
		return nil, complaint.Usage("two-sets", phrase.Str("named", named), phrase.Str("set", set))
	}
	head := tablesHead().FindIndex(own)
	if head == nil {
		return slices.Concat([]byte("[tables]\n"+SetLine(set)+"\n"), own), nil
	}
	line := bytes.TrimRight(own[head[0]:head[1]], "\n")
	return slices.Concat(own[:head[0]], line, []byte("\n"+SetLine(set)), own[head[1]:]), nil
}

// SetRows returns the rulebooks that offer sets, with their sets, for the help.
func SetRows(books []game.Rulebook) [][2]string {
	var rows [][2]string
	for _, rb := range books {
		if sets := rb.Sets(); len(sets) > 0 {
			rows = append(rows, [2]string{rb.Name(), strings.Join(sets, ", ")})
		}
	}
	return rows
}
