package intake

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/judged"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// markForm writes the line above orders.
func markForm(k *world.Setup, t *wording.Text, body string) {
	t.Say("form-mark", phrase.Str("sum",
		letter.FormSum(k.Rules.Language(), k.Rules.Language().Parse(body).Lines)))
}

// inForceNow prints the orders in force in the words of the reader's language. Who asked with
// orders in his letter that nobody could read as such is told so.
func (r request) inForceNow() error {
	rec, found, err := chronicle.Sheet(r.Tx, r.Current.Turn, r.here.Number)
	if err != nil {
		return err
	}
	if !found {
		t := r.page(phrase.P("orders-none"))
		if err := r.sayBesides(t); err != nil {
			return err
		}
		r.send("subject.orders", t, nil)
		return nil
	}
	change := "orders-change"
	printed, lines := "", 0
	var void []orders.Line
	if err := store.Guarded(func() {
		language := r.World.Rules.Language()
		file := *rec.Orders(language)
		file.Lines, void = counting(&rec, file.Lines)
		printed, lines = string(language.Speak(nil, &file, r.book.Lang)), len(file.Lines)+len(file.Settings)
		if r.Current.World.Check(rec.Sheet).Adds {
			change = "orders-change-adds"
		}
	}); err != nil {
		return err
	}
	t := r.page(phrase.P("orders-are", phrase.Num("n", lines),
		phrase.Str("when", wording.Moment(r.book, rec.At.In(r.World.Settings.Zone)))))
	SayVoid(t, void)
	if rec.Draft {
		t.Say("orders-draft")
	}
	for _, f := range rec.Files {
		t.Say("orders-file", phrase.Str("file", f.Name))
	}
	t.Say(change)
	if err := r.sayBesides(t); err != nil {
		return err
	}
	// Last, and closed: an answer that quotes the letter brings back nothing else with them.
	t.Line("")
	markForm(r.World.Setup, t, printed)
	t.Line(strings.TrimRight(printed, "\n"))
	t.Line("$E")
	r.send("subject.orders", t, nil)
	return nil
}

// sayBesides says what is kept for turns to come, whether the letter has what was not read, and until when the
// turn awaits orders.
func (r request) sayBesides(t *wording.Text) error {
	if err := r.sayAhead(t); err != nil {
		return err
	}
	if r.Besides(r.text) != "" || len(r.letter.Files) > 0 {
		t.Say("orders-not-here")
	}
	return r.until(t)
}

// sayAhead names the turns to come for which orders are kept.
func (r request) sayAhead(t *wording.Text) error {
	kept, _, err := ahead.Of(r.Tx, r.here.Number)
	for _, s := range kept {
		t.Say("orders-ahead", phrase.Num("turn", s.Turn), phrase.Num("n", s.Good), r.When(t.Book, s.At))
	}
	return err
}

// counting parts a sheet's lines in those that count and those its receipt said do not.
func counting(r *chronicle.SheetRecord, lines []orders.Line) (count, void []orders.Line) {
	for _, l := range lines {
		if slices.Contains(r.Void, l.Line) {
			void = append(void, l)
		} else {
			count = append(count, l)
		}
	}
	return count, void
}

// SayVoid names lines of a sheet that do not count.
func SayVoid(t *wording.Text, lines []orders.Line) {
	if len(lines) == 0 {
		return
	}
	t.Say("orders-void", phrase.Num("n", len(lines)))
	for _, l := range lines[:min(len(lines), receipt.ChangesShown)] {
		t.Line("  " + wording.Cut(string(orders.Speak(nil, l.Order, t.Book.Lang))))
	}
	t.More(len(lines) - receipt.ChangesShown)
}

// OrdersRow is the orders of a realm for a turn: those in force, or those the turn was resolved with.
type OrdersRow struct {
	Realm int       `json:"realm"`
	Name  string    `json:"name"` // of the realm; "" of the game master, who is realm 0
	Turn  int       `json:"turn"`
	Open  bool      `json:"open"`          // the turn awaits orders
	Sent  time.Time `json:"sent,omitzero"` // when the orders in force came, in the world's zone; zero: there are none
	Away  bool      `json:"away,omitempty"`
	Kept  bool      `json:"kept,omitempty"`  // the turn is to come; its orders wait for it, unchecked
	Ahead []int     `json:"ahead,omitempty"` // turns to come for which orders are kept

	Letters []OrdersLetter `json:"letters"` // that brought what is in force, oldest first
	Orders  []OrderLine    `json:"orders"`
	Files   []string       `json:"files,omitempty"` // names of attachments that are kept with the orders
	// false: other rules resolved the turn, so nobody knows what was wrong with its orders
	Checked  bool             `json:"checked"`
	Problems []orders.Problem `json:"-"` // in the order of the text
}

// OrdersLetter is a letter that brought orders, or what was entered by hand.
type OrdersLetter struct {
	At        time.Time `json:"at"`
	ByHand    bool      `json:"by_hand,omitempty"` // of the game master, by `submit`
	From      string    `json:"from,omitempty"`
	Subject   string    `json:"subject,omitempty"`
	MessageID string    `json:"message_id,omitempty"`
}

// OrderLine is one line of orders.
type OrderLine struct {
	Line    int    `json:"line"` // of the text in force
	Section string `json:"section"`
	Text    string `json:"text"` // in the words of the reader's language
	Counts  bool   `json:"counts"`
	Letter  int    `json:"letter"` // which of the letters brought it, counted from 1
}

