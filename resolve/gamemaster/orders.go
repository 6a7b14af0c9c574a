package gamemaster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/received"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// OrdersRow is a realm's orders for a turn: those in force, or those with which the turn was resolved.
type OrdersRow struct {
	Realm int       `json:"realm"`
	Name  string    `json:"name"` // of the realm; "" for the game master, who is realm 0
	Turn  int       `json:"turn"`
	Open  bool      `json:"open"`          // the turn awaits orders
	Sent  time.Time `json:"sent,omitzero"` // when the orders in force came, in the world's zone; zero if there are none
	Away  bool      `json:"away,omitempty"`
	Kept  bool      `json:"kept,omitempty"`  // the turn is a later one; its orders wait for it, unchecked
	Ahead []int     `json:"ahead,omitempty"` // later turns for which orders are stored

	Letters []OrdersLetter `json:"letters"` // letters that brought what is in force, oldest first
	Orders  []OrderLine    `json:"orders"`
	Files   []string       `json:"files,omitempty"` // names of attachments that are stored with the orders
	// false: other rules resolved the turn, so it is unknown what was wrong with its orders
	Checked  bool             `json:"checked"`
	Problems []orders.Problem `json:"-"` // in the order of the lines
}

// OrdersLetter is a letter that brought orders, or orders that were entered by hand.
type OrdersLetter struct {
	At        time.Time `json:"at"`
	ByHand    bool      `json:"by_hand,omitempty"` // entered by the game master with `submit`
	Machine   bool      `json:"machine,omitempty"` // the machine plays the realm
	From      string    `json:"from,omitempty"`
	Subject   string    `json:"subject,omitempty"`
	MessageID string    `json:"message_id,omitempty"`
	// how it came from the page; missing: by mail
	Door string `json:"door,omitempty"`
}

// OrderLine is one line of orders.
type OrderLine struct {
	Line    int    `json:"line"` // in the text in force
	Section string `json:"section"`
	Text    string `json:"text"` // in the reader's language
	Counts  bool   `json:"counts"`
	Letter  int    `json:"letter"` // which of the letters brought it, counted from 1
}

// Orders shows a realm's orders for a turn. A negative turn is the one that awaits orders. Orders stored for a later
// turn are not checked. If the present rules resolved the turn, its orders are checked against the world in which they
// were given.
func Orders(w *world.World, realm, turn int) (row OrdersRow, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if _, found := c.Realm(realm); !found && realm != 0 {
			return fmt.Errorf("%w: %d", faults.ErrRealm, realm)
		}
		if turn < 0 {
			turn = c.Turn
		}
		kept, _ := sheets.LaterOf(tx, realm)
		early := slices.IndexFunc(kept, func(s sheets.Sheet) bool { return s.Turn == turn && turn > c.Turn })
		if turn == 0 || turn > c.Turn && early < 0 {
			return wording.Fault(faults.ErrReport, "no-turn", phrase.Num("turn", turn), phrase.Num("now", c.Turn))
		}
		world := c.World
		if turn < c.Turn {
			if world, err = w.Archive().Before(tx, turn); err != nil {
				return err
			}
		}
		here, _ := c.Realm(realm)
		row = OrdersRow{Realm: realm, Name: here.Name, Turn: turn, Open: turn == c.Turn, Letters: []OrdersLetter{},
			Orders: []OrderLine{}, Checked: world != nil, Kept: early >= 0}
		for _, s := range kept {
			row.Ahead = append(row.Ahead, s.Turn)
		}
		if row.Kept {
			return showSheet(w.Setup, tx, kept[early], nil, &row)
		}
		rec, found := sheets.Get(tx, turn, realm)
		if !found {
			return nil
		}
		if row.Away = rec.Absent; row.Away {
			return nil
		}
		return showSheet(w.Setup, tx, rec, world, &row)
	})
	return row, err
}

// showSheet shows a sheet with the letters that it was made from.
func showSheet(k *world.Setup, tx *store.Tx, rec sheets.Sheet, world game.World, row *OrdersRow) error {
	row.Sent = rec.At.In(k.Settings.Zone)
	for _, f := range rec.Files {
		row.Files = append(row.Files, f.Name)
	}
	letters, err := lettersOf(k, tx, rec)
	if err != nil {
		return err
	}
	numbers := make([]int, len(letters)) // in the row; 0: it brought nothing that is in force
	numbers[len(letters)-1] = -1         // the last letter made the sheet what it is, even if it only removed lines
	return store.Guarded(func() {
		file, counts := rec.Orders(k.Rules.Language()), map[int]bool{}
		row.Problems = file.Problems
		if world != nil {
			checked := verdict.Check(world, k.Rules.Language(), rec.Sheet)
			row.Problems, counts = checked.Problems, checked.Forced()
		}
		lines := withSettings(file)
		from := make([]int, len(lines))
		for i, l := range lines {
			from[i] = bringer(letters, l)
			numbers[from[i]] = -1
		}
		for i, l := range letters {
			if numbers[i] != 0 {
				row.Letters = append(row.Letters, l.OrdersLetter)
				numbers[i] = len(row.Letters)
			}
		}
		for i, l := range lines {
			_, set := l.Order.(setting)
			row.Orders = append(row.Orders, OrderLine{Line: l.Line, Section: string(l.Section),
				Text:   strings.TrimSpace(string(l.Order.Print(nil, k.Settings.Lang))),
				Counts: set || counts[l.Line] || world == nil && !slices.Contains(rec.Void, l.Line),
				Letter: numbers[from[i]]})
		}
	})
}

// setting is a line of $S for the machine, as an order that is shown.
type setting struct{ orders.Setting }

// Print appends the line in the words of a language.
func (s setting) Print(dst []byte, lang phrase.Lang) []byte { return append(dst, s.Speak(lang)...) }

// withSettings are the lines of a file that count, with its settings, in the order of the text.
func withSettings(f *orders.File) []orders.Line {
	out := slices.Clone(f.Lines)
	for _, s := range f.Settings {
		out = append(out, orders.Line{Position: s.Position, Section: 'S', Order: setting{s}})
	}
	slices.SortStableFunc(out, func(a, b orders.Line) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

// bringing is a letter with its orders.
type bringing struct {
	OrdersLetter
	has map[string]bool // orders as they are printed, each after its section
}

// printed is an order in the form that all letters with it have in common.
func printed(l orders.Line) string { return string(l.Section) + string(l.Order.Print(nil, phrase.De)) }

// bringer returns the last letter that has an order. If none has it as it is in force, it returns the last letter.
func bringer(letters []bringing, l orders.Line) int {
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i].has[printed(l)] {
			return i
		}
	}
	return len(letters) - 1
}

// lettersOf returns the letters of a realm's turn that were in force, up to the one that brought the sheet, oldest
// first.
func lettersOf(k *world.Setup, tx *store.Tx, last sheets.Sheet) (out []bringing, err error) {
	all := sheets.Replaced(tx, last.Turn, last.Realm)
	for _, sheet := range append(all, last) {
		b := bringing{OrdersLetter{At: sheet.At.In(k.Settings.Zone), Machine: sheet.Bot != nil}, map[string]bool{}}
		text := sheet.Text
		rec, found := received.By(tx, sheet.Letter)
		if found {
			text, b.From, b.Subject, b.MessageID = rec.Text, rec.From, rec.Subject, rec.MessageID
			b.Door, b.ByHand = string(rec.Door), rec.From == "" && rec.UID == 0
		}
		if err := store.Guarded(func() {
			for _, l := range withSettings(k.Rules.Language().Parse(text)) {
				b.has[printed(l)] = true
			}
		}); err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}
