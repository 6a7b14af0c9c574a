// Package playerlist reads a list of realms to add, as a spreadsheet saves it (Read). It is read to its end, whatever
// mistakes it has, so that all of them are shown at once with their lines. Nothing is added here: `realm import` hands
// the realms on, all of them or none.
package playerlist

import (
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/mime"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// Roster is a list of realms to add, in CSV; the first line names the columns. It is read to its end, whatever
// mistakes it has.
type Roster struct {
	Rows    []Row
	Faults  []Fault
	Notes   []Fault // what was read otherwise than it is written
	Columns []Column

	Numbered bool     // each line has the number of a realm that is there
	moving   bool     // such a column is known
	moved    bool     // the realms are those of a running game, and some may have no player
	needs    []string // the columns that must exist
}

// Column is what a column of the list was taken for.
type Column struct {
	Head  string // as the list has it
	Is    string // one of those known; "": it is not used
	Cells []string
}

// Row is one line.
type Row struct {
	Line   int
	Number int // 0 if the list is not Numbered
	roster.Newcomer
}

// Fault is a mistake in a line.
type Fault struct {
	Line int
	What phrase.Phrase
}

// known are the columns: the name of each, and its other names, in lower case.
var known = [][]string{
	{"name", "realm", "reich", "nation", "burg", "land", "volk", "faction", "partei"},
	{"player", "spieler", "vorname", "herrscher"},
	{"mail", "e-mail", "email", "address", "adresse", "e-mail-adresse", "emailadresse", "mail-adresse", "mailadresse"},
	{"kind", "art"},
	{"culture", "kultur"},
	{"lang", "player-lang", "language", "sprache"},
	{"computer", "rechner"},
	{number, "nummer", "nr", "nr."},
}

// number is the column with the numbers of realms, in lists that ReadMoving reads.
const number = "number"

// named returns the column of a name, and "" if there is none.
func (r *Roster) named(name string) string {
	for _, c := range known {
		if slices.Contains(c, strings.ToLower(name)) && (c[0] != number || r.moving) {
			return c[0]
		}
	}
	return ""
}

// namesOf returns all names of a column, its own first.
func namesOf(column string) []string {
	return known[slices.IndexFunc(known, func(c []string) bool { return c[0] == column })]
}

// kinds lists what a column can be, in the words that --columns takes. The realm is called so there, and not "name".
func (r *Roster) kinds() string {
	list := []string{"realm"}
	for _, c := range known[1:] {
		if r.named(c[0]) != "" {
			list = append(list, c[0])
		}
	}
	return strings.Join(list, ", ")
}

// headings lists the names of columns.
func headings(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = Shown(name)
	}
	return strings.Join(shown, ", ")
}

// needs are the columns that must exist; they and that of the realm must be filled in. Without that, Row.Name is "".
var needs = []string{"player", "mail"}

// Wrong adds a mistake in a line.
func (r *Roster) Wrong(line int, code string, args ...phrase.Arg) {
	r.Faults = append(r.Faults, Fault{line, phrase.P(code, args...)})
}

// most is how many lines a list has at most. Realms have numbers of up to four digits.
const most = 9999

// Read reads a list. Cells are separated as in the first line: by commas, semicolons or tabs. A list that is too long is
// wrong as a whole. given says which column is what, as "realm=Reich": it overrules what the names of the columns say.
func Read(raw []byte, given ...string) *Roster { return (&Roster{needs: needs}).read(raw, given) }

// ReadMoving is Read for a world in which realms may be there before their players. A list with their numbers may name
// an address several times, since somebody may play several of them, and realms that wait for a player: these rows have
// neither player nor address.
func ReadMoving(raw []byte, given ...string) *Roster {
	return (&Roster{moving: true, needs: needs}).read(raw, given)
}

// ReadMoved is ReadMoving for a list that must have the numbers and names, and need not have the players yet.
func ReadMoved(raw []byte) *Roster {
	return (&Roster{moving: true, moved: true, needs: []string{number, "name"}}).read(raw, nil)
}

