package resolve

import (
	"compress/flate"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// A report as data, and the player's table: what its page is laid with, and the page itself.

// mostData is how many bytes a report as data has at most in a letter: with the rest of it, and as mails
// write files, it stays below what servers take.
const mostData = 4 << 20

// withFacts puts into a report's letter what is made of the report as data, as its reader wishes. Facts are gathered
// once for both.
func withFacts(k *clerk, tx *store.Tx, e *outbox.Entry, rec roster.RealmRecord, r game.Realm, turn int,
	end closing) error {
	if !rec.Data && !rec.Table {
		return nil
	}
	facts, err := end.ledger.Facts(end.next, turn, r.Number)
	if err != nil || facts == nil {
		return err
	}
	if rec.Data {
		withData(tx, e, r, facts)
	}
	if rec.Table {
		return withTable(k, tx, e, rec, r, turn, end, facts)
	}
	return nil
}

// withData puts the report as data into its letter. It is stored as it leaves.
func withData(tx *store.Tx, e *outbox.Entry, r game.Realm, facts *game.Facts) {
	book, data := wording.Words(r.Lang), factsFile(facts)
	if len(data) > mostData {
		e.Closing += book.T("report-data-large") + "\n"
		return
	}
	file := outbox.Attachment{Name: book.T("data-file"), Type: "application/json", Facts: true,
		Sum: store.PutFile(tx, data)}
	e.Files = append(slices.Clip(e.Files), file)
	e.Closing += book.Say(phrase.P("report-data", phrase.Str("file", file.Name))) + "\n"
}

// factsFile is a report as data, as it is written.
func factsFile(facts *game.Facts) []byte { return append(store.MustJSON(facts), '\n') }

// TableName is what the file with a table's data is called, in a language.
func TableName(lang phrase.Lang) string { return wording.Words(lang).T("table-file") }

// mostPacked is how many bytes the data of a table have at most, packed. Those of a realm in the middle of
// a game have a fifteenth of it.
const mostPacked = 1 << 20

// laidFor is what a realm's table is laid with while world awaits orders, under these tables; facts are of the
// report before. Its deadline and orders are for the caller to put in.
func laidFor(k *clerk, world game.World, tables []byte, r game.Realm, facts *game.Facts) (t game.Table, err error) {
	t = game.Table{Schema: game.TableSchema, Program: k.settings.Program, Rulebook: k.rulebook.Name(),
		Rules: k.rulebook.Version(), World: k.settings.Name, Address: k.settings.Address, Page: k.settings.TableURL,
		Realm: r.Number, Lang: r.Lang, Turn: world.Asked().Turn, Over: world.Asked().Over,
		Bare: k.settings.auth() == ByDKIM, Tables: string(tables), Facts: *facts}
	err = store.Guarded(func() { t.Known = world.Known(r.Number) })
	return t, err
}

// due writes a deadline into a table, if it is for the realm.
func due(t *game.Table, world game.World, at time.Time, zone *time.Location) {
	if slices.Contains(world.Asked().Realms, t.Realm) && !at.IsZero() {
		t.Deadline = at.In(zone).Format(time.RFC3339)
	}
}

// ordersOf are a realm's orders for a turn that begins or has begun, without its password; "": there are none.
func ordersOf(tx *store.Tx, turn, realm int) (text string, err error) {
	rec, found, err := chronicle.Sheet(tx, turn, realm)
	if err == nil && !found {
		rec, found, err = ahead.Sheet(tx, turn, realm)
	}
	if !found {
		return "", err
	}
	return rec.Text, err
}

// withTable puts what a player's page is laid with into a report's letter. It is stored as it leaves. Whoever
// stood in for the player reads the letter too: orders for a turn that is none of his are not in it.
func withTable(k *clerk, tx *store.Tx, e *outbox.Entry, rec roster.RealmRecord, r game.Realm, turn int,
	end closing, facts *game.Facts) error {
	tables, err := k.rulebook.Tables(k.settings.Tables)
	if err != nil {
		return err
	}
	t, err := laidFor(k, end.next, tables, r, facts)
	if err != nil || len(t.Known) == 0 {
		return err
	}
	due(&t, end.next, end.deadline, k.settings.Zone)
	if rec.Standing(turn) == nil || rec.Standing(t.Turn) != nil {
		if t.Orders, err = ordersOf(tx, t.Turn, r.Number); err != nil {
			return err
		}
	}
	book, data := wording.Words(r.Lang), append(store.MustJSON(t), '\n')
	if len(data) > mostData || len(data) > mostPacked && packedSize(data) > mostPacked {
		e.Closing += book.T("report-table-large") + "\n"
		return nil
	}
	file := outbox.Attachment{Name: TableName(r.Lang), Type: "application/json", Sum: store.PutFile(tx, data)}
	e.Files = append(slices.Clip(e.Files), file)
	code := "report-table"
	if t.Page != "" {
		code = "report-table-url"
	}
	e.Closing += book.Say(phrase.P(code, phrase.Str("file", file.Name), phrase.Str("url", t.Page))) + "\n"
	return nil
}

// packedSize is how many bytes a file has in a ZIP, about.
func packedSize(data []byte) int {
	var n counted
	w, err := flate.NewWriter(&n, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is one
	}
	_, _ = w.Write(data)
	_ = w.Close()
	return int(n)
}

// counted counts what is written to it.
type counted int

func (n *counted) Write(p []byte) (int, error) {
	*n += counted(len(p))
	return len(p), nil
}

// Laid is what a realm's table is laid with after a turn, a negative one for the newest; of turn 0 as the realm
// began. ErrReport: there is no such turn, or it cannot be played again.
func Laid(w *World, realm, turn int) (data []byte, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		here, found := c.Realm(realm)
		if !found {
			return fmt.Errorf("%w: %d", store.ErrRealm, realm)
		}
		if turn < 0 {
			turn = max(0, chronicle.Newest(tx, realm))
		}
		ledger := chronicle.Archive{Rb: w.rulebook, Shelf: w.shelf}.Ledger(tx)
		facts, err := factsFor(tx, ledger, c, here, turn)
		if err != nil {
			return err
		}
		then, err := ledger.After(c, turn, realm)
		if err != nil {
			return err
		}
		t, err := laidFor(w.clerk, then.World, then.Tables, here, facts)
		if err != nil {
			return err
		}
		if t.Turn == c.Turn {
			p, err := w.schedule(tx, c)
			if err != nil {
				return err
			}
			due(&t, then.World, p.Deadline, w.settings.Zone)
		}
		t.Orders, err = ordersOf(tx, t.Turn, realm)
		data = append(store.MustJSON(t), '\n')
		return err
	})
	return data, err
}

