package requests

import (
	"cmp"
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// By these names limits know the letter that says what the game is, and a question of somebody unknown.
const (
	presents   letter.Service = "presents"
	asksMaster letter.Service = "asks"
)

// questionQuoted is how many characters of a stranger's question the answer quotes.
const questionQuoted = 400

// Meet answers somebody unknown, whatever they write. They read once a week what this game is. What else they say then,
// or in a later letter, goes to the game master, who answers it as a player's question. Only who asks with HELP or says
// that they would like to play, in a game that takes players, is answered without a proof. So nobody else is written to:
// neither who was forged, nor a list of spammers' victims.
func (p Applicant) Meet(asked letter.Wish, words string) (*world.Ending, error) {
	end := p.from.Ended(receipt.Acceptance{Fate: receipt.Stranger})
	invited, mail := asked.Service != "", limits.OfMail(p.from.Letter.From)
	if !p.answerable() || !invited && len(p.from.Codes) > 0 && !p.answers() { // its code is another's
		return end, nil
	}
	words = p.question(words)
	if invited {
		end = p.from.Served(0, false)
	} else {
		asked, _ = p.from.Vocabulary.Wished(p.from.Letter.Subject, words, nil)
	}
	lang := cmp.Or(asked.Lang, letter.Tongue(p.from.Letter.Subject+"\n"+words), p.World.Settings.Lang)
	if told := p.known() || limits.TurnedAway.Counted(p.Tx, p.At, mail) > 0; told && (!invited || asked.Willing) {
		if words == "" || !p.mayInvite(asksMaster, asked) {
			return end, nil
		}
		p.heard(lang)
	} else {
		if !p.mayPresent(asked, invited) {
			return end, nil
		}
		limits.TurnedAway.Count(p.Tx, p.At, mail)
		if err := p.present(lang, words); err != nil {
			return nil, err
		}
	}
	if end.Answered = true; words != "" {
		end = p.passes(words, lang)
	}
	return end, nil
}

// passes passes words on to the game master, who answers them as a player's question.
func (p Applicant) passes(words string, lang phrase.Lang) *world.Ending {
	p.from.Shown = p.from.Shown || p.from.Letter.Proof.Domain != ""
	q, who := passing(p.from, 0, p.from.Letter.From), p.from.Letter.From
	q.Player, q.Lang = cmp.Or(wording.Cut(p.from.Letter.FromName), who), lang
	if q.Player != who {
		who = q.Player + " <" + who + ">"
	}
	first := "stranger-from"
	if p.joined {
		first = "newcomer-from"
	}
	QuestionOf(p.from, 0).tell(phrase.P(first, phrase.Str("who", who)), q, words)
	return p.from.Ended(receipt.Acceptance{Fate: receipt.PassedOn, Answered: true, Reason: phrase.P(QuestionsPassed)})
}

// answerable reports whether a letter to the sender can reach somebody who plays no part in this game yet.
func (p Applicant) answerable() bool {
	l := p.from.Letter
	return l.MayAnswer && !l.Automatic && !l.Absence && p.World.Playable(l.From) == nil && !p.World.Reserved(l.From) &&
		!sender.IsMaster(p.World.Setup, l.From)
}

// open reports whether the world takes players who ask.
func (p Applicant) open() bool { return p.World.Settings.Signup && !p.Current.World.Asked().Over }

// room is how many players can begin now.
func (p Applicant) room() int {
	n := players.Places(p.World.Setup, p.Current.World)
	if n > 0 && !players.TakesMore(p.Session) {
		n = 0
	}
	return n + len(notices.PressOf(p.World.Setup, p.Tx, p.World.Cache).Free)
}

// mayPresent counts one more letter that says what the game is, and reports whether it is within the limits. Mail that was
// sent to many gets one only for a word.
func (p Applicant) mayPresent(asked letter.Wish, invited bool) bool {
	if p.from.Letter.Bulk && (!invited || asked.Willing) {
		return false
	}
	if invited && p.open() {
		return p.mayInvite(presents, asked)
	}
	proof := p.from.Letter.Proof
	return (proof.Domain != "" || proof.DMARC) && limits.TurnedAwayToAll.Allow(p.Tx, p.At, limits.TheWorld)
}

// readable reports whether the sender is who the letter says. What it says may then be quoted in the answer: otherwise
// anybody could have the game mail their words to anybody.
func (p Applicant) readable() bool { return p.from.Letter.Proof.DMARC || p.proven() }

// question is what the letter asks a person, in its text or else in its subject. It is "" if that is no more than a
// word or a courtesy.
func (p Applicant) question(words string) string {
	if wording.HasSection(p.from.Text) {
		return ""
	}
	words = letter.BeyondCourtesy(words)
	if subject, _ := p.from.TypedSubject(); words == "" && letter.AsksInSubject(subject) {
		words = letter.BareSubject(subject)
	}
	if len(strings.Fields(words)) < 2 && !strings.Contains(words, "?") {
		return ""
	}
	return secrets.Unknown(words)
}

// heard tells somebody unknown that their question is with the game master.
func (p Applicant) heard(lang phrase.Lang) {
	t := &wording.Text{Book: wording.Words(lang)}
	t.Say("stranger-heard")
	if p.open() && !p.joined {
		t.Say("rules-signup", phrase.Str("address", p.World.Settings.Address))
	}
	p.send(roster.Applicant{Mail: p.from.Letter.From}, "subject.stranger-heard", t, outbox.Message{Stranger: true, NullSender: true})
}

// present says what this game is: in general, as it is now, where one can look, and how one joins. It has no more of the
// game than everybody may know.
func (p Applicant) present(lang phrase.Lang, words string) error {
	set := p.World.Settings
	press := notices.PressOf(p.World.Setup, p.Tx, p.World.Cache)
	press.Back, press.Papers = 1, 1
	page, err := notices.PublicPage(p.World.Setup, p.Tx, press, p.Current)
	if err != nil {
		return err
	}
	t, rules := &wording.Text{Book: wording.Words(lang)}, p.World.Rules.Words(lang)
	name := phrase.Str("world", set.Name)
	t.Say("stranger-hello", name, phrase.Str("game", rules.T("game")))
	t.Line("")
	t.Line(rules.T("game-what"))
	t.Line("")
	t.Line(strings.Join(p.state(page, t.Book), " "))
	p.looks(t)
	t.Line("")
	p.joins(t, page)
	if words != "" {
		t.Line("")
		if p.readable() {
			t.Say("stranger-wrote")
			t.Quote(wording.Shortened(sender.WithoutHidden(words), questionQuoted))
		}
		t.Say("stranger-asked")
	}
	t.Line("")
	t.Say("stranger-plays")
	t.Say("stranger-kept")
	p.send(roster.Applicant{Mail: p.from.Letter.From}, "subject.stranger", t, outbox.Message{Stranger: true, NullSender: true})
	return nil
}

// state are sentences about the game as it is now: its turn, its realms, its pace, its languages.
func (p Applicant) state(page public.Page, book *phrase.Book) (says []string) {
	say := func(code string, args ...phrase.Arg) { says = append(says, book.Say(phrase.P(code, args...))) }
	set, at := p.World.Settings, p.World.Settings.Deadline
	if len(page.Public) > 0 && !page.GameOver && page.Title[book.Lang] != "" {
		say("stranger-now", phrase.Str("world", set.Name), phrase.Str("title", page.Title[book.Lang]))
	}
	if s := page.Standings; s != nil && !page.GameOver {
		bots := 0
		for _, row := range s.Rows {
			if row.Bot {
				bots++
			}
		}
		say("stranger-realms", phrase.Num("n", len(s.Rows)), phrase.Num("bots", bots))
		if n := p.room(); n > 0 && set.Places > 0 && p.open() {
			say("stranger-room", phrase.Num("n", n))
		}
	}
	switch {
	case page.GameOver:
	case !p.World.GoesByDeadline(p.Current.World):
		say("stranger-pace-hand")
	case at.Days > 0:
		say("stranger-pace-days", phrase.Num("n", at.Days))
	default:
		say("stranger-pace", phrase.Key("weekday", fmt.Sprintf("weekday.%d", at.Weekday)),
			phrase.Str("time", fmt.Sprintf("%02d:%02d", at.Hour, at.Minute)), phrase.Str("zone", set.Zone.String()))
	}
	if len(page.Public) > 0 && !page.Deadline.IsZero() {
		say("stranger-next", phrase.Str("when", wording.Moment(book, page.Deadline)))
	}
	say("stranger-langs")
	return says
}

// looks says where one can look at the game at once, and play it, without joining.
func (p Applicant) looks(t *wording.Text) {
	url := p.World.Settings.PublicURL
	if len(p.World.Settings.Public) == 0 {
		url = ""
	}
	book := p.open() && notices.HasRules(p.World.Setup, t.Book.Lang)
	if url == "" && !p.World.Practises() && !book {
		return
	}
	t.Head("stranger-look")
	if url != "" {
		t.Say("stranger-page", phrase.Str("url", url))
	}
	if p.World.Practises() {
		t.Say("stranger-practice")
	}
	if book {
		t.Say("stranger-rules")
	}
}

// joins says how one joins, or why not now.
func (p Applicant) joins(t *wording.Text, page public.Page) {
	name, before := phrase.Str("world", p.World.Settings.Name), len(roster.WaitingList(p.Tx))
	switch {
	case page.GameOver && len(page.Public) > 0 && len(page.Winners) > 0:
		t.Say("stranger-won", name, phrase.Str("list", public.Listed(page.Winners)), phrase.Num("n", len(page.Winners)))
	case p.Current.World.Asked().Over:
		t.Say("stranger-over", name)
	case !p.World.Settings.Signup:
		code := "stranger-closed"
		if p.World.Settings.Home != "" {
			code += "-home"
		}
		t.Say(code, phrase.Str("home", p.World.Settings.Home))
	case before >= limits.WaitingMost.Most():
		t.Say("signup-full", name)
	case before > 0 || p.room() == 0:
		t.Say("stranger-list", phrase.Num("n", before))
	default:
		t.Say("stranger-join")
	}
}