func (r *Roster) read(raw []byte, given []string) *Roster {
	text := mime.DecodeText(raw, "").Text
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	lines := csv.NewReader(strings.NewReader(text))
	lines.Comma, lines.FieldsPerRecord = separator(first), -1
	var columns []string
	n := 0
	twice := map[string]int{} // number or address → its line
	for {
		cells, err := lines.Read()
		if err == io.EOF {
			break
		}
		if wrong, is := errors.AsType[*csv.ParseError](err); is {
			r.Wrong(wrong.StartLine, "list-quote")
			if columns == nil {
				return r
			}
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		line, _ := lines.FieldPos(0)
		switch {
		case strings.Join(cells, "") == "": // an empty row that spreadsheets leave below a table
		case columns == nil:
			if columns = r.head(line, cells, given); columns == nil {
				return r
			}
		default:
			if n++; n > most {
				r = &Roster{}
				r.Wrong(line, "list-long", phrase.Num("n", most))
				return r
			}
			r.row(line, columns, cells, twice)
		}
	}
	if columns == nil && len(r.Faults) == 0 {
		r.Wrong(1, "list-empty")
	}
	return r
}

// separator returns the character that separates the cells of a line.
func separator(line string) rune {
	best := ','
	for _, s := range ";\t" {
		if strings.Count(line, string(s)) > strings.Count(line, string(best)) {
			best = s
		}
	}
	return best
}

// head returns what each column is, and nil if something is wrong with them; "" is a column that is not used. Cells
// without a name at the end of the line are the margin of a table.
//
// A column "Name" is the realm beside one of the player, and the player otherwise.
func (r *Roster) head(line int, cells, given []string) []string {
	for cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	columns := make([]string, len(cells))
	for _, g := range given {
		what, head, _ := strings.Cut(g, "=")
		at := slices.IndexFunc(cells, func(c string) bool { return strings.EqualFold(c, strings.TrimSpace(head)) })
		switch is := r.named(strings.TrimSpace(what)); {
		case is == "":
			r.Wrong(line, "list-column-what", phrase.Str("column", Shown(g)), phrase.Str("choices", r.kinds()))
		case at < 0:
			r.Wrong(line, "list-column", phrase.Str("column", Shown(g)), phrase.Str("choices", headings(cells)))
		default:
			columns[at] = is
		}
	}
	bare := -1 // the column "Name"
	for i, cell := range cells {
		switch is := r.named(cell); {
		case columns[i] != "" || is == "":
		case strings.EqualFold(cell, "name") && bare < 0:
			bare = i
		case (slices.Contains(columns, is) || strings.EqualFold(cell, "name")) && len(given) == 0:
			r.Wrong(line, "list-column-twice", phrase.Str("column", is))
		case !slices.Contains(columns, is):
			columns[i] = is
		}
	}
	first := []string{"player", "name"}
	if r.moved { // without players, it has names
		slices.Reverse(first)
	}
	for _, is := range first {
		if bare >= 0 && columns[bare] == "" && !slices.Contains(columns, is) {
			columns[bare] = is
		}
	}
	r.Numbered = slices.Contains(columns, number)
	missing := "list-column-missing"
	if r.moved {
		missing = "list-column-lacks" // `new` has no --columns
	}
	for _, c := range r.needs {
		if !slices.Contains(columns, c) {
			r.Wrong(line, missing, phrase.Str("column", c), phrase.Str("names", headings(namesOf(c))),
				phrase.Str("choices", headings(cells)), phrase.Str("first", Shown(cells[0])))
		}
	}
	for i, cell := range cells {
		r.Columns = append(r.Columns, Column{Head: cell, Is: columns[i]})
	}
	if len(r.Faults) > 0 {
		return nil
	}
	return columns
}

// row reads a line below the head.
func (r *Roster) row(line int, columns, cells []string, twice map[string]int) {
	if more := cells[min(len(columns), len(cells)):]; strings.Join(more, "") != "" {
		r.Wrong(line, "list-cells", phrase.Num("n", len(cells)), phrase.Num("columns", len(columns)))
		return
	}
	cell := map[string]string{}
	for i := range min(len(columns), len(cells)) {
		cell[columns[i]] = cells[i]
		r.Columns[i].Cells = append(r.Columns[i].Cells, cells[i])
	}
	before := len(r.Faults)
	vacant := r.Numbered && cell["player"]+cell["mail"] == ""
	for _, c := range append([]string{"name"}, needs...) {
		if cell[c] == "" && slices.Contains(columns, c) && (c == "name" || !vacant) {
			r.Wrong(line, "list-cell-missing", phrase.Str("column", c))
		}
	}
	mail := cell["mail"]
	if several := strings.FieldsFunc(mail, func(c rune) bool { return strings.ContainsRune(" ,;", c) }); len(several) > 1 &&
		!slices.ContainsFunc(several, func(one string) bool { return !settings.BareAddress(one) }) {
		r.Notes = append(r.Notes, Fault{line, phrase.P("list-addresses", phrase.Num("n", len(several)), phrase.Str("mail", several[0]))})
		mail = several[0]
	}
	if mail != "" && !settings.BareAddress(mail) {
		r.Wrong(line, "bad-address", phrase.Str("mail", Shown(mail)))
	}
	n, _ := strconv.Atoi(cell[number])
	key, code := address.Folded(mail), "list-twice"
	if r.Numbered {
		key, code = strconv.Itoa(n), "list-number-twice"
	}
	if other, there := twice[key]; r.Numbered && (n < 1 || n > most) {
		r.Wrong(line, "list-number", phrase.Str("value", Shown(cell[number])))
	} else if there && key != "" {
		r.Wrong(line, code, phrase.Num("realm", n), phrase.Str("mail", Shown(mail)), phrase.Num("other", other))
	} else {
		twice[key] = line
	}
	lang := r.oneOf(line, "lang", cell["lang"], string(phrase.De), string(phrase.En))
	computer := cmp.Or(r.oneOf(line, "computer", cell["computer"], string(game.UTF8), string(game.PC),
		string(game.Amiga)), string(game.UTF8))
	if len(r.Faults) > before {
		return
	}
	j := game.Joining{Name: cell["name"], Player: cell["player"], Kind: cell["kind"], Culture: cell["culture"],
		Lang: phrase.Lang(lang), Computer: game.Computer(computer)}
	r.Rows = append(r.Rows, Row{line, n, roster.Newcomer{Joining: j, Mail: mail}})
}

// oneOf returns the choice that a cell names in any case, and "" if it is empty.
func (r *Roster) oneOf(line int, column, value string, of ...string) string {
	at := slices.IndexFunc(of, func(o string) bool { return strings.EqualFold(o, value) })
	switch {
	case at >= 0:
		return of[at]
	case value != "":
		r.Wrong(line, "list-choice", phrase.Str("column", column), phrase.Str("value", Shown(value)),
			phrase.Str("choices", strings.Join(of, ", ")))
	}
	return ""
}

// Shown returns a cell as a complaint shows it: on one line, and only as long as needed to find it.
func Shown(s string) string {
	const most = 60
	return orders.ClipTo(terminal.OneCell(s), most, "…")
}
