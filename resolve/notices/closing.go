// Package notices writes the letters that nobody has asked for: a report's with what goes around it, the first letter
// of a player, reminders, news about contradictions, and what the game master says to players. A letter is queued in
// the transaction that causes it, so it leaves once or not at all. Answers are written where letters are answered, in
// sender and requests. Begin with QueueReport, or with DeadlineLetter for letters about when a turn is resolved.
package notices

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Event is the calendar entry for the deadline of the turn that awaits orders. It is for realms that are asked: others
// have no such deadline, and get nil. The UID gives away nothing about the world's seed: it is a hash over the
// founding, whose time is known to the nanosecond.
func Event(d world.Session, world game.World, r game.Realm, at time.Time, sequence int) *outbox.Event {
	if asked := world.Asked(); asked.Setup || !slices.Contains(asked.Realms, r.Number) {
		return nil
	}
	lang := r.Lang
	key := sha256.Sum256(fmt.Appendf([]byte("calendar\x00"), "%s", chronicle.Identity(d.Tx)))
	b := wording.Words(lang)
	name, title := phrase.Str("world", wording.OneLine(d.World.Settings.Name)), phrase.Str("title",
		wording.OneLine(world.Title(lang)))
	return &outbox.Event{UID: fmt.Sprintf("turn-%d.%x@weltentor", world.Asked().Turn, key[:10]), At: at.UTC(),
		Sequence: sequence, Lang: b.Lang,
		File: b.T("event.file"), Summary: b.Say(phrase.P("event.summary", name, title)),
		Text: b.Say(phrase.P("event.text", name, title))}
}

// closing is what is added to a report in its letter: the next turn, its deadline, and files.
type closing struct {
	Text    string
	Event   *outbox.Event
	next    game.World          // that awaits orders
	asked   game.Asked          // of it
	seals   map[int]string      // by turn: those that its letters have given so far
	Opening string              // what the letter begins with: the game master's words
	Files   []outbox.Attachment // beside the report's files
	News    *string             // what its subject says of the turn; nil: the stored report has it
	Again   bool                // its turn was resolved before, and taken back
	Secret  *secrets.Sealed     // the password that it brings, perhaps with a code beside it; nil: none
	album   *chronicle.Album    // of the worlds after earlier turns
	Ledger  *chronicle.Ledger   // reports as data

	deadline time.Time // of the next turn; zero: it has none
}

// Closings returns the closing of each realm's report. deadline is zero while a pause has no end, and moves is how
// often it was moved.
func Closings(d world.Session, next game.World, deadline time.Time, moves int) func(game.Realm) closing {
	planned := chronicle.ReadClosure(d.Tx)
	bots := botsOf(d, next)
	n, of := deadlines.Votes(d.Tx, d.World.People, next)
	type to struct {
		lang  phrase.Lang
		asked bool
	}
	known, archive := map[to]closing{}, chronicle.Archive{Rb: d.World.Rules, Cache: sheets.NewCache()}
	album, ledger := archive.Album(d.Tx), archive.Ledger(d.Tx)
	asked, seals := next.Asked(), map[int]string{}
	return func(r game.Realm) closing {
		lang := r.Lang
		key := to{lang, slices.Contains(asked.Realms, r.Number)}
		if _, ok := known[key]; !ok {
			var e *outbox.Event
			t := &wording.Text{Book: wording.Words(lang)}
			t.Line("")
			switch {
			case asked.Over:
				t.Say("closing-over")
			case len(asked.Realms) == 0:
				t.Say("closing-waiting", phrase.Str("title", next.Title(lang)))
			case asked.Setup:
				t.Say("closing-setup", phrase.Str("title", next.Title(lang)))
			case !d.World.GoesByDeadline(next) && deadline.IsZero():
				t.Say("closing-master", phrase.Str("title", next.Title(lang)))
			case !d.World.GoesByDeadline(next):
				t.Say("closing-master-at", phrase.Str("title", next.Title(lang)),
					phrase.Str("when", wording.Moment(t.Book, deadline)))
			case deadline.IsZero():
				t.Say("closing-paused", phrase.Str("title", next.Title(lang)))
			case !key.asked:
				t.Say("closing-others", phrase.Str("title", next.Title(lang)),
					phrase.Str("when", wording.Moment(t.Book, deadline)))
			default:
				t.Say(Wanted(d.World.Setup, "closing", next, lang), phrase.Str("title", next.Title(lang)),
					phrase.Str("when", wording.Moment(t.Book, deadline)))
				e = Event(d, next, r, deadline, moves)
			}
			switch {
			case asked.Over:
			case planned.Planned():
				t.Say("closing-planned", Closes(d.World.Setup, t.Book, planned)...)
			case n > 0:
				t.Say("closing-votes", phrase.Num("n", n), phrase.Num("of", of))
			}
			if len(bots) > 0 && !asked.Over {
				t.Say("closing-bots", phrase.Str("realms", strings.Join(bots, ", ")))
			}
			known[key] = closing{Text: t.Body.String(), Event: e, next: next, asked: asked, seals: seals, album: album,
				Ledger: ledger, deadline: deadline}
		}
		return known[key]
	}
}

