package notices

import (
	"compress/flate"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A report as data, and the player's table: the data for its page, and the page itself.

// MostData is how many bytes a report as data may have in a letter. Encoded, and together with the rest of the mail,
// it stays below the limit of mail servers.
const MostData = 4 << 20

// facts adds what is made from the report as data. Facts are collected once for both.
func (b beside) facts() error {
	if !b.rec.Data && !b.rec.Table {
		return nil
	}
	facts, err := b.end.Ledger.Facts(b.end.next, b.turn, b.r.Number)
	if err != nil || facts == nil {
		return err
	}
	if facts.Seal, err = chronicle.ProofOf(b.Tx, b.turn, b.r.Number); err != nil {
		return err
	}
	if b.rec.Data {
		b.data(facts)
	}
	if b.rec.Table && b.turn > 0 { // a newcomer gets them in the page
		return b.table(facts)
	}
	return nil
}

// data adds the report as data. It is stored as it is sent.
func (b beside) data(facts *game.Facts) {
	data := factsFile(facts)
	if len(data) > MostData {
		b.tooLarge("report-data-large")
		return
	}
	b.file(outbox.Attachment{Name: wording.Words(b.r.Lang).T("data-file"), Type: "application/json", Facts: true,
		Sum: store.PutFile(b.Tx, data)})
}

// factsFile returns the file of a report as data.
func factsFile(facts *game.Facts) []byte { return append(store.MustJSON(facts), '\n') }

// TableName returns the name of the file with a table's data, in a language.
func TableName(lang phrase.Lang) string { return wording.Words(lang).T("table-file") }

// MostPacked is how many bytes the data of a table may have when packed. A realm in the middle of a game needs a
// fifteenth of that.
const MostPacked = 1 << 20

// laidFor returns the data of a realm's table while a world awaits orders, with these tables and the facts of the
// report before. The caller adds the deadline and the orders.
func laidFor(k *world.Setup, state game.World, tables []byte, r game.Realm, facts *game.Facts) (t game.Table, err error) {
	t = game.Table{Schema: game.TableSchema, Program: k.Settings.Program, Rulebook: k.Rules.Name(),
		Rules: k.Rules.Version(), World: k.Settings.Name, Address: k.Settings.Address, Page: pageURL(k),
		Realm: r.Number, Lang: r.Lang, Turn: state.Asked().Turn, Over: state.Asked().Over,
		Bare: k.Settings.AuthInForce() == world.ByDKIM, Tables: string(tables), Facts: *facts}
	err = store.Guarded(func() {
		t.Known = state.Known(r.Number)
		if chart := state.Chart(r.Number, r.Lang); chart != nil && len(chart.Cells) > 0 {
			t.Chart = chart
		}
		if facts.Turn == 0 && !t.Over {
			t.First = state.FirstLetter(r.Number)
		}
	})
	return t, err
}

// due adds a deadline to a table, if it applies to the realm.
func due(t *game.Table, state game.World, at time.Time, zone *time.Location) {
	if slices.Contains(state.Asked().Realms, t.Realm) && !at.IsZero() {
		t.Deadline = at.In(zone).Format(time.RFC3339)
	}
}

// ordersOf returns a realm's orders for a turn, whether it has begun or not, without the password. "" means that there
// are none.
func ordersOf(tx *store.Tx, turn, realm int) (text string, spoken int) {
	rec, found := sheets.Get(tx, turn, realm)
	if !found {
		rec, found = sheets.Later(tx, turn, realm)
	}
	if !found {
		return "", 0
	}
	return rec.Text, rec.Spoken
}

// table adds the data of the player's table. It is stored as it is sent. A substitute whose turns are over reads the
// letter too, so orders for the next turn are then left out.
func (b beside) table(facts *game.Facts) error {
	tables, err := b.World.Tables(b.Tx)
	if err != nil {
		return err
	}
	t, err := laidFor(b.World.Setup, b.end.next, tables, b.r, facts)
	if err != nil || len(t.Known) == 0 {
		return err
	}
	due(&t, b.end.next, b.end.deadline, b.World.Settings.Zone)
	if b.rec.Standing(b.turn) == nil || b.rec.Standing(t.Turn) != nil {
		t.Orders, t.Spoken = ordersOf(b.Tx, t.Turn, b.r.Number)
	}
	if err := addPassed(b.World.Setup, b.Tx, &t, b.rec); err != nil {
		return err
	}
	data := tableFile(t)
	if !Mailable(data) {
		b.tooLarge("report-table-large")
		return nil
	}
	b.file(outbox.Attachment{Name: TableName(b.r.Lang), Type: "application/json", Sum: store.PutFile(b.Tx, data)})
	return nil
}

// Mailable reports whether the data of a table fit into a letter, by themselves or in their page.
func Mailable(data []byte) bool {
	return len(data) <= MostData && (len(data) <= MostPacked || PackedSize(data) <= MostPacked)
}

// PackedSize returns roughly how many bytes a file has in a ZIP.
func PackedSize(data []byte) int {
	var n counted
	w, err := flate.NewWriter(&n, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	_, _ = w.Write(data)
	_ = w.Close()
	return int(n)
}

// counted counts what is written to it.
type counted int

// Write counts the bytes and drops them.
func (n *counted) Write(p []byte) (int, error) {
	*n += counted(len(p))
	return len(p), nil
}

// Laid returns the data of a realm's table after a turn. A negative turn means the newest, and turn 0 the realm as it
// began. The error is ErrReport if there is no such turn, or if it cannot be played again.
func Laid(w *world.World, realm, turn int) (data []byte, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		data, err = LaidIn(w, tx, c, realm, turn)
		return err
	})
	return data, err
}

