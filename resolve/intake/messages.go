package intake

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// besides passes on what the letter says besides its orders, to exactly one reader. If that has left, the letter has
// acted, whatever its orders are worth.
func (l *orderLetter) besides() (_ *world.Ending, err error) {
	l.from.Content = l.from.Content.StudyWhole(l.World.Setup)
	if !requests.Vouches(l.from, l.registered) {
		return nil, l.aside()
	}
	from := l.from
	from.Own = []int{l.realm}
	meant := requests.IntentOf(from, from.Own, from.Beside(), true)
	toOthers := meant.Reader == letter.Players || meant.Reader == letter.Writer
	if toOthers {
		l.from.Content = l.from.Remarked(requests.Unsent(l.from, l.realm, l.files.rest)...)
	}
	if n := letter.BelowRuler(l.from.File, l.from.Typed); n > 0 && l.from.Letter.InBody() {
		l.from.Content = l.from.Remarked(phrase.P("note.footer-dropped", phrase.Num("n", n)))
	}
	said, mixed := mixed(meant)
	switch {
	case toOthers && l.from.Letter.Automatic:
		l.heard.Reply = phrase.P(requests.LooksAutomatic)
	case mixed:
		l.heard.Reply = said
	case meant.Reader == letter.Players:
		l.heard.Reply, l.says, err = requests.SendBeside(l.from, l.realm, meant.Wish, meant.Words)
	case meant.Reader == letter.Writer:
		l.heard.Reply, err = meant.Answer.Pass(meant.Words)
		l.says = meant.Answer.Later
	case meant.Reader == letter.Master:
		told := meant.Words
		if l.from.Letter.InBody() && l.from.Misread(orders.BeforeSections) { // a problem tells of those above the orders
			_, told = l.from.Around()
		}
		l.heard = asksMaster(l.from, l.realm, l.rec, meant, told)
		l.from.Content = l.from.Remarked(requests.CutOff(meant.Words)...)
	}
	if l.heard.Reply.Code == requests.Passed || !l.heard.Went.IsZero() || len(l.says) > 0 {
		l.acts()
	}
	return nil, err
}

// aside passes on words of which nothing about the orders says whose they are: a line, a file or another mail brought
// the orders of somebody else, or orders that acted before. The words go as they would without the orders, in the name of
// the realms that are played from the address, and once. Whoever plays none there is told that they were sent to
// nobody.
func (l *orderLetter) aside() error {
	own := l.wordsAlone()
	meant := requests.IntentOf(own, own.Own, own.Text, true)
	switch {
	case meant.Reader == letter.Nobody && meant.Words == "":
		return nil
	case len(own.Own) == 0:
		l.heard.Reply = phrase.P("besides-nobody")
		return nil
	}
	_, err := onceOnly(own, func() (*world.Ending, error) {
		end, err := l.conveyed(own, meant)
		if err != nil || end == nil || len(end.Says) == 0 {
			return end, err
		}
		end.Acts = true
		_, err = speaks(own, end, nil)
		return end, err
	})
	return err
}

// conveyed passes words on. Those that go to nobody are told of where the orders are.
func (l *orderLetter) conveyed(own sender.Sender, meant requests.Intent) (*world.Ending, error) {
	realm := own.Own[0]
	end := own.Served(realm, false)
	said, mixed := mixed(meant)
	switch {
	case mixed:
		l.heard.Reply = said
	case own.Letter.Automatic, meant.Reader == letter.Lesson, meant.Reader == letter.Nobody:
		l.heard.Reply = phrase.P("besides-nobody")
	case meant.Reader != letter.Master:
		return requests.Convey(own, meant)
	default:
		rec, _ := own.RecordOf(realm)
		l.heard = asksMaster(own, realm, rec, meant, meant.Words)
		end.Acts = !l.heard.Went.IsZero()
	}
	return end, nil
}

// mixed reports whether words beside orders, for whomever they are, have a section among them, and says so: whose business
// it is, nobody can tell. Of a section alone the orders' own problems tell.
func mixed(meant requests.Intent) (said phrase.Phrase, is bool) {
	is = letter.OpensSection().MatchString(meant.Words)
	if is && letter.Bare(meant.Words) != "" {
		said = phrase.P("besides-section")
	}
	return said, is
}

// wordsAlone returns the letter with nothing but what its writer typed beside the orders. Whatever proves those proves
// nothing about it.
func (l *orderLetter) wordsAlone() sender.Sender {
	own, words := l.from, l.from.Beside()
	if !own.Letter.InBody() {
		words = strings.TrimSpace(own.Typed) // those of a file are in doubt, too
	}
	own.File, own.Form, own.Begun = &orders.File{}, nil, false
	own.Text, own.Typed, own.Clean = words, words, own.File
	own.Letter.Part, own.Letter.Others = "body", false
	own.Proven, own.Shown = "", false
	return own
}

// asksForEnd asks for the end of a message that only the letter's end has ended, and shows where it begins and ends. It also
// asks about lines in messages that may end them.
func (l *orderLetter) asksForEnd() {
	for _, line := range l.from.File.Lines {
		m, is := line.Order.(orders.Message)
		if head := l.mayEnd(m.Text); is && head != "" {
			l.from.Content = l.from.Remarked(phrase.P("note.message-head", phrase.Num("n", line.Line), phrase.Str("word", head)))
		}
		if is && line.Line == l.from.File.Open {
			text := strings.Split(l.from.Unsaid(m.Text, l.realm, l.rec), "\n")
			l.from.Content = l.from.Remarked(phrase.P("note.message-open", phrase.Num("n", line.Line),
				phrase.Str("first", wording.Cut(text[0])), phrase.Str("last", wording.Cut(text[len(text)-1]))))
		}
	}
}