// botsOf lists the realms that the machine plays, if players may know.
func botsOf(d world.Session, next game.World) (bots []string) {
	if d.World.Settings.BotsHidden {
		return nil
	}
	for _, r := range next.Realms() {
		rec := d.World.People.Person(d.Tx, r.Number)
		if rec.Bot != nil && !r.Fallen {
			bots = append(bots, Numbered(r))
		}
	}
	return bots
}

// QueueReport queues a realm's report, by reference. If nobody plays the realm, the report is only stored. Whoever
// plays it next is sent the newest.
func QueueReport(d world.Session, r game.Realm, turn int, end closing) error {
	rec := d.World.People.Person(d.Tx, r.Number)
	switch {
	case !roster.Known(d.Tx, r.Number):
		return fmt.Errorf("%w: nothing is known of realm %d", faults.ErrDamaged, r.Number)
	case rec.Vacant():
		return nil
	}
	e := ReportEntry(d.World.Setup, r, turn, rec.Mail[0])
	subject := "subject.report"
	switch {
	case end.Again:
		subject = "subject.report-anew"
	case turn == 0:
		subject = "subject.begins"
	}
	var err error
	if end.News != nil {
		e.Subject = reportSubject(d.World.Setup, r, turn, subject, *end.News)
	} else if e.Subject, err = ReportSubject(d.World.Setup, d.Tx, r, turn, subject); err != nil {
		return err
	}
	if e.Secret = end.Secret; end.Secret != nil && end.Secret.Key != nil {
		e.Subject += " " + secrets.Hidden
	}
	e.Closing, e.Event, e.Told = end.Text+unused(d.World.Setup, end, r, rec, turn), end.Event, rec.ToldTo(turn)
	if rec.Bot != nil && !r.Fallen {
		e.Closing += wording.Words(r.Lang).T("closing-bot") + "\n"
	}
	e.Opening, e.Files = end.Opening, end.Files
	add := beside{d, &e, rec, r, turn, end}
	e.Closing = add.advice() + e.Closing
	if err := add.add(); err != nil {
		return err
	}
	bare := e
	given, known := end.seals[turn]
	if !known {
		if given, err = SealOf(d, turn); err != nil {
			return err
		}
		end.seals[turn] = given
	}
	last, err := LastLine(d, r, rec, turn, given, end.Files)
	if err != nil {
		return err
	}
	e.Closing += last
	outbox.Open(d.Tx).Add(e, d.At)
	to := rec.Readers(turn)
	if len(to) < 2 || turn == 0 {
		return nil
	}
	e = bare // the substitute played in that turn
	e.To, e.ToName, e.Opening = to[1], "", ForSubstitute(d.World.Setup, r)+e.Opening
	if s := rec.Standing(turn + 1); s != nil {
		if last, err = LastLine(d, r, roster.RealmRecord{Salt: s.Salt}, turn, given, end.Files); err != nil {
			return err
		}
		e.Closing += last
	}
	outbox.Open(d.Tx).Add(e, d.At)
	return nil
}

// beside is a report's letter to which its reader wants more than the report.
type beside struct {
	world.Session
	e    *outbox.Message
	rec  roster.RealmRecord
	r    game.Realm
	turn int
	end  closing
}

