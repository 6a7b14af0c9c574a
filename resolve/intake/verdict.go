package intake

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/judged"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// verdict is what the rules say of orders. It is made of a submission, and adds which of its lines
// count, and what would be in force with them. Orders without a good line end here.
type verdict struct {
	submission
	checked game.Checked // what would be in force; the problems are the letter's own
	lines   judged.Lines // the letter's own
	fresh   chronicle.SheetRecord
	whole   bool // the sheet in force is the letter's text and nothing of an earlier one
}

// verdict has the rules judge the letter with all its files, and what would be in force after
// it: with the kept files alone and with what stays of the earlier letter, whose lines are
// counted too.
func (s submission) verdict() (verdict, error) {
	v := verdict{submission: s}
	later := s.sheetOf(append(slices.Clip(s.files.kept), s.files.rest...))
	err := store.Guarded(func() {
		v.checked = judged.Check(s.Current.World, s.World.Rules.Language(), later)
		later.Files, v.whole = s.files.kept, true
		v.lines = judged.Count(v.checked, s.file.DroppedErrors)
		v.lines.Good += len(s.file.Settings)
		v.fresh = chronicle.SheetRecord{Sheet: later, Good: v.lines.Good, Bad: v.lines.Bad}
		defer func() { v.fresh.Sheet = s.alone(v.fresh.Sheet) }()
		if !s.replaces {
			return
		}
		if v.fresh.Sheet = s.Current.World.Merge(s.earlier.Sheet, later); v.fresh.Text != later.Text {
			v.whole = false
			checked := s.Current.World.Check(v.fresh.Sheet)
			v.fresh.Good, v.fresh.Bad = judged.Standing(checked)
			v.fresh.Template, v.fresh.Picture = s.earlier.Template, s.earlier.Picture
			v.fresh.Data, v.fresh.Table = s.earlier.Data, s.earlier.Table
			checked.Problems = v.checked.Problems
			v.checked = checked
		}
	})
	v.fresh.Draft, _ = s.file.Says(orders.Draft)
	wish(s.file, orders.Template, &v.fresh.Template)
	wish(s.file, orders.Picture, &v.fresh.Picture)
	wish(s.file, orders.Data, &v.fresh.Data)
	wish(s.file, orders.Table, &v.fresh.Table)
	if s.heard.fate == besidesWent && s.above() != "" {
		v.checked.Problems = withoutHeard(v.checked.Problems)
	}
	return v, err
}

// wish notes what a file says of something that is to come with each report.
func wish(file *orders.File, word string, wished *string) {
	if yes, said := file.Says(word); said && yes {
		*wished = chronicle.With
	} else if said {
		*wished = chronicle.Without
	}
}

// withoutHeard takes the remark that text above the orders does not count from the
// problems of a letter whose text above went to the game master.
func withoutHeard(problems []orders.Problem) (kept []orders.Problem) {
	for _, p := range problems {
		if p.What.Code != "before-sections" {
			kept = append(kept, p)
		}
	}
	return kept
}

// sheetOf is the letter's sheet, with its orders if it is the text that was studied.
func (s submission) sheetOf(files []game.File) game.Sheet {
	sheet := game.Sheet{Realm: s.realm, Turn: s.Current.Turn, Text: s.text, Files: files}
	if found := s.letter.Studied; found.Clean != nil && found.Text == s.text {
		sheet = sheet.Read(s.World.Rules.Language(), found.Clean)
	}
	return sheet
}

// alone is a sheet without the words beside its orders: those are for a person, and the turn's hash covers a
// sheet for ever.
func (s submission) alone(sheet game.Sheet) game.Sheet {
	language := s.World.Rules.Language()
	text, file := sheet.Orders(language).Alone(sheet.Text)
	if text == sheet.Text {
		return sheet
	}
	sheet.Text = text
	return sheet.Read(language, file)
}

// Judge tells what a receipt would say of a realm's orders; nothing is stored. Those for a turn to
// come are only read, as when they come by mail. What is in force already is left out of it.
func Judge(w *world.World, number int, text string) (said judged.Letter, err error) {
	err = w.Ask(number, func(c chronicle.Current) {
		language := w.Rules.Language()
		file := language.Parse(text)
		clean := secrecy.Scrub(text, file.Identity)
		if id := file.Identity; id != nil && id.Turn > c.Turn {
			said = judged.Ahead(file, clean, id.Turn, c.Turn)
			return
		}
		later := game.Sheet{Realm: number, Turn: c.Turn, Text: clean}.Read(language, language.Parse(clean))
		said = judged.Judge(c.World, language, file, game.Sheet{Realm: number, Turn: c.Turn}, later)
	})
	return said, err
}

// acceptance is what became of the letter, with its lines.
func (v verdict) acceptance(fate receipt.Fate) receipt.Acceptance {
	return receipt.Acceptance{Fate: fate, Realm: v.realm, Good: v.lines.Good, Bad: v.lines.Bad, Partial: v.lines.Partial,
		NotYet: v.lines.NotYet, Checked: v.checked}
}