// asksMaster passes words beside orders on to the game master, if they ask something, and says what became of them. told
// are those of which their writer hears if they are too few to be a question, or a YES to no avail.
func asksMaster(s sender.Sender, realm int, rec roster.RealmRecord, meant requests.Intent, told string) (b receipt.Besides) {
	key, t, found := s.Presented(false)
	switch {
	case meant.Wish.Service != letter.Letters && s.Past():
		b.Reply = phrase.P("token-past")
	case meant.Wish.Service == letter.Letters, letter.Asks(meant.Words):
		return requests.QuestionOf(s, realm).Ask(rec, meant.Words)
	case found && t.For != letter.Begins && s.Mine(t) && s.Open(t) && s.Reply(key) == letter.Agrees:
		b.Reply = phrase.P("besides-code")
	case letter.Says(told, requests.Idle(s, []int{realm})) && !letter.OpensSection().MatchString(told):
		b.Reply = phrase.P(tooShort, phrase.Str("words", wording.Cut(s.Unsaid(told, realm, rec))))
	}
	return b
}

// tooShort is the sentence about words beside orders that nobody got.
const tooShort = "besides-short"

// mailAhead mails the messages to the game master in orders for a later turn. What is sent now is not sent again when
// that turn begins.
func (l *orderLetter) mailAhead() []receipt.MessageSent {
	letters := l.toMaster()
	all := requests.QuestionOf(l.from, l.realm).Mail(l.rec, l.turn, "letters-from", letters)
	for i, went := range all {
		if !went.At.IsZero() {
			correspondence.MailedAhead(l.Tx, l.turn, l.realm, letters[i].Text, went.At)
		}
	}
	return all
}

// toMaster returns the messages to the game master in the letter.
func (l *orderLetter) toMaster() (letters []game.MasterMessage) {
	if l.realm == 0 || l.from.File == nil {
		return nil
	}
	for _, line := range l.sheetOf(nil).Orders(l.World.Rules.Language()).Lines {
		if m, ok := line.Order.(orders.Message); ok && m.To == "M" && strings.TrimSpace(m.Text) != "" {
			letters = append(letters, game.MasterMessage{Line: line.Line, Text: m.Text})
		}
	}
	return letters
}

// mayEnd is the first line of a message's text that was perhaps meant to end it, or to begin another one. "": there is none.
func (l *orderLetter) mayEnd(text string) string {
	for _, line := range orders.Split(text) {
		if head := l.World.Rules.Language().MayEnd(line); head != "" {
			return head
		}
	}
	return ""
}

// Presses lists the settings.
var Presses = []world.Press{world.PressTurn, world.PressNow, world.PressOff}

// press passes on the messages of the sheet in force to the players they are for, each once a turn, if the world wants
// that. The reports then have only the others.
func (l *orderLetter) press() (p receipt.Press, err error) {
	if l.Fresh.Passed = nil; l.World.Settings.Press != world.PressNow || l.realm == 0 {
		return p, nil
	}
	p.Muted = l.rec.Muted
	forced, writer := l.judged.Checked.Forced(), requests.WriterOf(l.from, l.realm, l.rec)
	for _, line := range l.Fresh.Orders(l.World.Rules.Language()).Lines {
		m, is := line.Order.(orders.Message)
		if !is || !forced[line.Line] || m.To == "M" || m.To == "G" || strings.TrimSpace(m.Text) == "" {
			continue
		}
		if l.mayEnd(m.Text) != "" {
			p.Unclear++
			continue
		}
		switch fate, err := writer.Pass(m.To, m.Text); {
		case err != nil:
			return p, err
		case fate == requests.Gone:
			p.Now++
		case fate == requests.Before:
			p.Earlier++
		default:
			p.Waiting++
			continue
		}
		l.Fresh.Passed = append(l.Fresh.Passed, line.Line)
	}
	return p, nil
}

// speaks ends the steps of a letter to other players that goes with the turn. Its messages are added to the orders in
// force of the realm, as if they had come in a letter that only speaks. A letter that agrees to ready orders takes the
// steps of these. Its sender is proven. For all other letters it returns their outcome.
func speaks(from sender.Sender, end *world.Ending, err error) (*world.Ending, error) {
	if err != nil || end == nil || len(end.Says) == 0 && end.Ready == "" {
		return end, err
	}
	if end.Ready != "" {
		from.Content = from.Agreed(from.World.Setup, end.Ready)
		return acting(from, end.Realm, false).walk(ordersWay)
	}
	language := from.World.Rules.Language()
	section := slices.IndexFunc(language.Sections, func(s orders.Section) bool { return s.Kind == orders.Messages })
	file := &orders.File{}
	for _, m := range end.Says {
		file.Lines = append(file.Lines, orders.Line{Section: language.Sections[section].Letter, Order: m})
	}
	from.Letter.Files, from.Text, from.Begun = nil, string(language.Print(nil, file)), false
	from.Clean = language.Parse(from.Text)
	from.File = from.Clean
	return acting(from, end.Realm, true).walk(ordersWay)
}

// acting is a letter whose sender is proven to play a realm, and whose orders are ours. toPlayers says that they only speak.
func acting(from sender.Sender, realm int, toPlayers bool) *orderLetter {
	from.Shown = true
	l := letterOf(from)
	l.realm, l.toPlayers = realm, toPlayers
	l.rec, _ = from.RecordOf(realm)
	l.registered = slices.Contains(from.Own, realm)
	return l
}
