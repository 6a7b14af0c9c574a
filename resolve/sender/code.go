package sender

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// askedFor takes the code of a question to the game master out of the letter: it asks for nothing by itself. A program
// that answers while its owner is away puts a word before our subject, and who forwards a question does not answer it.
func (s *Sender) askedFor() {
	n := letter.PassedNumber(s.Letter.Subject)
	p, _ := correspondence.Numbered(s.Tx, n)
	its := func(code string) bool { return p.Releases(letter.TokenKey(code), s.At) }
	if !slices.ContainsFunc(s.Headed, its) {
		return
	}
	behind := strings.Contains(letter.BareSubject(s.Letter.Subject), fmt.Sprintf("#%d]", n))
	if !behind && !letter.Forwards(s.Letter.Subject) && !s.Letter.Absence {
		s.Asked = n
	}
	s.Codes = slices.DeleteFunc(slices.Clone(s.Codes), its)
	s.Headed = slices.DeleteFunc(slices.Clone(s.Headed), its)
}

// OwnCode reports whether the letter has an open code in its writer's own text. A program that answers while its owner
// is away repeats our subject, cut as it likes, and quotes our text.
func (s Sender) OwnCode() bool {
	key, t, found := s.Presented(false)
	if !found || s.Letter.Others {
		return false
	}
	return s.Open(t) && s.TypedCode(key)
}

// Mine reports whether the writer's address is one to which a token counts. A realm's counts from each address of the
// person to whom it was mailed, the player or the substitute. Any other counts from the address that it was mailed to.
func (s Sender) Mine(t correspondence.Token) bool {
	if !t.OfRealm() {
		return address.Same(s.Letter.From, t.Mail)
	}
	return address.Contains(s.holders(t), s.Letter.From)
}

// Open reports whether a token is valid now, and for somebody: who stands in no longer, or has another address now, has
// nothing of the code that was mailed to them, and nor has anybody who learns it.
func (s Sender) Open(t correspondence.Token) bool {
	if !t.OfRealm() || !t.Open(s.At) {
		return t.Open(s.At)
	}
	return len(s.holders(t)) > 0
}

// holders are the addresses of the player or substitute to whom a realm's token was mailed; none if it is theirs no more.
func (s Sender) holders(t correspondence.Token) []string {
	rec, _ := roster.Get(s.Tx, t.Realm)
	if t.For == letter.Begins { // it ends with its player, and follows them to another address
		return rec.Mail
	}
	if mails := rec.As(t.Mail, s.Current.Turn).Mail; address.Contains(mails, t.Mail) {
		return mails
	}
	return nil
}

// Doubt says why the letter is not proven as this world demands, as a code of Words under proof. It is "" if it is
// proven. Where a player could use a password, a code takes its place.
func (s Sender) Doubt() (why string, later bool) {
	auth := s.World.Settings.AuthInForce()
	switch p := s.Letter.Proof; {
	case auth == world.ByPassword || auth == world.ByEither || p.Domain != "":
		return "", false
	case p.Later:
		return "", true
	case p.Why != "":
		return p.Why, false
	}
	return "unsigned", false
}

// Presented finds the token that a letter brings back, either among those for players or among those for the game
// master. The writer's own goes first, so nobody shuts out a code by another one in what is quoted. Then comes the code of
// the letter that this one answers, then one in its subject, and then one that is open.
func (s Sender) Presented(masters bool) (key []byte, t correspondence.Token, found bool) {
	all := s.presented()
	if len(all) == 0 || all[0].OfMaster() != masters {
		return nil, t, false
	}
	return all[0].key, all[0].Token, true
}

// Past reports whether the letter has a code that is unknown, such as that of a way back that has ended, and no other.
// Then what it says besides orders was not meant for the game master.
func (s Sender) Past() bool { return len(s.Codes) > 0 && len(s.presented()) == 0 }

