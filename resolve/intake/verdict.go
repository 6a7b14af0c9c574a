package intake

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/verdict"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// verdict has the rules judge the letter with all its files. It also has them judge what would be in force after it:
// with the stored files alone, and with what stays of the earlier letter, whose lines are counted too.
func (l *orderLetter) verdict() (*world.Ending, error) {
	later := l.sheetOf(append(slices.Clip(l.files.kept), l.files.rest...))
	err := store.Guarded(func() {
		l.judged = verdict.Alone(l.Current.World, l.World.Rules.Language(), l.from.File, later)
		later.Files = l.files.kept
		l.follow(later)
		l.Fresh.Sheet = l.alone(l.Fresh.Sheet)
	})
	if l.heardAbove() || l.elsewhere() {
		l.judged.Checked.Problems = withoutHeard(l.judged.Checked.Problems)
	}
	return nil, err
}

// before are the orders in force until now. Those that the game master brings back come as they were, not as a letter
// after the last one.
func (l *orderLetter) before() verdict.Earlier {
	if l.back {
		return verdict.Earlier{}
	}
	return verdict.Earlier{Before: game.Before{Sheet: l.Earlier.Sheet, Spoken: l.Earlier.Spoken}, Stands: l.replaces,
		Counts: l.Earlier.Good + l.Earlier.Partial}
}

// follow finds out what is in force after the letter: its own text, or something of the earlier sheet as well.
func (l *orderLetter) follow(later game.Sheet) {
	language := l.World.Rules.Language()
	after, stands := l.judged.Follow(l.Current.World, language, l.before(), later)
	l.After, l.Fresh.Good, l.Fresh.Bad, l.Fresh.Partial = after, stands.Good, stands.Bad, stands.Partial
	if l.back {
		l.After.News = nil
	}
	l.Fresh.Sheet = l.After.Sheet
	switch {
	case l.back:
		l.Fresh.Wishes = l.begun.Wishes
	case !l.After.Whole:
		l.Fresh.Wishes = l.Earlier.Wishes
	}
	if l.After.News != nil {
		l.Fresh.Ahead = l.Earlier.Ahead
		l.Fresh.Void = slices.DeleteFunc(slices.Clone(l.Earlier.Void), // what was said has other numbers now
			func(line int) bool { return l.After.Spoken > 0 && line >= l.After.Spoken })
	}
	l.speech(&l.Fresh)
	file := l.Fresh.Sheet.Orders(language)
	l.Fresh.Draft, _ = file.Says(orders.Draft)
	wish(file, orders.Template, &l.Fresh.Template)
	wish(file, orders.Picture, &l.Fresh.Picture)
	wish(file, orders.Data, &l.Fresh.Data)
	wish(file, orders.Table, &l.Fresh.Table)
	wish(file, orders.Tale, &l.Fresh.Tale)
	wish(file, orders.Advice, &l.Fresh.Advice)
}

