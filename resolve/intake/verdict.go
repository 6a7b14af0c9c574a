package intake

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/judged"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/questions"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// verdict has the rules judge the letter with all its files. It also has them judge what would be in force after it:
// with the stored files alone, and with what stays of the earlier letter, whose lines are counted too.
func (v *orderLetter) verdict() (*world.Ending, error) {
	later := v.sheetOf(append(slices.Clip(v.files.kept), v.files.rest...))
	err := store.Guarded(func() {
		v.checked = judged.Check(v.Current.World, v.World.Rules.Language(), later)
		later.Files = v.files.kept
		v.lines = judged.Count(v.checked, v.from.File.DroppedErrors)
		v.lines.Good += len(v.from.File.Settings)
		v.fresh = sheets.Record{Sheet: later, Good: v.lines.Good, Bad: v.lines.Bad}
		v.follow(later)
		v.fresh.Sheet = v.alone(v.fresh.Sheet)
	})
	if v.heardAbove() {
		v.checked.Problems = withoutHeard(v.checked.Problems)
	}
	return nil, err
}

// follow finds out what is in force after the letter: its own text, or something of the earlier sheet as well.
func (v *orderLetter) follow(later game.Sheet) {
	language := v.World.Rules.Language()
	earlier, spoken := v.earlier.Sheet, v.earlier.Spoken
	if v.back {
		earlier, spoken = game.Sheet{}, 0 // they come as they were, not as a letter after the last one
	}
	v.after = game.Follow(v.Current.World, language, v.checked, earlier, spoken, later)
	if v.back {
		v.after.News = nil
	}
	v.checked.Problems = judged.LeftOut(v.after, &v.lines, v.checked.Problems)
	v.fresh.Sheet = v.after.Sheet
	if v.fresh.Text != later.Text {
		checked := v.Current.World.Check(v.fresh.Sheet)
		v.fresh.Good, v.fresh.Bad = judged.Standing(checked)
		v.fresh.Good += len(v.fresh.Sheet.Orders(language).Settings)
		checked.Problems = v.checked.Problems
		v.checked = checked
	}
	switch {
	case v.back:
		v.fresh.Wishes = v.begun.Wishes
	case !v.after.Whole:
		v.fresh.Wishes = v.earlier.Wishes
	}
	if v.after.News != nil {
		v.fresh.Ahead = v.earlier.Ahead
		v.fresh.Void = slices.DeleteFunc(slices.Clone(v.earlier.Void), // what was said has other numbers now
			func(line int) bool { return v.after.Spoken > 0 && line >= v.after.Spoken })
	}
	v.speech(&v.fresh)
	file := v.fresh.Sheet.Orders(language)
	v.fresh.Draft, _ = file.Says(orders.Draft)
	wish(file, orders.Template, &v.fresh.Template)
	wish(file, orders.Picture, &v.fresh.Picture)
	wish(file, orders.Data, &v.fresh.Data)
	wish(file, orders.Table, &v.fresh.Table)
	wish(file, orders.Tale, &v.fresh.Tale)
}

// speech records which lines of a sheet letters that only speak have said, and which letter brought its orders.
func (v *orderLetter) speech(sheet *sheets.Record) {
	switch sheet.Spoken = v.after.Spoken; {
	case v.after.News != nil:
		sheet.Ordered = v.earlier.By()
	case sheet.Spoken > 0:
		sheet.Ordered = sheets.Ordered{Letter: v.from.Hash(), At: v.At.UTC().Round(0)}
	default: // perhaps it was stored with what was said
		sheet.Spoken, sheet.Ordered = v.begun.Spoken, v.begun.Ordered
	}
}

// wish reads what a file says about something that can come with each report.
func wish(file *orders.File, word string, wished *string) {
	if yes, said := file.Says(word); said && yes {
		*wished = sheets.With
	} else if said {
		*wished = sheets.Without
	}
}

// heardAbove reports whether text above the orders was passed on to a person.
func (v *orderLetter) heardAbove() bool {
	return v.reply.Code != "" || v.heard.Fate == questions.BesidesWent && v.from.Above() != ""
}

// withoutHeard removes the problem that text above the orders does not count, if that text was passed on.
func withoutHeard(problems []orders.Problem) (kept []orders.Problem) {
	for _, p := range problems {
		if p.What.Code != orders.BeforeSections {
			kept = append(kept, p)
		}
	}
	return kept
}

// sheetOf returns the letter's sheet. It has parsed orders if its text is the one that was studied.
func (s *orderLetter) sheetOf(files []game.File) game.Sheet {
	sheet := game.Sheet{Realm: s.realm, Turn: s.Current.Turn, Text: s.from.Text, Files: files}
	if found := s.from.Letter.Studied; found.Clean != nil && found.Text == s.from.Text {
		sheet = sheet.Read(s.World.Rules.Language(), found.Clean)
	}
	return sheet
}

// alone returns a sheet without the words beside its orders. Those are for a person, and the turn's hash covers a
// sheet for ever.
func (s *orderLetter) alone(sheet game.Sheet) game.Sheet {
	language := s.World.Rules.Language()
	text, file := sheet.Orders(language).Alone(sheet.Text)
	if text == sheet.Text {
		return sheet
	}
	sheet.Text = text
	return sheet.Read(language, file)
}

// Judge returns what a receipt would say about a realm's orders, and stores nothing. Orders for a later turn are only
// read, as when they come by mail. Orders that are already in force play no part.
func Judge(w *world.World, number int, text string) (said judged.Verdict, err error) {
	err = w.Ask(number, func(c chronicle.Current) {
		language := w.Rules.Language()
		file := language.Parse(text)
		clean := secrets.Scrub(text, file.Identity)
		if id := file.Identity; id != nil && id.Turn > c.Turn {
			said = judged.Ahead(file, clean, id.Turn, c.Turn)
			return
		}
		later := game.Sheet{Realm: number, Turn: c.Turn, Text: clean}.Read(language, language.Parse(clean))
		said = judged.Judge(c.World, language, file, game.Sheet{Realm: number, Turn: c.Turn}, 0, later)
	})
	return said, err
}