// Brings reports whether the letter brings a code back, be it known or not.
func (s Sender) Brings() bool { return len(s.Codes) > 0 || len(s.presented()) > 0 }

// Begins is the key of the code that the letter brings back from the first letter of the game; nil: it has none that counts.
func (s Sender) Begins() []byte {
	for _, c := range s.presented() {
		if c.For == letter.Begins && c.rank >= ranksOwn+ranksOpen {
			return c.key
		}
	}
	return nil
}

// Several are the tokens of which any could be meant: they are open, the writer's own, and for different deeds, and
// nothing says which the letter answers. There are none if one comes first.
func (s Sender) Several() (out []correspondence.Token) {
	all := s.presented()
	for _, c := range all {
		if c.rank == all[0].rank && c.rank >= ranksOwn+ranksOpen && !slices.ContainsFunc(out, func(t correspondence.Token) bool {
			return t.For == c.For && bytes.Equal(t.Args, c.Args) && t.Realm == c.Realm
		}) {
			out = append(out, c.Token)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// What decides which code of a letter counts. The larger one outranks all below it together.
const (
	ranksOpen     = 1 << iota // it is valid now
	ranksHeaded               // it is in the subject
	ranksAnswered             // the letter that this one answers has it
	ranksOwn                  // it was mailed to the writer
)

// presentedToken is a token that a letter brings back.
type presentedToken struct {
	correspondence.Token
	key  []byte
	rank int
}

// presented are the tokens that the letter brings back, the first that counts first: by their codes, and by answering a letter
// of ours that wants another answer. The code of the writer's practice game is one of them, and allows to practise.
func (s Sender) presented() (all []presentedToken) {
	for _, code := range s.Codes {
		c, has := s.present(letter.TokenKey(code))
		if slices.Contains(s.Headed, code) {
			c.rank += ranksHeaded
		}
		if ours := s.Ours; ours != nil && ours.Secret != nil && bytes.Equal(c.key, ours.Secret.Key) {
			c.rank += ranksAnswered
		}
		if has {
			all = append(all, c)
		}
	}
	if s.Ours != nil && s.Ours.Again != nil {
		if c, has := s.present(s.Ours.Again); has && c.rank == ranksOwn+ranksOpen {
			c.rank += ranksAnswered
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b presentedToken) int { return b.rank - a.rank })
	return all
}

// present is a token as the writer of the letter brings it back.
func (s Sender) present(key []byte) (c presentedToken, has bool) {
	c.key = key
	if c.Token, has = correspondence.TokenAt(s.Tx, key); has {
		if s.Mine(c.Token) {
			c.rank += ranksOwn
		}
		if s.Open(c.Token) {
			c.rank += ranksOpen
		}
		return c, true
	}
	game, _ := players.PracticeOf(s.Tx, s.Letter.From)
	if has = game.Code != nil && bytes.Equal(key, game.Code); has {
		c.For, c.rank = letter.Practices, ranksOwn+ranksOpen
	}
	return c, has
}

// TypedSubject is the letter's subject, if its writer typed it. It is "" if it is that of the letter that this one
// answers. Whoever forwards a letter changes it.
func (s Sender) TypedSubject() (subject string, forwards bool) {
	subject, forwards = s.Letter.Subject, letter.Forwards(s.Letter.Subject)
	bare := func(t string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(t, secrets.Hidden, "")), " ")
	}
	switch {
	case strings.Contains(subject, secrets.Hidden),
		letter.PassedNumber(subject) > 0 && IsMaster(s.World.Setup, s.Letter.From),
		s.Ours != nil && s.Ours.Subject != "" && strings.Contains(bare(subject), bare(letter.BareSubject(s.Ours.Subject))):
		return "", forwards
	}
	return subject, forwards
}

// card reports whether a file is one that programs add to each mail: a card of the writer, or a calendar's.
func card(f game.File) bool {
	name := strings.ToLower(f.Name)
	return strings.Contains(f.Type, "vcard") || strings.Contains(f.Type, "calendar") || strings.HasSuffix(name, ".vcf") || strings.HasSuffix(name, ".ics")
}

// mostAside is how many bytes of files are looked at beside an answer to a code: whoever attaches more is asked again.
const mostAside = 16 << 10

// Reply returns what the letter answers to our letter with a code.
func (s Sender) Reply(key []byte) letter.Reply {
	aside, more := s.Footer, false
	for _, f := range s.Letter.Files {
		if strings.HasPrefix(f.Type, "text/") && !card(f) {
			room := max(0, mostAside-len(aside))
			more = more || len(f.Data) > room
			aside += "\n" + string(f.Data[:min(room, len(f.Data))])
		}
	}
	a := letter.Answer{Words: s.Vocabulary, Subject: s.Letter.Subject, Text: s.Said(), Aside: aside, Code: s.TypedCode(key),
		Names: s.Signs(s.Own)}
	if s.Ours != nil {
		a.Ours = s.Ours.Subject
		if s.Has(letter.QuoteDropped) || s.Has(letter.BelowHead) {
			a.Left = letter.OwnLines(s.Quoted, s.ours)
		}
	}
	a.Unread = more || len(s.UnreadParts()) > 0
	t, _ := correspondence.TokenAt(s.Tx, key) // zero if it is the code of a practice game
	a.Altered = t.For != letter.SignsUp && s.Altered() != ""
	if t.For == letter.Letters {
		unsent, _ := correspondence.Args[correspondence.Unsent](t) // an error shows when it is sent
		a.Lists = unsent.Or
	}
	if a.Joins = t.For == letter.SignsUp; a.Joins {
		a.Text, _ = roster.Besides(s.Said())
		a.Filled = a.Text != s.Said()
	}
	return a.Reply()
}

// Altered is the first line of the quote that says something else than our letter which this one answers; "" if there is
// none. Whoever changes what a letter asks, and says YES, does not mean it as it was.
func (s Sender) Altered() string {
	if s.Ours == nil {
		return ""
	}
	return secrets.MaskLikely(wording.Cut(letter.Altered(s.Quoted, s.words)))
}

// Signs are the names with which the writer may sign: those of the mail, and what the players of the realms are called.
func (s Sender) Signs(realms []int) []string {
	local, _, _ := strings.Cut(s.Letter.From, "@")
	names := []string{s.Letter.FromName, local}
	for _, realm := range realms {
		here, _ := s.Current.Realm(realm)
		names = append(names, here.Player, here.Name)
	}
	return names
}

// WithoutHidden replaces masks in a text that is shown together with a code. The code is later put in place of the
// mask, and a masked password must not be taken for it.
func WithoutHidden(words string) string { return strings.ReplaceAll(words, secrets.Hidden, "* * *") }

// Practising is what a letter has to do with practice games. Their orders and those of the real game are told apart by
// the code that each letter of a practice game brings: no realm has such a password.
type Practising struct {
	Game    players.PracticeGame // its sender's; without an ID there is none
	Named   bool                 // its `$I` line has a code in place of a password
	Coded   bool                 // it has the code in force of the sender's game: in that line if Named, otherwise anywhere
	Answers bool                 // it has that code, or answers any letter of a practice game
}

// Practising finds out what the letter has to do with practice games.
func (s Sender) Practising() (p Practising) {
	if s.File == nil {
		return p
	}
	var code []byte
	if id := s.File.Identity; id != nil && secrets.IsCode(id.Password) {
		p.Named, code = true, letter.TokenKey(strings.ToUpper(id.Password))
	} else if all := s.presented(); len(all) > 0 && s.Several() == nil {
		code = all[0].key
	}
	p.Game, _ = players.PracticeOf(s.Tx, s.Letter.From)
	p.Coded = p.Game.Code != nil && bytes.Equal(code, p.Game.Code)
	p.Answers = p.Coded || s.Ours != nil && s.Ours.Kind == outbox.KindPractice
	return p
}
