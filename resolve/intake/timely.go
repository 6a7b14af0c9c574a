package intake

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// timely finds the sheet that the orders replace, the one in force or the one that is stored for a later turn, and the
// files that go with them. It ends the steps of orders that come too late or too early or were overtaken, and of those
// for which there is no room.
func (l *orderLetter) timely() (*world.Ending, error) {
	l.Earlier, l.replaces = l.replaced()
	stored := l.Earlier.Stored // what letters of this turn have brought into the store, or of all later turns together
	if l.ahead() {
		_, stored = sheets.LaterOf(l.Tx, l.realm)
	}
	read, files, err := parted(l.from, stored, l.byHand)
	if err != nil {
		return nil, err
	}
	l.files, l.from.Content = files, understood(l.from.Content, files.kept)
	if why := untimely(l.Current, l.realm, l.turn, l.from.Text); why.Code != "" {
		return l.refused(why)
	}
	rec, _ := roster.Get(l.Tx, l.realm) // l.rec may have the substitute in the player's place
	if s := rec.Standing(l.Current.Turn); rec.StandsIn(l.from.Letter.From, l.Current.Turn) && s.Until < l.turn {
		return l.refused(phrase.P("substitute-ahead", phrase.Num("turn", l.turn), phrase.Num("until", s.Until)))
	}
	if l.overtaken() {
		return l.refused(phrase.P("overtaken"))
	}
	l.from.Content = read
	switch {
	case l.stays():
		return l.from.Ended(receipt.Acceptance{Fate: receipt.Known, Realm: l.realm}), nil
	case !l.crowded(stored):
		return nil, nil
	}
	code := "crowded"
	if l.ahead() {
		code = "crowded-ahead"
	}
	return l.refused(phrase.P(code, phrase.Num("most", limits.Stored.Most()>>20), phrase.Num("small", smallText>>10)))
}

// ahead reports whether the orders are for a later turn.
func (l *orderLetter) ahead() bool { return l.turn > l.Current.Turn }

// replaced finds the sheet that the orders replace.
func (l *orderLetter) replaced() (earlier sheets.Sheet, found bool) {
	if l.ahead() {
		return sheets.Later(l.Tx, l.turn, l.realm)
	}
	return l.World.Cache.Sheet(l.Tx, l.Current.Turn, l.realm)
}

// stays reports whether the game master has entered orders for a later turn that are stored for it already.
func (l *orderLetter) stays() bool {
	return l.byHand && l.ahead() && l.Earlier.Text == l.from.Text && slices.EqualFunc(l.Earlier.Files, l.files.kept,
		func(a, b game.File) bool { return a.Name == b.Name && a.Sum == b.Sum })
}

// Untimely says why a letter with orders of this realm for this turn would be refused whatever is in it. Turn 0 is the
// one that awaits orders, and realm 0 is the game master. The phrase is one of Words, and is empty if the letter would
// not be refused.
func Untimely(w *world.World, number, turn int) (why phrase.Phrase, err error) {
	err = w.Ask(number, func(c chronicle.Current) { why = untimely(c, number, turn, "") })
	return why, err
}

// untimely says why orders of this realm for this turn can neither count now nor be stored for later. The phrase is
// empty if they can. Turn 0 is the one that awaits orders.
func untimely(c chronicle.Current, realm, turn int, text string) phrase.Phrase {
	here, _ := c.Realm(realm)
	at := verdict.Now{Asked: c.World.Asked(), Turn: c.Turn, Realm: realm, Fallen: here.Fallen}
	at.OtherPhase = func(text string) (other bool) {
		err := store.Guarded(func() {
			other = c.World.Check(game.Sheet{Realm: realm, Turn: c.Turn, Text: text}).From > 0
		})
		return err == nil && other
	}
	return at.Untimely(turn, text)
}

// refused answers a letter whose orders are refused unread. Its messages to the game master are sent in any case.
func (l *orderLetter) refused(reason phrase.Phrase) (*world.Ending, error) {
	// Beyond the limit, its messages are not sent at all. Nor are those again that were sent in the turn of the orders.
	went := requests.QuestionOf(l.from, l.realm).Mail(l.rec, cmp.Or(l.turn, l.Current.Turn), "letters-from-refused",
		l.toMaster())
	r := l.receipt(receipt.Acceptance{Fate: receipt.Refused, Reason: reason})
	r.Went = went
	return l.sendReceipt(r)
}

