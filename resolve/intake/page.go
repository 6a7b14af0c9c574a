package intake

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/requests"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Letters from the page: a key of a realm has opened them, so they come from whoever has its link, or its door. Nobody
// else can write one. Step atDoor is in the place of all by which a mail proves itself.

// PageLetter is a letter as the page has sealed it.
type PageLetter struct {
	Page    string `json:"page"` // the version of the page, which whoever serves it compares
	Subject string `json:"subject"`
	Text    string `json:"text"`
	Keep    bool   `json:"keep"` // asks for the key of the door
	Ask     bool   `json:"ask"`  // asks for a code by mail, and nothing else
	Code    string `json:"code"` // as it was typed: it opens the door, and nothing else

	key  notices.Key
	hash [sha256.Size]byte
}

// OpenPage opens a letter that was posted to the file of a key; ok is false if it was sealed for another one, or is no
// letter. It looks at no store.
func OpenPage(key notices.Key, sealed []byte) (l PageLetter, ok bool) {
	plain, ok := key.Opens.OpenLetter(sealed)
	if !ok || key.Mail == "" || !utf8.Valid(plain) { // anybody has the zero key
		return l, false
	}
	in := json.NewDecoder(bytes.NewReader(plain))
	in.DisallowUnknownFields()
	if in.Decode(&l) != nil {
		return l, false
	}
	_, more := in.Token()
	if more != io.EOF || len(l.Subject) > longestSubject || strings.ContainsFunc(l.Subject, unicode.IsControl) {
		return l, false
	}
	l.key, l.hash = key, sha256.Sum256(sealed)
	return l, true
}

// longestSubject is how many bytes a subject may have. The page writes a word and names into it.
const longestSubject = 200

// PageAnswer is what the page hears of a letter.
type PageAnswer struct {
	Fate    receipt.Fate `json:"fate"`
	Turn    int          `json:"turn,omitempty"` // the one that awaits orders
	For     int          `json:"for,omitempty"`  // the later one that they are kept for
	Good    int          `json:"good,omitempty"`
	Partial int          `json:"partial,omitempty"`
	Bad     int          `json:"bad,omitempty"`
	Later   int          `json:"later,omitempty"` // lines that the game has no use for yet
	Said    string       `json:"said,omitempty"`  // the receipt, or why there is none
	To      string       `json:"to,omitempty"`    // where an answer goes by mail, masked; "": none goes
	Door    string       `json:"door,omitempty"`  // the door's key, if the page asks for it and the password was right
	Again   bool         `json:"again,omitempty"` // the same sealed letter came before: Fate is what became of it then
}

// Seal seals the answer to a letter.
func (a PageAnswer) Seal(l PageLetter) []byte {
	return l.key.Opens.SealAnswer(store.MustJSON(a), l.hash)
}

// ErrKey says that a letter's key opens nothing any more: there is another turn, password or player since it was found.
var ErrKey = errors.New("the key has ended")

// errNothing says that nothing is done for who has a link alone, and errSigned that the world trusts nothing but signed
// mail. Nothing is stored.
var (
	errNothing = errors.New("a link alone")
	errSigned  = errors.New("only signed mail counts")
)