// fruitless tells whether the letter replaces nothing: no line of it counts, and either
// something of the earlier one does or it has lines that are wrong.
func (v verdict) fruitless() bool {
	return v.lines.Good+v.lines.Partial == 0 &&
		(v.replaces && v.earlier.Good+v.earlier.Partial > 0 || v.lines.Bad > 0)
}

// kept answers a file without one good line: it replaces nothing, and the
// receipt tells what stays in force.
func (v verdict) kept() (*world.Ending, error) {
	a := v.acceptance(receipt.Kept)
	a.Reason = phrase.P("no-good-line")
	r := v.receipt(a)
	inForce := game.Sheet{Realm: v.realm, Turn: v.Current.Turn}
	if v.replaces {
		r.Reason = phrase.P("no-good-line-kept")
		if v.lines.Bad == 0 {
			r.Reason = phrase.P("no-order-kept")
		}
		inForce, r.Stood = v.earlier.Sheet, v.earlier
	}
	if err := store.Guarded(func() { r.Checked = v.Current.World.Check(inForce) }); err != nil {
		return nil, err
	}
	r.Checked.Problems, r.Checked.From, r.Lines = v.checked.Problems, v.checked.From, v.lines
	if v.byHand { // who entered it reads it on his terminal; the player wrote none of it
		return r.end(), nil
	}
	return v.receive(r)
}

// sheet is a letter's orders in force. It is made of the verdict, and adds what the letter has
// brought about: how its orders agree with those of others, and what of them was mailed.
type sheet struct {
	verdict
	accord  accord
	went    []receipt.Went // messages to the game master
	pressed receipt.Press  // messages to other players
}

// sheet puts a verdict in force, and tells those whom it concerns.
func (v verdict) sheet() (sheet, error) {
	before, err := crossings(v.submission.author.claim.sender.Session)
	if err != nil {
		return sheet{}, err
	}
	v.fresh.Letter, v.fresh.At, v.fresh.Ahead = v.hash(), v.At.UTC().Round(0), !v.waited.IsZero()
	v.fresh.Stored, v.fresh.Partial, v.fresh.Void = v.files.size, v.lines.Partial, v.void()
	v.put()
	s := sheet{verdict: v}
	if s.accord, err = v.compare(before); err != nil {
		return s, err
	}
	if s.went, err = v.mailLetters(); err != nil {
		return s, err
	}
	if s.pressed, err = v.press(); err != nil {
		return s, err
	}
	return s, v.usedSettings()
}

// put puts the sheet in the place of the earlier one.
func (v verdict) put() {
	key := store.Pair(v.Current.Turn, v.realm)
	if v.replaces {
		chronicle.PutSheet(v.Tx, store.ReplacedBucket,
			append(store.Pair(v.Current.Turn, v.realm), store.U64(store.Bump(v.Tx, "serial"))...), v.earlier)
	}
	v.World.Shelf.KnowSheet(key, chronicle.PutSheet(v.Tx, store.SheetsBucket, key, v.fresh), v.fresh)
	v.World.Shelf.Relist(key, v.fresh)
}

// void are the letter's lines of which nothing counts, sorted. Where the sheet in
// force is not the letter's, nobody knows which they are.
func (v verdict) void() (void []int) {
	if !v.whole {
		return nil
	}
	for _, p := range v.checked.Problems {
		if k := v.lines.Kind(p); k == "error" || k == "not-yet" {
			void = append(void, p.Line)
		}
	}
	slices.Sort(void)
	return slices.Compact(void)
}