// acceptance is what became of the letter, with counts of its lines.
func (v *orderLetter) acceptance(fate receipt.Fate) receipt.Acceptance {
	return receipt.Acceptance{Fate: fate, Realm: v.realm, Good: v.lines.Good, Bad: v.lines.Bad, Partial: v.lines.Partial,
		NotYet: v.lines.NotYet, Checked: v.checked}
}

// fruitless ends the way of a letter that replaces nothing. None of its lines counts, and either some of the earlier
// ones do, or it has lines with errors. The receipt says what stays in force.
func (v *orderLetter) fruitless() (*world.Ending, error) {
	if v.back || v.lines.Good+v.lines.Partial > 0 || v.lines.Bad == 0 && !(v.replaces && v.earlier.Good+v.earlier.Partial > 0) {
		return nil, nil
	}
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
	if v.byHand { // whoever entered it sees it on the terminal; the player did not write it
		return r.End(), nil
	}
	return v.receive(r)
}

// sheet puts the orders in force, and tells everybody whom that concerns.
func (v *orderLetter) sheet() (*world.Ending, error) {
	before, err := crossings(v.Session)
	if err != nil {
		return nil, err
	}
	v.fresh.Letter, v.fresh.At = cmp.Or(v.begun.Letter, v.from.Hash()), v.At.UTC().Round(0)
	v.fresh.Stored = v.files.size
	v.fresh.Partial = v.lines.Partial
	if v.fresh.Ahead = v.fresh.Ahead || !v.begun.At.IsZero(); v.after.Whole {
		v.fresh.Void = v.void()
	}
	if v.pressed, err = v.press(); err != nil {
		return nil, err
	}
	v.put()
	if v.accord, err = v.compare(before); err != nil {
		return nil, err
	}
	if v.went, err = v.mailLetters(); err != nil {
		return nil, err
	}
	if v.takesBack() {
		if err := players.TakesBack(v.Session, v.realm, logbook.Player); err != nil {
			return nil, err
		}
	}
	return nil, v.usedSettings()
}

// takesBack reports whether a player orders whose realm the machine played.
func (v *orderLetter) takesBack() bool { return v.rec.Bot != nil && !v.byHand && !v.fresh.OnlySpeaks() }

// put stores the sheet in place of the earlier one. If there was none before that, nothing comes in its place.
func (v *orderLetter) put() {
	if v.replaces {
		sheets.Replace(v.Tx, v.earlier)
	}
	if v.former != nil {
		sheets.DropReplaced(v.Tx, v.former)
	}
	if v.back && v.former == nil {
		sheets.Remove(v.Tx, v.Current.Turn, v.realm)
		v.World.Shelf.Unlist()
		return
	}
	v.World.Shelf.Put(v.Tx, v.fresh)
}

// void returns the letter's lines that do not count at all, sorted.
func (v *orderLetter) void() (void []int) {
	for _, p := range v.checked.Problems {
		if k := v.lines.Kind(p); k == "error" || k == "not-yet" {
			void = append(void, p.Line)
		}
	}
	slices.Sort(void)
	return slices.Compact(void)
}

// usedSettings records which settings the letter's orders use. What the game master sends on a player's behalf does
// not count.
func (v *orderLetter) usedSettings() error {
	if v.byHand || v.realm == 0 {
		return nil
	}
	if v.rec.Idle {
		if err := players.BackAgain(v.Tx, v.realm); err != nil {
			return err
		}
	}
	for _, a := range letters.Adjustments(v.Current.World, v.realm) {
		for _, l := range v.from.File.Lines {
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
func (s *orderLetter) answer() (*world.Ending, error) {
	a := s.acceptance(receipt.Taken)
	a.Replaced = s.replaces && s.after.News == nil && s.earlier.Spoken != 1
	a.Former, a.Withdrawn = s.back, s.back && s.former == nil
	r := s.receipt(a)
	r.Went, r.Press, r.Lines, r.TookBack = s.went, s.pressed, s.lines, s.takesBack()
	r.Sheet = &receipt.Sheet{Earlier: s.earlier, Fresh: s.fresh, After: s.after, Crossed: s.accord.crossed,
		Agreed: s.accord.agreed, Later: s.accord.later}
	return s.receive(r)
}

// receipt begins the receipt for an author's letter.
func (a *orderLetter) receipt(of receipt.Acceptance) sent.Answer {
	r := a.from.Answer(of)
	r.Registered, r.ByHand, r.ToPlayers = a.registered, a.byHand, a.toPlayers
	r.Waited = a.begun.At
	r.Besides = receipt.Besides{Went: a.heard.At, Refused: a.heard.Fate == questions.BesidesRefused, Over: a.heard.Over,
		Reply: a.reply}
	return r
}

// receive sends the receipt for an author's letter. It goes to the sender if the address is the realm's. Otherwise it
// goes to the realm's first address, and the sender is only told the verdict.
func (a *orderLetter) receive(r sent.Answer) (*world.Ending, error) {
	home, aside := "", ""
	if len(a.rec.Mail) > 0 {
		home = a.rec.Mail[0]
	}
	switch {
	case !a.from.Letter.MayAnswer || a.byHand || roster.ProperMail(a.from.Letter.From) != nil:
	case a.registered:
		home = a.from.Letter.From
	default:
		aside = a.from.Letter.From
	}
	return r.Send(home, aside, limits.Receipts)
}