// factsFor is a report as data for whoever plays the realm now: told anew if the report was.
func factsFor(tx *store.Tx, ledger *chronicle.Ledger, c chronicle.Current, here game.Realm, turn int) (*game.Facts,
	error) {
	rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(here.Number))
	if err != nil {
		return nil, err
	}
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
	data, err := factsOf(tx, ledger, c, here.Number, turn)
	if err != nil {
		return nil, err
	}
	facts := &game.Facts{}
	if err := json.Unmarshal(data, facts); err != nil {
		return nil, fmt.Errorf("%w: the report as data: %v", store.ErrDamaged, err)
	}
	return facts, nil
}

// hasTable tells whether players have a page to open their table with.
func hasTable(k *clerk) bool {
	version, _ := pageOf(k)
	return version != "" || k.settings.TableURL != ""
}

// pageOf is the page of the world's game, and its version; "": the program has none.
func pageOf(k *clerk) (version string, html func() []byte) {
	if k.settings.Page == nil {
		return "", nil
	}
	return k.settings.Page(k.rulebook.Name())
}

// pageAgain is how soon a page is sent once more at the earliest.
const pageAgain = limits.Day

// table answers who asks for the page of his table: with the page, which leaves once a version, and again if he
// says so, or with its address. What becomes of that letter says nothing of the address it goes to. Each address that
// plays the realm has its own page: what a substitute got the player has not.
func (r request) table() error {
	version, html := pageOf(r.world.clerk)
	sent, url := r.rec.PageTo(r.to), r.world.settings.TableURL
	again := phrase.Str("again", r.book.T("word.page-again"))
	switch {
	case url != "":
		t := r.page(phrase.P("table-url"))
		t.Line("")
		t.Line("  " + url)
		t.Line("")
		t.Say("table-browser")
		r.tableData(t)
		r.send("subject.page", t, nil)
		return nil
	case version == "":
		r.tell("page", phrase.P("table-none"))
		return nil
	case sent.Version == version && !r.Given:
		t := r.page(phrase.P("table-sent", phrase.Str("when", r.moment(sent.At)), again))
		if refused, err := r.pageRefused(sent); err != nil {
			return err
		} else if refused.Code != "" {
			t.Line(r.book.Say(refused))
		}
		r.send("subject.page", t, nil)
		return nil
	case sent.Version == version && r.at.Sub(sent.At) < pageAgain:
		return r.tableSoon(sent, again)
	}
	file, zip := r.book.T("page-file"), r.book.T("page-zip")
	t := r.page(phrase.P("table-first", phrase.Str("file", zip),
		phrase.Str("game", r.world.rulebook.Words(r.here.Lang).T("game"))))
	t.Say("table-open", phrase.Str("file", zip), phrase.Str("page", file))
	t.Say("table-preview")
	r.tableData(t)
	id := r.queue("subject.page", t, outbox.Entry{Page: true}, outbox.Draft{Zip: zip, Files: []outbox.Attachment{
		{Name: file, Type: "text/html", Sum: store.PutFile(r.tx, html())}}})
	_, err := roster.ChangeRealm(r.tx, r.here.Number, func(rec *roster.RealmRecord) {
		rec.PageSent(roster.Page{Version: version, To: r.to, At: r.at.UTC(), Letter: id})
	})
	return err
}

// moment is a time in the words of the realm's player.
func (r request) moment(at time.Time) string {
	return wording.Moment(r.book, at.In(r.world.settings.Zone))
}

// tableData says how the data for the page come, if they do not yet.
func (r request) tableData(t *wording.Text) {
	if !r.rec.Table {
		t.Say("table-data", phrase.Str("file", TableName(r.here.Lang)))
	}
}

// tableSoon tells when the page can be sent once more, and whether the mail server refused it.
func (r request) tableSoon(sent roster.Page, again phrase.Arg) error {
	when := phrase.Str("when", r.moment(sent.At.Add(pageAgain)))
	refused, err := r.pageRefused(sent)
	if err != nil || refused.Code == "" {
		r.tell("page", phrase.P("table-soon", when, again))
		return err
	}
	t := r.page(phrase.P("table-soon-refused", when, again))
	t.Line(r.book.Say(refused))
	r.send("subject.page", t, nil)
	return nil
}

// pageRefused says so if the mail server refused the page; without a code: it did not.
func (r request) pageRefused(sent roster.Page) (p phrase.Phrase, err error) {
	answer, refused, err := outbox.In(r.tx).Refused(sent.Letter)
	if refused {
		p = phrase.P("table-refused", phrase.Str("answer", wording.Cut(answer)))
	}
	return p, err
}