// usedSettings notes which settings the letter's orders use. What the game master sends
// in a player's name is no use of his.
func (v verdict) usedSettings() error {
	if v.byHand || v.realm == 0 {
		return nil
	}
	if v.rec.Idle {
		if err := players.BackAgain(v.Tx, v.realm); err != nil {
			return err
		}
	}
	for _, a := range letters.Adjustments(v.Current.World, v.realm) {
		for _, l := range v.file.Lines {
			if !a.Uses(l.Order) {
				continue
			}
			if err := letters.Used(v.Tx, v.realm, letters.SettingUsed(a.Setting)); err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// answer answers a letter whose orders are in force.
func (s sheet) answer() (*world.Ending, error) {
	a := s.acceptance(receipt.Taken)
	a.Replaced = s.replaces
	r := s.receipt(a)
	r.Went, r.Press, r.Lines = s.went, s.pressed, s.lines
	r.Sheet = &receipt.Sheet{Earlier: s.earlier, Fresh: s.fresh, Whole: s.whole, Crossed: s.accord.crossed, Agreed: s.accord.agreed,
		Later: s.accord.later}
	return s.receive(r)
}

// answer is the receipt of a letter, at the desk. It is made of the step that its way ended at, and
// adds how the turn stands after it. It leaves as a letter to the player, within its limit.
type answer struct {
	sender
	receipt.Receipt
}

// receipt is what the sender hears of his letter.
func (s sender) receipt(of receipt.Acceptance) answer {
	of.Turn = s.Current.Turn
	set := s.World.Settings
	return answer{sender: s, Receipt: receipt.Receipt{Acceptance: of, At: s.At,
		Game: receipt.Game{Name: set.Name, Address: set.Address, Zone: set.Zone, Rules: s.World.Rules,
			World: s.Current.World},
		Letter: receipt.Letter{Text: s.text, Part: s.letter.Part, Charset: s.letter.Charset, Notes: s.letter.Notes,
			DroppedErrors: s.file.DroppedErrors, DroppedWarnings: s.file.DroppedWarnings}}}
}

// receipt is the receipt for an author's letter.
func (a author) receipt(of receipt.Acceptance) answer {
	r := a.sender.receipt(of)
	r.Registered, r.ByHand = a.registered, a.byHand
	r.Waited = a.waited
	r.Besides = receipt.Besides{Went: a.heard.at, Refused: a.heard.fate == besidesRefused, Over: a.heard.over}
	return r
}

// receive sends the receipt for an author's letter: to the sender if his address is the realm's,
// else to the realm's first; then the sender is told the verdict alone, aside.
func (a author) receive(r answer) (*world.Ending, error) {
	home, aside := "", ""
	if len(a.rec.Mail) > 0 {
		home = a.rec.Mail[0]
	}
	switch {
	case !a.letter.MayAnswer || a.byHand || roster.ProperMail(a.letter.From) != nil:
	case a.registered:
		home = a.letter.From
	default:
		aside = a.letter.From
	}
	return r.send(home, aside, limits.Receipts)
}

// end ends the way of the letter, with or without an answer.
func (r answer) end() *world.Ending {
	end := r.ended(r.Acceptance)
	end.ByHand = r.ByHand
	return end
}

// send queues the answer, within its limit, and ends the way of the letter. Without an address
// (the game master's own sheet, no gm.mail) there is none.
func (r answer) send(to, aside string, within limits.Limit) (*world.Ending, error) {
	if to == "" || !r.mayAnswer(within, "", r.Realm, to) {
		return r.end(), nil
	}
	r.Answered = true
	here, _ := r.Current.Realm(r.Realm)
	if here.Lang == "" {
		here.Lang = r.World.Settings.Lang
	}
	book := wording.Words(here.Lang)
	r.Here, r.Called = here, letters.Called(r.World.Setup, here)
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: r.Realm, Turn: r.Current.Turn,
		To: to, Subject: r.Subject(book)}, ToName: toName(r.sender.Session, here, to)}
	if !r.Waited.IsZero() {
		e.About = outbox.AboutBegun
	}
	d := outbox.Draft{Answer: true}
	if to == r.letter.From || !r.Fate.Alarms() { // else it is another person's letter, perhaps
		r.thread(&d)
	}
	stands, err := r.World.Overview(r.Tx, r.At, false)
	if err != nil {
		return nil, err
	}
	r.stands(stands)
	if r.Fate.Refuses() {
		if r.Stood, _, err = r.World.Shelf.Sheet(r.Tx, r.Current.Turn, r.Realm); err != nil {
			return nil, err
		}
	}
	if err := store.Guarded(func() {
		if r.Fate.Alarms() && !r.Stood.At.IsZero() {
			r.Checked = r.Current.World.Check(r.Stood.Sheet)
			r.Checked.Problems, r.Checked.From = nil, 0 // those of the letter that counts: its receipt has told them
		}
		d.Text = r.Page(book)
	}); err != nil {
		return nil, err
	}
	if within == limits.Replies && r.lastReply(r.Realm) {
		d.Text += book.T("answers-last") + "\n"
	}
	outbox.In(r.Tx).AddText(e, d, r.At)
	if aside != "" && limits.Verdicts.Allow(r.Tx, r.At, limits.OfMail(aside)) &&
		limits.VerdictsOfOne.Allow(r.Tx, r.At, limits.OfRealm(r.Realm)) {
		// From may be forged, and whoever it is has not asked for pages.
		e.To, e.ToName, e.Stranger = aside, "", true
		first, _, _ := strings.Cut(d.Text, "\n")
		d.Text = first + "\n" + book.T("elsewhere") + "\n"
		outbox.In(r.Tx).AddText(e, d, r.At)
	}
	return r.end(), nil
}

// stands tells the receipt how the turn stands after the letter.
func (r *answer) stands(s world.Overview) {
	r.Next = receipt.Next{Due: s.Ready.Due, Held: s.Ready.Held, Early: s.Ready.Early,
		Waits: s.Ready.Waits.Code, Deadline: s.Ready.Deadline,
		ByDeadline: r.World.GoesByDeadline(r.Current.World), Resumes: s.Schedule.Pause.Until}
}
