// Package letter says what a letter is and what it asks for, and stores nothing. Letter.Texts are a mail's texts as the
// mailer found them, with passwords and codes. They become Parts, and no other package reads the texts. Who gets the
// words beside the orders is decided by one table, Vocabulary.Intent, for players, game masters and strangers
// alike: some of them once had conditions of their own in front of it, and requests were taken for answers.
package letter

import (
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/worlds/game"
)

// Proof is what a letter's signatures say about who sent it. Somebody trusted has checked them: our own mail server,
// or the program itself.
type Proof struct {
	Domain string     // of the signature that proves From; "" if none does
	Marks  [][32]byte // of all signatures of that domain: each is good for one letter, whoever sends it again
	Why    string     // if no signature proves it: the code of the reason, in Words under proof
	Signer string     // if Why is `unaligned`: the domain that signed
	DMARC  bool       // without a signature, its domain is proven well enough to answer somebody unknown
	Later  bool       // it could not be checked now, but perhaps can be later
}

// Bounce is what a delivery report says about a letter that could not be delivered. It is not proven. It can do little
// harm, since half of a Message-ID is a keyed hash, so only those who have seen a letter know it. And it does not stop
// later letters.
type Bounce struct {
	IDs     []string // message ids that may be ours, the most likely first, with <>
	To      string   // the address that was not reached; "" if it is not named
	Words   string   // the server's words
	Delayed bool     // the server is still trying
}

// Letter is a mail that came in, as the mailer has read it.
type Letter struct {
	Texts
	Hash                  [32]byte // SHA-256 of the raw bytes: if it is the same, so is the letter
	UIDValidity, UID      uint32
	MessageID, References string
	InReplyTo             string         // the Message-ID that it answers; "" if it does not say
	From, Subject         string         // From: the bare address
	FromName              string         // the sender's name, as their program gives it
	Lines                 *orders.Memory // the lines of its orders, if they have been read; otherwise nil
	Sender                roster.Sender  // what was known of From before; zero: unknown
	Sent                  time.Time      // its own date; zero: it has none
	Part, Charset         string         // where the text with the orders was found, and how it was encoded
	Others                bool           // it was found in a forwarded letter, or in a quote
	Notes                 []phrase.Phrase
	Files                 []game.File // attachments that are not the orders
	MayAnswer             bool        // From may be answered; otherwise only the registered address
	Bulk                  bool        // it has a mark of mail to many: at From only who is known, or has asked, is answered
	Machine               string      // why it counts as automatic mail; "" if it does not
	Marked                string      // a mark of automatic mail that people's mail may have, too; "" if it has none
	Automatic             bool        // a program may have answered: it cannot agree to anything
	Absence               bool        // no more than its subject suggests that
	Proof                 Proof       // of From; checked if the world demands one
	Bounce                *Bounce     // what it says about a letter that could not be delivered; nil for all other mails
	Arrived               time.Time
	Door                  Door // how it came, if not by mail

	Parts *Parts   // nil: not read yet
	More  []Letter // of the same mail, for other realms: see Apart
}

// mostApart is for how many realms one mail may bring orders.
const mostApart = 20

// Apart makes a letter for each realm of a mail with orders for several, where the rulebook's clients write such: the
// first is l itself, and the others are More. Each is taken in like a mail of its own, but what comes with the mail, such
// as files, is the first one's. A hash of its own makes each known when the mail comes again.
func (l *Letter) Apart(language *orders.Language) {
	if l.Machine != "" {
		return
	}
	for n, text := range language.Apart(l.Text, mostApart) {
		if n == 0 {
			l.Text = text
			continue
		}
		more := *l
		more.Texts, more.Files, more.More = Texts{Text: text}, nil, nil
		more.Hash = sha256.Sum256(append(l.Hash[:], byte(n)))
		l.More = append(l.More, more)
	}
}

// Door is how a letter came from the player's page: by which key. It is "" if it came by mail.
type Door string

// The doors. A letter by mail proves itself; one from the page is opened by a key of its realm.
const (
	ByLink Door = "link" // the key of a table's link: the letter must have the password
	ByDoor Door = "door" // a key that was given for the password
)

// Texts are what a mail says, by whose words they are, as the mailer found them. They have passwords and codes, and only
// this package reads them: Parts are for all others.
type Texts struct {
	Text   string // the text with the orders, in UTF-8, with the `$I` line; without orders, what the writer says
	Beside string // what the writer says, if Text was found elsewhere
	Below  string // what may be the writer's or an earlier letter's: see Compared
	Quoted string // what it quotes of an earlier letter, as far as that is kept
	Footer string // its signatures, and what programs add below them
	// a form of ours that it quotes, beginning with the line for which FormMark is true; "" if there is none
	Form string

	formOthers bool // that form is another mail's
}

// Parts are what a letter consists of, by whose words they are. They are made once, by the rulebook's language and
// without a look at the store. Beside File and Form, they have no password and no code.
type Parts struct {
	File   *orders.File // the orders; nil if a machine sent the letter
	Text   string       // the text with the orders; both the check and the turn read this
	Clean  *orders.File // the orders in Text
	Typed  string       // what the writer typed in the letter itself: Text, or what is beside it
	Footer string       // what may say no, but never yes
	Quoted string       // what it quotes of an earlier letter, as far as that is kept
	Codes  []string     // those that it brings back, in its subject, its own text or a quote
	Given  []string     // those of Codes that are in what its writer typed
	Headed []string     // those in its subject
	Form   *Filled      // nil if there is none, or if the text itself says whose it is, above one
	Guess  roster.Guess // of its password; zero if that may not be tried yet
	Fault  error        // a fault of the rules
	// only the first Glanced lines of orders were read, since it is not known yet whose they are
	Begun bool
}