// add adds what is wished for: the order file, the map, the report as data, the player's table.
func (b beside) add() error {
	if b.rec.Template {
		if err := b.template(); err != nil {
			return err
		}
	}
	if b.rec.Picture {
		if err := b.picture(); err != nil {
			return err
		}
	}
	return b.facts()
}

// file adds a file. HELP says how it comes no more.
func (b beside) file(f outbox.Attachment) { b.e.Files = append(slices.Clip(b.e.Files), f) }

// tooLarge says that a file is not there.
func (b beside) tooLarge(code string) { b.e.Closing += wording.Words(b.r.Lang).T(code) + "\n" }

// ReportSubject is the subject of a letter with a stored report: a sentence, then what the report counts for it. Report 0
// counts nothing.
func ReportSubject(k *world.Setup, tx *store.Tx, r game.Realm, turn int, code string) (subject string, err error) {
	var report game.Report
	if turn > 0 {
		if report, err = chronicle.ReadReport(tx, r.Number, turn); err != nil {
			return "", err
		}
	}
	return reportSubject(k, r, turn, code, report.News), nil
}

func reportSubject(k *world.Setup, r game.Realm, turn int, code, news string) string {
	subject := wording.Words(r.Lang).Say(phrase.P(code, phrase.Str("world", k.Settings.Name), phrase.Num("turn", turn),
		phrase.Str("realm", r.Name)))
	if news != "" {
		subject += ": " + news
	}
	return subject
}

// ForSubstitute is how a report to a substitute begins: it calls its reader by the player's name.
func ForSubstitute(k *world.Setup, r game.Realm) string {
	return phrase.Capital(wording.Words(r.Lang).Say(phrase.P("report-stands", Called(k, r)))) + "\n\n"
}

// ReportEntry is a letter with a stored report, by reference.
func ReportEntry(k *world.Setup, r game.Realm, turn int, to string) outbox.Message {
	return outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReport, Realm: r.Number, Turn: turn, To: to},
		ToName: r.Player, Charset: outbox.Charset(r.Computer), Zip: r.Zip}
}

// About tells newcomers which game this is and how its turns follow each other. It names the words they can send to
// get its rules and other help.
func About(k *world.Setup, t *wording.Text, r game.Realm) {
	aboutGame(k, t)
	aboutWords(k, t, r)
}

func aboutGame(k *world.Setup, t *wording.Text) {
	words := k.Rules.Words(t.Book.Lang)
	t.Say("about-game", phrase.Str("game", words.T("game")), phrase.Str("turns", words.T("game-turns")))
}

func aboutWords(k *world.Setup, t *wording.Text, r game.Realm) {
	rules := 0
	if HasRules(k, t.Book.Lang) {
		rules = 1
	}
	t.Say("about-words", phrase.Str("address", k.Settings.Address), phrase.Num("rules", rules))
	if k.Settings.Press != world.PressOff {
		t.Say("about-letters", Another(r))
	}
}

// RulesOf are the rules of the game, for its players; "": there are none that can be sent.
func RulesOf(k *world.Setup, lang phrase.Lang) string {
	if !HasRules(k, lang) {
		return ""
	}
	return k.Settings.Book(k.Rules.Name(), lang)()
}

// HasRules reports whether there are rules that can be sent.
func HasRules(k *world.Setup, lang phrase.Lang) bool {
	return k.Settings.Book != nil && k.Settings.Book(k.Rules.Name(), lang) != nil
}

// HelpRow is the row of HELP about a word.
func HelpRow(k *world.Setup, b *phrase.Book, word letter.Service, more ...phrase.Arg) string {
	chapters := 1
	if k.Settings.Rule == nil {
		chapters = 0
	}
	return b.Say(phrase.P("help-row."+string(word), append(more, phrase.Num("chapters", chapters))...))
}

// Another is the number of a realm that is not the reader's own, as an example.
func Another(r game.Realm) phrase.Arg {
	return phrase.Num("realm", map[bool]int{true: 2, false: 1}[r.Number == 1])
}