// speech records which lines of a sheet letters that only speak have said, and which letter brought its orders.
func (l *orderLetter) speech(sheet *sheets.Sheet) {
	switch sheet.Spoken = l.After.Spoken; {
	case l.After.News != nil:
		sheet.Ordered = l.Earlier.By()
	case sheet.Spoken > 0:
		sheet.Ordered = sheets.Ordered{Letter: l.from.Hash(), At: l.At.UTC().Round(0)}
	default: // perhaps it was stored with what was said
		sheet.Spoken, sheet.Ordered = l.begun.Spoken, l.begun.Ordered
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
func (l *orderLetter) heardAbove() bool {
	above, _ := l.from.Around()
	return above != "" && (!l.heard.Went.IsZero() || l.heard.Reply.Code != "" && l.heard.Reply.Code != tooShort)
}

// elsewhere reports whether the receipt goes to another address than the letter's. It has nothing of its writer's words.
func (l *orderLetter) elsewhere() bool { return !l.registered && !l.byHand }

// withoutHeard removes the problem that text above the orders does not count.
func withoutHeard(problems []orders.Problem) (kept []orders.Problem) {
	for _, p := range problems {
		if p.What.Code != orders.BeforeSections {
			kept = append(kept, p)
		}
	}
	return kept
}

// sheetOf returns the letter's sheet. It has parsed orders if its text is the one that was studied.
func (l *orderLetter) sheetOf(files []game.File) game.Sheet {
	sheet := game.Sheet{Realm: l.realm, Turn: l.Current.Turn, Text: l.from.Text, Files: files}
	if l.from.Clean != nil {
		sheet = sheet.Read(l.World.Rules.Language(), l.from.Clean)
	}
	return sheet
}

// alone returns a sheet without the words beside its orders. Those are for a person, and the turn's hash covers a
// sheet for ever.
func (l *orderLetter) alone(sheet game.Sheet) game.Sheet {
	language := l.World.Rules.Language()
	text, file := sheet.Orders(language).Alone(sheet.Text)
	if text == sheet.Text {
		return sheet
	}
	sheet.Text = text
	return sheet.Read(language, file)
}

// Preview returns what a receipt would say about a realm's orders, and stores nothing. Orders for a later turn are only
// read, as when they come by mail. Orders that are already in force play no part.
func Preview(w *world.World, number int, text string) (said verdict.Verdict, err error) {
	err = w.Ask(number, func(c chronicle.Current) {
		language := w.Rules.Language()
		text = language.Ours(text)
		file := language.Parse(text)
		clean := secrets.Scrub(text, file.Identity)
		if id := file.Identity; id != nil && id.Turn > c.Turn {
			said = verdict.Ahead(file, clean, id.Turn, c.Turn)
			return
		}
		later := game.Sheet{Realm: number, Turn: c.Turn, Text: clean}.Read(language, language.Parse(clean))
		said = verdict.Judge(c.World, language, file, game.Before{}, later)
	})
	return said, err
}

// fruitless ends the steps of a letter that replaces nothing. The receipt says what stays in force.
func (l *orderLetter) fruitless() (*world.Ending, error) {
	if l.back {
		return nil, nil
	}
	said := l.judged
	err := store.Guarded(func() { said.Keep(l.Current.World, l.before(), l.Fresh.Sheet) })
	if err != nil || said.Kept == "" {
		return nil, err
	}
	r := l.receipt(receipt.Acceptance{Fate: receipt.Kept, Reason: phrase.P(said.Kept), Lines: said.Lines,
		Checked: said.Checked})
	if l.replaces {
		r.Stood = l.Earlier
	}
	return l.sendReceipt(r)
}

// putInForce puts the orders in force, and tells everybody whom that concerns.
func (l *orderLetter) putInForce() (*world.Ending, error) {
	before, err := crossings(l.Session)
	if err != nil {
		return nil, err
	}
	l.Fresh.Letter, l.Fresh.At = cmp.Or(l.begun.Letter, l.from.Hash()), l.At.UTC().Round(0)
	l.Fresh.Stored = l.Earlier.Stored + l.files.size
	if l.Fresh.Ahead = l.Fresh.Ahead || !l.begun.At.IsZero(); l.After.Whole {
		l.Fresh.Void = l.void()
	}
	if l.pressed, err = l.press(); err != nil {
		return nil, err
	}
	l.acts()
	if l.put(); !l.replaces {
		correspondence.Begun(l.Tx, l.At, l.realm)
	}
	if err := l.compare(before); err != nil {
		return nil, err
	}
	// At once, each text once a turn. Beyond the limit, they go with the turn.
	l.went = requests.QuestionOf(l.from, l.realm).Mail(l.rec, l.Current.Turn, "letters-from", l.judged.Checked.Letters)
	if l.takesBack() {
		if err := players.TakesBack(l.Session, l.realm, logbook.Player); err != nil {
			return nil, err
		}
	}
	return nil, l.usedSettings()
}

// takesBack reports whether a player orders whose realm the machine played.
func (l *orderLetter) takesBack() bool { return l.rec.Bot != nil && !l.byHand && !l.Fresh.OnlySpeaks() }

// put stores the sheet in place of the earlier one. If there was none before that, nothing comes in its place.
func (l *orderLetter) put() {
	if l.replaces {
		sheets.Replace(l.Tx, l.Earlier)
	}
	if l.former != nil {
		sheets.DropReplaced(l.Tx, l.former)
	}
	if l.back && l.former == nil {
		sheets.Remove(l.Tx, l.Current.Turn, l.realm)
		l.World.Cache.Unlist()
		return
	}
	l.World.Cache.Put(l.Tx, l.Fresh)
}

// void returns the letter's lines that do not count at all, sorted.
func (l *orderLetter) void() (void []int) {
	for _, p := range l.judged.Checked.Problems {
		if k := l.judged.Lines.Kind(p); k == "error" || k == "not-yet" {
			void = append(void, p.Line)
		}
	}
	slices.Sort(void)
	return slices.Compact(void)
}

// usedSettings records which settings the letter's orders use. What the game master sends on a player's behalf does
// not count.
func (l *orderLetter) usedSettings() error {
	if l.byHand || l.realm == 0 {
		return nil
	}
	if l.rec.Idle {
		if err := players.BackAgain(l.Tx, l.realm); err != nil {
			return err
		}
	}
	for _, a := range l.Current.World.Adjustments(l.realm) {
		if !slices.ContainsFunc(l.from.File.Lines, func(line orders.Line) bool { return a.Uses(line.Order) }) {
			continue
		}
		if err := notices.Used(l.Tx, l.realm, notices.SettingUsed(a.Setting)); err != nil {
			return err
		}
	}
	return nil
}

// answer answers a letter whose orders are in force.
func (l *orderLetter) answer() (*world.Ending, error) {
	r := l.receipt(receipt.Acceptance{Fate: receipt.Taken, Lines: l.judged.Lines, Checked: l.judged.Checked,
		Replaced: l.replacesOrders(), Former: l.back, Withdrawn: l.back && l.former == nil})
	r.Sheet, r.Went, r.Press, r.TookBack = &l.Sheet, l.went, l.pressed, l.takesBack()
	r.Machine = l.rec.Bot != nil && l.Fresh.OnlySpeaks()
	return l.sendReceipt(r)
}

// replacesOrders reports whether the letter replaces orders, and not only what letters have said.
func (l *orderLetter) replacesOrders() bool {
	return l.replaces && l.After.News == nil && l.Earlier.Spoken != 1
}

// receipt begins the receipt for the letter.
func (l *orderLetter) receipt(of receipt.Acceptance) receipt.Receipt {
	of.Realm, of.ByHand = l.realm, l.byHand
	return receipt.Receipt{Acceptance: of, Registered: l.registered, ToPlayers: l.toPlayers, Waited: l.begun.At,
		Besides: l.heard}
}

// sendReceipt sends the receipt for an author's letter. It goes to the sender if the address is the realm's. Otherwise it
// goes to the realm's first address, and the sender is only told the verdict. The player did not write what the game
// master has entered. So they hear of it only if it is in force; otherwise the terminal shows it.
func (l *orderLetter) sendReceipt(r receipt.Receipt) (*world.Ending, error) {
	home, aside := "", ""
	switch {
	case l.byHand && r.Fate != receipt.Taken:
		return l.from.Ended(r.Acceptance), nil
	case len(l.rec.Mail) > 0:
		home = l.rec.Mail[0]
	}
	switch {
	case !l.from.Letter.MayAnswer || l.byHand || address.Proper(l.from.Letter.From) != nil:
	case l.registered:
		home = l.from.Letter.From
	case !l.from.Letter.Bulk:
		aside = l.from.Letter.From
	}
	return l.from.Answer(r, home, aside, limits.Receipts)
}