// LaidIn is Laid in a transaction. c is the turn that awaits orders.
func LaidIn(w *world.World, tx *store.Tx, c chronicle.Current, realm, turn int) ([]byte, error) {
	t, err := laidBy(w, tx, c, w.Archive().Ledger(tx), realm, chronicle.ReportAsked(tx, realm, turn))
	return tableFile(t), err
}

// tableFile returns the file of a table.
func tableFile(t game.Table) []byte { return append(store.MustJSON(t), '\n') }

// laidBy makes a realm's table after a turn, with a ledger that several realms may share.
func laidBy(w *world.World, tx *store.Tx, c chronicle.Current, ledger *chronicle.Ledger, realm, turn int) (t game.Table,
	err error) {
	here, found := c.Realm(realm)
	if !found {
		return t, fmt.Errorf("%w: %d", faults.ErrRealm, realm)
	}
	facts, err := factsFor(tx, ledger, c, here, turn)
	if err != nil {
		return t, err
	}
	then, err := ledger.After(c, turn, realm)
	if err != nil {
		return t, err
	}
	if t, err = laidFor(w.Setup, then.World, then.Tables, here, facts); err != nil {
		return t, err
	}
	if t.Turn == c.Turn {
		p := w.Schedule(tx, c)
		due(&t, then.World, p.Deadline, w.Settings.Zone)
	}
	t.Orders, t.Spoken = ordersOf(tx, t.Turn, realm)
	return t, addPassed(w.Setup, tx, &t, w.People.Person(tx, realm))
}

// factsFor returns a report as data for whoever plays the realm now. If the report was written anew for that player,
// the data are as well.
func factsFor(tx *store.Tx, ledger *chronicle.Ledger, c chronicle.Current, here game.Realm, turn int) (*game.Facts,
	error) {
	rec, _ := roster.Get(tx, here.Number)
	if rec.ToldTo(turn) != "" {
		outcome, err := ledger.Outcome(turn)
		if err != nil {
			return nil, err
		}
		if outcome != nil {
			heir := game.Player{Name: here.Player, Lang: here.Lang, Computer: here.Computer}
			ledger.Enter(turn, outcome.HandOver(here.Number, heir))
		}
		return ledger.Told(c, turn, here.Number)
	}
	data, err := FactsOf(tx, ledger, c, here.Number, turn)
	if err != nil {
		return nil, err
	}
	facts := &game.Facts{}
	if err := json.Unmarshal(data, facts); err != nil {
		return nil, fmt.Errorf("%w: the report as data: %v", faults.ErrDamaged, err)
	}
	return facts, nil
}