// AcceptPage takes a letter from the page in, as Accept does one by mail from the address of whoever plays by its key.
// The receipt goes there, too. The same sealed letter does nothing when it comes again. If the fate is Undecided,
// nothing is stored, since a turn is held: the letter must be handed in again later. So it must after any error but
// ErrKey. If the rules fail at it, it is refused, and the game master gets it.
func AcceptPage(w *world.World, l PageLetter, arrived, now time.Time) (PageAnswer, error) {
	var door string
	mail := written(l.key, l.hash, l.Subject, l.Text, arrived)
	a, err := take(w, mail, now, func(d world.Session, read sender.Content) (*world.Ending, error) {
		at := posted(d, read, l.key)
		at.code = typed(l.Code)
		end, err := at.through(l.way())
		if door = ""; (l.Keep || l.Code != "") && at.from.Shown {
			door = at.door.String()
		}
		return end, err
	})
	answer := PageAnswer{Fate: a.Fate, Turn: a.Turn, For: a.For, Good: a.Good, Partial: a.Partial, Bad: a.Bad,
		Later: a.NotYet, Said: a.Said, Door: door}
	if a.Answered {
		answer.To = masked(l.key.Mail)
	}
	switch {
	case errors.Is(err, faults.ErrTurnHeld):
		return PageAnswer{Fate: receipt.Undecided}, nil
	case errors.Is(err, errNothing):
		return PageAnswer{Fate: receipt.Unidentified}, nil
	case errors.Is(err, errSigned):
		return PageAnswer{Fate: receipt.Unproven, Said: l.says(w, phrase.P("page-signed"))}, nil
	case errors.Is(err, faults.ErrRules):
		return l.failed(w, err, arrived, now)
	case err != nil:
		return PageAnswer{}, err
	case a.Fate == receipt.Known:
		return l.before(w)
	}
	return answer, nil
}

// written is a letter from the page as one by mail.
func written(k notices.Key, hash [sha256.Size]byte, subject, text string, arrived time.Time) letter.Letter {
	return letter.Letter{Texts: letter.Texts{Text: text}, Hash: hash, Door: k.Door, From: k.Mail, Subject: subject,
		Part: "body", Charset: "UTF-8", MayAnswer: true, Arrived: arrived}
}

// posted is such a letter before its first step.
func posted(d world.Session, read sender.Content, k notices.Key) *orderLetter {
	l := letterOf(sender.FromPage(d, read, requests.Words(), k.Realm))
	l.key, l.realm, l.registered = k, k.Realm, true
	l.rec, _ = l.from.RecordOf(l.realm)
	return l
}

// before is the answer to a letter that came before: what became of it, if that answer was lost. Its orders may have been
// followed by others; then it is Known.
func (l PageLetter) before(w *world.World) (a PageAnswer, err error) {
	err = w.View(func(tx *store.Tx) error {
		was, _ := received.Get(tx, l.hash[:])
		a = PageAnswer{Fate: was.Fate, Turn: was.Turn, Again: true}
		if was.Fate != receipt.Taken {
			return nil
		}
		sheet, found := w.Cache.Sheet(tx, was.Turn, l.key.Realm)
		if !found || sheet.Letter != hex.EncodeToString(l.hash[:]) {
			a.Fate = receipt.Known
			return nil
		}
		a.Good, a.Bad = sheet.Good, sheet.Bad
		keys, err := notices.KeysOf(tx, l.key.Realm)
		for _, k := range keys {
			if l.Keep && k.Door == letter.ByDoor && k.Mail == l.key.Mail {
				a.Door = k.Opens.String()
			}
		}
		return err
	})
	return a, err
}

// Nothing is the sealed answer to a letter that does nothing, since a link alone is not enough: no store is asked for that.
func (l PageLetter) Nothing() (answer []byte, is bool) {
	if l.key.Door != letter.ByLink || l.Ask || l.Code != "" || strings.Contains(l.Text, "$") {
		return nil, false
	}
	return PageAnswer{Fate: receipt.Unidentified}.Seal(l), true
}

// failed refuses a letter at which the rules fail. By mail it would be put aside for the game master, who gets it here:
// one by one up to the same limit.
func (l PageLetter) failed(w *world.World, why error, arrived, now time.Time) (PageAnswer, error) {
	a := PageAnswer{Fate: receipt.Refused, Said: l.says(w, phrase.P("page-fault"))}
	return a, w.Update(func(tx *store.Tx) error {
		a.Turn = store.Turn(tx)
		received.Put(tx, l.hash[:], received.Letter{From: l.key.Mail, Door: l.key.Door, Arrived: arrived.UTC(),
			Stored: now.UTC(), Fate: a.Fate, Reason: "page-fault", Realm: l.key.Realm, Turn: a.Turn})
		tell, more := limits.MailsAside.CountReport(tx, now)
		t := &wording.Text{Book: wording.Words(w.Settings.Lang)}
		if more {
			t.Say("page-fault-more", phrase.Num("n", limits.MailsAside.Most()))
		} else {
			reason, _, _ := strings.Cut(faults.Detail(why), "\n")
			t.Say("page-fault-master", phrase.Num("realm", l.key.Realm), phrase.Str("why", reason))
			t.Line("")
			t.Quote(wording.Clipped(secrets.MaskLikely(secrets.Scrub(l.Text, nil)), letter.QuestionShown))
		}
		if tell {
			words := strings.TrimSuffix(t.Body.String(), "\n")
			w.ToMaster.Alarm(tx, outbox.OrdersFailed, words, now, l.key.Realm)
		}
		return nil
	})
}