// Closing is the closing of a realm's report that is sent while a turn awaits orders.
func Closing(d world.Session, r game.Realm) (closing, error) {
	p := d.World.Schedule(d.Tx, d.Current)
	return Closings(d, d.Current.World, p.Deadline, p.Moves)(r), nil
}

// QueueNotices sends the game master the notices of a turn in one letter: messages from players, and alarms of the
// rules.
func QueueNotices(d world.Session, state game.World, turn int, notices []game.Notice) {
	if len(notices) == 0 {
		return
	}
	t := &wording.Text{Book: wording.Words(d.World.Settings.Lang)}
	t.Say("notices", phrase.Num("turn", turn), phrase.Num("n", len(notices)))
	rules, names := d.World.Rules.Words(d.World.Settings.Lang), []int(nil)
	for _, n := range notices {
		if n.Realm == 0 {
			t.Head("notice-alarm")
		} else {
			r, _ := chronicle.Realm(state, n.Realm)
			t.Head("notice-from", phrase.Num("realm", n.Realm), phrase.Str("name", r.Name),
				phrase.Str("player", r.Player))
		}
		if n.What.Code != "" {
			t.Line(rules.Say(n.What))
		}
		if n.Realm != 0 && !slices.Contains(names, n.Realm) {
			names = append(names, n.Realm)
		}
		if n.Text != "" {
			t.Quote(n.Text)
		}
	}
	d.World.ToMaster.Say(d.Tx, phrase.P("subject.notices", phrase.Num("turn", turn), phrase.Num("n", len(notices))),
		outbox.Notice{At: d.At, Turn: turn, Text: t.Body.String(), Names: names})
}

// In every second report a line names something that its player can use and has not used yet: a word of the machine, or a
// setting of the game's reports.

// shownUnused are the words of the machine that it may name. The words that a realm has used are recorded by these names,
// and its settings by their names with a `$` before them.
var shownUnused = []letter.Service{letter.Rulebooks, letter.Templates}

// SettingUsed returns the name under which a setting is recorded as used.
func SettingUsed(setting string) string { return "$" + setting }

// unused returns that line of the letter with a realm's report of a turn.
func unused(k *world.Setup, end closing, r game.Realm, rec roster.RealmRecord, turn int) string {
	if turn == 0 || turn%2 != 0 || r.Fallen || end.asked.Over {
		return ""
	}
	b := wording.Words(r.Lang)
	for _, s := range shownUnused {
		if !slices.Contains(rec.Used, string(s)) && (s != letter.Rulebooks || HasRules(k, r.Lang)) {
			return b.Say(phrase.P("unused-word", phrase.Str("row", strings.TrimSpace(HelpRow(k, b, s))))) + "\n"
		}
	}
	for _, a := range end.next.Adjustments(r.Number) {
		if !slices.Contains(rec.Used, SettingUsed(a.Setting)) {
			return b.Say(phrase.P("unused-setting", phrase.Str("row", k.Rules.Words(r.Lang).Say(a.Line)))) + "\n"
		}
	}
	return ""
}

// Used records that a realm's player has used a word or a setting. The record belongs to the player: somebody who
// takes the realm over has used nothing yet.
func Used(tx *store.Tx, realm int, name string) error {
	if !slices.Contains(shownUnused, letter.Service(name)) && name[0] != '$' {
		return nil
	}
	rec, _ := roster.Get(tx, realm)
	if rec.Vacant() || slices.Contains(rec.Used, name) {
		return nil
	}
	_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Used = append(r.Used, name) })
	return err
}

// Closes returns the arguments that say when a game is to be closed: the turn, or, if that is 0, the time.
func Closes(k *world.Setup, book *phrase.Book, c *chronicle.Closure) []phrase.Arg {
	when := ""
	if !c.Due.IsZero() {
		when = wording.Moment(book, c.Due.In(k.Settings.Zone))
	}
	return []phrase.Arg{phrase.Num("turn", c.After), phrase.Str("when", when)}
}

// Cites adds that receipts cite the rules by number, if those of the game do.
func Cites(t *wording.Text, rb game.Rulebook) {
	if words := rb.Words(t.Book.Lang); words.Has("game-cites") {
		t.Line(words.T("game-cites"))
	}
}