// HasTable reports whether players have a page for their table.
func HasTable(k *world.Setup) bool {
	version, _ := PageOf(k)
	return version != ""
}

// PageOf returns the page for the world's game, and its version. The version is "" if the program has none.
func PageOf(k *world.Setup) (version string, html func() []byte) {
	if k.Settings.Page == nil {
		return "", nil
	}
	return k.Settings.Page(k.Rules.Name())
}

// PageAgain is the least time before a page is sent once more.
const PageAgain = limits.Day

// mostPassed is how many bytes letters that were passed on at once have in a table at most. The newest ones fill it.
const mostPassed = 128 << 10

// addPassed adds to a table the letters to its realm and from it that were passed on at once since the turn before the
// table's began. While somebody stands in, or if somebody stood in until then, it adds none: both read the table, and
// what came before the substitution is the player's alone.
func addPassed(k *world.Setup, tx *store.Tx, t *game.Table, rec roster.RealmRecord) error {
	if ended := rec.Ended; rec.Standing(t.Turn-1) != nil || ended != nil && ended.Until >= t.Turn-1 {
		return nil
	}
	since := chronicle.ResolvedAt(tx, t.Turn-2)
	if since.Before(rec.Own.From) {
		since = rec.Own.From
	}
	box := outbox.Open(tx)
	all, err := box.Press(since, t.Realm, rec.Mail, t.Turn-1, t.Turn)
	if err != nil {
		return err
	}
	size := 0
	for _, e := range all {
		d, _ := box.Text(e.ID)
		if size += len(d.Said); size > mostPassed {
			break
		}
		l := game.PassedLetter{From: e.Writer, All: d.ToAll, Text: d.Said, Turn: e.Turn,
			At: e.Queued.In(k.Settings.Zone).Format(time.RFC3339)}
		if e.Writer == t.Realm && !d.ToAll {
			l.To = e.Realm
		}
		// each reader had a copy; a draft from before their words were kept has none
		if l.Text != "" && !slices.Contains(t.Passed, l) {
			t.Passed = append(t.Passed, l)
		}
	}
	slices.Reverse(t.Passed)
	return nil
}

// FactsOf returns a realm's report of a turn as data, in a transaction.
func FactsOf(tx *store.Tx, ledger *chronicle.Ledger, c chronicle.Current, realm, turn int) ([]byte, error) {
	if _, err := chronicle.ReadReport(tx, realm, turn); err != nil {
		return nil, err
	}
	if data, err := sentFacts(tx, realm, turn); err != nil || data != nil {
		return data, err
	}
	facts, err := ledger.Told(c, turn, realm)
	if err != nil {
		return nil, err
	}
	if facts.Seal, err = chronicle.ProofOf(tx, turn, realm); err != nil {
		return nil, err
	}
	return factsFile(facts), nil
}

// sentFacts returns the data of the letter that brought the report, or nil if it had none.
func sentFacts(tx *store.Tx, realm, turn int) (data []byte, err error) {
	sum := ""
	err = outbox.Open(tx).Walk(func(e outbox.Message) {
		if e.Kind != outbox.KindReport || e.Realm != realm || e.Turn != turn || e.Undone {
			return
		}
		for _, f := range e.Files {
			if f.Facts {
				sum = f.Sum
			}
		}
	})
	if err != nil || sum == "" {
		return nil, err
	}
	return store.GetFile(tx, sum)
}