// says says something in the language of the letter's realm.
func (l PageLetter) says(w *world.World, what phrase.Phrase) (said string) {
	lang := w.Settings.Lang
	_ = w.Ask(l.key.Realm, func(c chronicle.Current) {
		if here, _ := c.Realm(l.key.Realm); here.Lang != "" {
			lang = here.Lang
		}
	})
	return wording.Words(lang).Say(what)
}

// masked shows so much of an address that its owner knows which it is. Whoever has a link may be somebody else.
func masked(mail string) string {
	_, first := utf8.DecodeRuneInString(mail)
	return mail[:first] + "…@…"
}

// pageWay is the steps of a letter from the page, until those of orders.
var pageWay = []step{
	(*orderLetter).atDoor,    // by a link it needs the password
	(*orderLetter).practises, // the rest as by mail: see lettersWay
	(*orderLetter).orders,
	(*orderLetter).asks,
	(*orderLetter).besides,
}

// atDoor is first: who has only the link to a table has not been let in, and nobody is asked, told or served anything
// before the password is right. Wrong ones are counted for the realm.
func (l *orderLetter) atDoor() (*world.Ending, error) {
	if err := l.stillOpens(); err != nil {
		return nil, err
	}
	id, byLink := l.from.File.Identity, l.key.Door == letter.ByLink
	switch auth := l.World.Settings.AuthInForce(); {
	case byLink && auth != world.ByPassword && auth != world.ByEither: // a code opens the door
		return nil, errSigned
	case byLink && (id == nil || id.Realm != l.realm || letter.ExampleWord(id.Password)):
		return nil, errNothing
	case byLink && l.guessed():
		return l.alarm(receipt.Throttled, phrase.P("throttled-page"), l.key.Mail, limits.Throttles)
	case byLink && !l.from.PasswordFits(l.realm, l.rec, id.Password):
		limits.LinkGuesses.Count(l.Tx, l.At, limits.OfRealm(l.realm))
		return l.alarm(receipt.WrongWord, phrase.P("wrong-password-page"), l.key.Mail, limits.Alarms)
	case id != nil && id.Realm != l.realm:
		return notYours(l.from, id.Realm)
	}
	if byLink {
		l.from.Content = l.from.Remarked(l.spelling()...)
	}
	var err error
	l.door, _, err = secrets.DoorFor(l.Tx, l.realm, l.rec.Salt)
	l.enters()
	return nil, err
}

// guessed reports whether so many wrong passwords and codes came by a realm's link that no more are tried.
func (l *orderLetter) guessed() bool {
	return limits.LinkGuesses.Counted(l.Tx, l.At, limits.OfRealm(l.realm)) >= limits.LinkGuesses.Most()
}

// stillOpens finds fault with a key that was found in another transaction, and opens nothing any more.
func (l *orderLetter) stillOpens() error {
	counts, err := l.key.Counts(l.Tx)
	if err == nil && !counts {
		err = ErrKey
	}
	return err
}

// enters says that whoever plays the realm has written the letter.
func (l *orderLetter) enters() {
	l.from.Shown = true
	if l.from.File.Identity != nil {
		l.turn = l.turnForPassword()
	}
	l.meant = requests.IntentOf(l.from, l.from.Own, l.from.Said(), false)
}