// overtaken reports whether the orders that it would replace came with a mail that arrived after this one. An older
// mail that waited for its proof must not replace them. One that only speaks replaces nothing.
func (l *orderLetter) overtaken() bool {
	if l.from.Letter.UID == 0 || l.speaks() {
		return false
	}
	rec, found := l.World.Received.By(l.Tx, l.Earlier.By().Letter)
	return found && rec.UIDValidity == l.from.Letter.UIDValidity && rec.UID > l.from.Letter.UID
}

// speaks reports whether the letter has lines, and none that orders anything.
func (l *orderLetter) speaks() bool {
	f, language := l.from.File, l.World.Rules.Language()
	return len(f.Lines)+len(f.Settings) > 0 &&
		!slices.ContainsFunc(f.Lines, func(line orders.Line) bool { return !language.Speaks(line) })
}

// There is a limit to what a realm's letters of one turn bring into the store: earlier sheets are kept, and five
// backups copy everything. Orders of usual length are always taken.

// smallText is the length in bytes up to which a text is always taken, whatever came before it.
const smallText = 64 << 10

// crowded reports whether there is no room left for the letter's text, which is stored with the letter and as a sheet.
func (l *orderLetter) crowded(stored int) bool {
	return !l.byHand && len(l.from.Text) > smallText && stored+2*len(l.from.Text) > limits.Stored.Most()
}

// attached are a letter's other files.
type attached struct {
	kept []game.File // files that are stored with the sheet
	rest []game.File // files that the game has no use for
	size int         // bytes that the letter brings into the store, including these files
}

// parted divides the letter's other files into those that are stored with the sheet and those that the game has no use
// for. The password is removed from them. Files that the game could use are left out with a remark if they may not be
// stored, or if there is no room. A file that is in the store already needs no room. Files that the game master enters
// have no limit.
func parted(s sender.Sender, stored int, byHand bool) (read sender.Content, f attached, err error) {
	keeper, keeps := chronicle.As[game.AttachmentFilter](s.Current.World)
	hidden := secrets.SecretsOf(s.File.Identity)
	var wanted []game.File
	err = store.Guarded(func() {
		for _, file := range s.Letter.Files {
			file.Name = wording.OneLine(file.Name)
			if keeps && len(file.Data) > 0 && keeper.Keeps(file) {
				wanted = append(wanted, file)
				continue
			}
			file.Name = hidden.Name(file.Name)
			f.rest = append(f.rest, file)
		}
	})
	read = s.Content
	clean, emptied := hidden.Files(wanted)
	for _, name := range emptied {
		read = read.Remarked(phrase.P("note.file-emptied", phrase.Str("word", name)))
	}
	f.size = 2 * len(s.Text)
	for _, file := range clean {
		switch {
		case len(file.Data) == 0:
		case store.HasFile(s.Tx, file.Data):
			f.kept = append(f.kept, file)
		case !byHand && stored+f.size+len(file.Data) > limits.Stored.Most():
			read = read.Remarked(phrase.P("note.file-no-room", phrase.Str("word", file.Name),
				phrase.Num("n", limits.Stored.Most()>>20)))
		default:
			f.kept, f.size = append(f.kept, file), f.size+len(file.Data)
		}
	}
	return understood(read, f.kept), f, err
}

// understood drops remarks that say that files of the game are not text.
func understood(s sender.Content, kept []game.File) sender.Content {
	s.Letter.Notes = slices.DeleteFunc(slices.Clone(s.Letter.Notes), func(n phrase.Phrase) bool {
		if !strings.HasPrefix(n.Code, "note.not-text") {
			return false
		}
		return slices.ContainsFunc(n.Args, func(a phrase.Arg) bool {
			return a.Name == "part" &&
				slices.ContainsFunc(kept, func(f game.File) bool { return strings.HasSuffix(": "+a.S, ": "+f.Name) })
		})
	})
	return s
}