// Glanced is how many lines of orders are read before it is known whose they are.
const Glanced = 500

// Whole reads what Read has left out, once it is known whose the orders are.
func (p *Parts) Whole(of Texts, language *orders.Language) {
	if !p.Begun {
		return
	}
	lines := language.NewMemory()
	p.File, p.Clean, p.Begun = lines.Parse(of.Text), lines.Parse(p.Text), false
}

// Read makes a letter's parts, with a rulebook's language.
func (p *Parts) Read(l *Letter, language *orders.Language) {
	if l.Machine != "" {
		return
	}
	lines, of := l.Lines, &l.Texts
	of.Text, of.Beside = language.Ours(of.Text), language.Ours(of.Beside)
	if lines == nil {
		lines = language.NewMemory()
	}
	file, whole := lines.Glance(of.Text, Glanced)
	p.Codes, p.Headed = tokensIn(l.Subject, of.Text, of.Quoted), tokensIn(l.Subject)
	if id := file.Identity; l.Others && id != nil && (secrets.IsCode(id.Password) ||
		id.Password != "" && ExampleWord(id.Password) && strings.TrimSpace(of.Beside) != "") {
		// What another mail brings counts only with a password, and the code of a practice game is none. The writer's own
		// words do not go with it.
		l.Notes = append(slices.Clip(l.Notes), phrase.P(OrdersAttached, phrase.Str("part", l.Part)))
		of.Text, of.Beside, l.Part, l.Others = of.Beside, "", "body", false
		file, whole = lines.Glance(of.Text, Glanced)
	}
	p.File, p.Begun = file, !whole
	p.Text = secrets.Scrub(of.Text, file.Identity)
	p.Clean, _ = lines.Glance(p.Text, Glanced)
	if p.Typed, p.Given = p.Text, tokensIn(of.Text); !l.InBody() {
		p.Typed = wordsBeside(language, of.Beside, file.Identity)
	}
	if l.Others { // what another person wrote is not typed by this one
		p.Given = tokensIn(of.Beside)
	}
	p.Footer, p.Quoted = secrets.Scrub(language.Ours(of.Footer), nil), secrets.Scrub(language.Ours(of.Quoted), nil)
	if id := file.Identity; id == nil {
		if p.Form = readForm(language, of.Form); p.Form != nil {
			p.Form.Others = of.formOthers
		}
	} else if at := markIn(of.Text); at >= 0 && strings.Count(of.Text[:at], "\n") < id.Line && !OpensSection().MatchString(of.Text[:at]) {
		if p.Form = readForm(language, of.Text[at:]); p.Form != nil {
			p.Form.Within, p.Form.Others = true, l.Others
		}
	}
}

// EncryptedNote is the remark that a part of the letter is encrypted.
const EncryptedNote = "note.encrypted"

// TooBigNote is the remark that of the letter only the head was read.
const TooBigNote = "note.too-big"

// UnreadNotes are the remarks that a part of a letter, or all of it, could not be read.
var UnreadNotes = []string{"note.not-text", "note.not-text-office", "note.not-text-binary", EncryptedNote, "note.split",
	"note.zip-damaged", "note.zip-encrypted",
	"note.zip-too-big", "note.zip-too-many", OrdersAttached, TooBigNote}

// QuoteDropped is the remark that quoted lines were left out.
const QuoteDropped = "note.quote-dropped"

// BelowHead is the remark that lines below the head of an earlier mail were left out.
const BelowHead = "note.below-head"

// OrdersAttached is the remark that a mail within the letter has orders without a password, which were not read.
const OrdersAttached = "note.orders-attached"

// SeveralTexts is the remark that other parts had orders, too.
const SeveralTexts = "note.several-texts"

// SayNote puts a remark about a letter into words, with the parts' names in the
// reader's language.
func SayNote(book *phrase.Book, n phrase.Phrase) string {
	n.Args = slices.Clone(n.Args)
	for i := range n.Args {
		switch a := &n.Args[i]; {
		case a.Name == "part":
			a.S = PartName(book, a.S)
		case a.Name == "word" && n.Code == SeveralTexts:
			parts := strings.Split(a.S, ", ")
			for j := range parts {
				parts[j] = PartName(book, parts[j])
			}
			a.S = strings.Join(parts, ", ")
		}
	}
	return book.Say(n)
}

// PartName is the name of a part of a letter, which the mailer gives, in the reader's language. A file keeps its name.
func PartName(book *phrase.Book, part string) string {
	if rest, ok := strings.CutPrefix(part, "forwarded: "); ok {
		return book.Say(phrase.P("part-forwarded", phrase.Str("part", PartName(book, rest))))
	}
	if rest, ok := strings.CutPrefix(part, "zip: "); ok {
		return book.Say(phrase.P("part-zip", phrase.Str("part", rest)))
	}
	if name := "part." + part; book.Has(name) {
		return book.T(name)
	}
	return part
}