// Orders shows a realm's orders for a turn; a negative one is the turn that awaits orders. Those kept for
// a turn to come are not checked. Where the
// present rules resolved a turn, its orders are checked against the world they were given in.
func Orders(w *world.World, realm, turn int) (row OrdersRow, err error) {
	err = w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		if _, found := c.Realm(realm); !found && realm != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, realm)
		}
		if turn < 0 {
			turn = c.Turn
		}
		kept, _, err := ahead.Of(tx, realm)
		if err != nil {
			return err
		}
		early := slices.IndexFunc(kept, func(s chronicle.SheetRecord) bool { return s.Turn == turn && turn > c.Turn })
		if turn == 0 || turn > c.Turn && early < 0 {
			return wording.Fault(store.ErrReport, "no-turn", phrase.Num("turn", turn), phrase.Num("now", c.Turn))
		}
		world := c.World
		if turn < c.Turn {
			if world, err = (chronicle.Archive{Rb: w.Rules, Shelf: w.Shelf}).Before(tx, turn); err != nil {
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
		rec, found, err := chronicle.Sheet(tx, turn, realm)
		if err != nil || !found {
			return err
		}
		if row.Away = rec.Absent; row.Away {
			return nil
		}
		return showSheet(w.Setup, tx, rec, world, &row)
	})
	return row, err
}

// showSheet shows a sheet with the letters it is made of.
func showSheet(k *world.Setup, tx *store.Tx, rec chronicle.SheetRecord, world game.World, row *OrdersRow) error {
	row.Sent = rec.At.In(k.Settings.Zone)
	for _, f := range rec.Files {
		row.Files = append(row.Files, f.Name)
	}
	letters, err := lettersOf(k, tx, rec)
	if err != nil {
		return err
	}
	numbers := make([]int, len(letters)) // in the row; 0: it brought nothing that is in force
	numbers[len(letters)-1] = -1         // the last one made the sheet what it is, if only by taking lines away
	return store.Guarded(func() {
		file, counts := rec.Orders(k.Rules.Language()), map[int]bool{}
		row.Problems = file.Problems
		if world != nil {
			checked := judged.Check(world, k.Rules.Language(), rec.Sheet)
			row.Problems, counts = checked.Problems, checked.Forced()
		}
		from := make([]int, len(file.Lines))
		for i, l := range file.Lines {
			from[i] = bringer(letters, l)
			numbers[from[i]] = -1
		}
		for i, l := range letters {
			if numbers[i] != 0 {
				row.Letters = append(row.Letters, l.OrdersLetter)
				numbers[i] = len(row.Letters)
			}
		}
		for i, l := range file.Lines {
			row.Orders = append(row.Orders, OrderLine{Line: l.Line, Section: string(l.Section),
				Text:   strings.TrimSpace(string(orders.Speak(nil, l.Order, k.Settings.Lang))),
				Counts: counts[l.Line] || world == nil && !slices.Contains(rec.Void, l.Line),
				Letter: numbers[from[i]]})
		}
	})
}

// bringing is a letter with the orders it has.
type bringing struct {
	OrdersLetter
	has map[string]bool // orders as they are printed, behind their section
}

// printed is an order as all letters that bring it have it in common.
func printed(l orders.Line) string { return string(l.Section) + string(l.Order.Print(nil)) }

// bringer is the last letter that has an order; the last of all where none has it as it is in force.
func bringer(letters []bringing, l orders.Line) int {
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i].has[printed(l)] {
			return i
		}
	}
	return len(letters) - 1
}

// lettersOf are the letters of a realm's turn that were in force, up to the one that brought the sheet,
// oldest first.
func lettersOf(k *world.Setup, tx *store.Tx, last chronicle.SheetRecord) (out []bringing, err error) {
	replaced, of := tx.Bucket(store.ReplacedBucket), store.Pair(last.Turn, last.Realm)
	var all []chronicle.SheetRecord
	c := replaced.Cursor()
	for key, _ := c.Seek(of); bytes.HasPrefix(key, of); key, _ = c.Next() {
		rec, _, err := store.GetPacked[chronicle.SheetRecord](replaced, key)
		if err != nil {
			return nil, err
		}
		all = append(all, rec)
	}
	for _, sheet := range append(all, last) {
		b := bringing{OrdersLetter{At: sheet.At.In(k.Settings.Zone)}, map[string]bool{}}
		text := sheet.Text
		if hash, ok := world.HashOf(sheet.Letter); ok {
			rec, found, err := store.GetPacked[correspondence.Received](tx.Bucket(store.LettersBucket), hash)
			if err != nil {
				return nil, err
			}
			if found {
				text, b.From, b.Subject, b.MessageID = rec.Text, rec.From, rec.Subject, rec.MessageID
				b.ByHand = rec.From == "" && rec.UID == 0
			}
		}
		if err := store.Guarded(func() {
			for _, l := range k.Rules.Language().Parse(text).Lines {
				b.has[printed(l)] = true
			}
		}); err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

// The rules themselves, for players: who gets letters only has no other way to them.

// rules mails the book of the world's game, in the player's language and for his
// computer. Books are kept once in the store, however often they leave.
func (r request) rules() error {
	text := ""
	if r.World.Settings.Book != nil {
		text = r.World.Settings.Book(r.World.Rules.Name(), r.here.Lang)
	}
	if text == "" {
		r.tell("rules", phrase.P("rules-none"))
		return nil
	}
	file := r.book.T("rules-file")
	t := r.page(phrase.P("rules-first", phrase.Str("file", file)))
	cites(t, r.World.Rules)
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.rules", t, nil,
		outbox.Attachment{Name: file, Type: "text/plain", Charset: outbox.Charset(r.here.Computer),
			Sum: store.PutFile(r.Tx, []byte(text))})
	return nil
}

// cites says behind the sentence that brings the rules that receipts name them, in a game whose do.
func cites(t *wording.Text, rb game.Rulebook) {
	if words := rb.Words(t.Book.Lang); words.Has("game-cites") {
		t.Line(words.T("game-cites"))
	}
}
