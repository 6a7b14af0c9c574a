package truth_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/world"
)

// law is what a fault breaks.
type law string

// The laws, in the order of the table.
const (
	readByPlayer law = "read by a player"   // who may not read it
	readByMaster law = "read by the master" // likewise
	wrongOrders  law = "wrong orders"       // others than the truth says are in force
	unwantedDeed law = "deed without a yes"
	noDeed       law = "a yes not heard"
	lost         law = "lost, untold"   // what must be read was not, and its writer does not know
	untold       law = "not told"       // nobody was to get it, and its writer does not know
	twice        law = "a copy is read" // again
	acted        law = "a copy acts"    // again
	unread       law = "not read, told" // no fault by itself: the price of doubt
)

var laws = []law{readByPlayer, readByMaster, wrongOrders, unwantedDeed, noDeed, lost, untold, twice, acted, unread}

// fault is what a scenario found.
type fault struct {
	row  int
	law  law
	hazy bool   // nobody could tell
	says string // what happened
}

// String says it in a line.
func (f fault) String() string { return string(f.law) + ": " + f.says }

// passage is a piece of text with a token of its own.
type passage struct {
	token string
	may   []string // who may ever read it, by address; its writer is one of them
}

// play is a scenario: a world of its own, and some letters to it, of which all is known.
type play struct {
	*game
	t        testing.TB
	rng      *rand.Rand
	row      int  // of the table of faults that the scenario is about
	hazy     bool // nobody could tell what is own in its letters
	passages []passage
	force    [realms + 1]string // what the truth says is in force
	drawn    map[string]bool
	story    strings.Builder
	faults   []fault
	letters  int // under test
	mails    int
	copies   int
	how      string // the style, place and form of the letter under test
	simple   simplicity

	passed, reports, receipts map[int]letterOut // the last of these letters, by who got them
	asked                     letterOut         // the last letter with a code
	question                  letterOut         // the last that was passed on to a game master
	form                      letterOut         // the last with a form of ours
	first                     string            // the code that the first letter brought
}

// begin founds a world in which a turn has passed, so that there are reports.
func begin(t testing.TB, seed, n uint64, changes ...func(*world.Settings)) *play {
	p := &play{game: found(t, changes...), t: t, rng: rand.New(rand.NewPCG(seed, n)), drawn: map[string]bool{},
		passed: map[int]letterOut{}, reports: map[int]letterOut{}, receipts: map[int]letterOut{}}
	for r := 1; r <= realms; r++ {
		first := draft{from: player(r), subject: "x", id: fmt.Sprintf("<begin%d@example.org>", r), date: times(0),
			coding: "8bit", own: p.identity(r) + "\n$A\ndig 1\n$E", place: nothing}
		p.notes(p.post(first.bytes()))
	}
	p.notes(p.resolves())
	return p
}

// notes remembers letters that may be answered or quoted.
func (p *play) notes(all []letterOut) {
	for _, l := range all {
		var to int
		if _, err := fmt.Sscanf(l.to, "r%d@", &to); err != nil {
			to = 0
		}
		if strings.Contains(l.text, "=== VORLAGE") {
			p.form = l
		}
		switch {
		case l.kind() == "notice":
			p.question = l
		case l.kind() == "press":
			p.passed[to] = l
		case l.kind() == "report":
			p.reports[to] = l
		case l.kind() == "receipt" && len(aCode.FindAllString(l.whole(), -1)) == 0:
			p.receipts[to] = l
		}
		if l.kind() != "press" && aCode.MatchString(l.whole()) {
			p.asked = l
		}
	}
}

func (p *play) identity(realm int) string { return fmt.Sprintf("$I %d %s", realm, p.Passwords[realm]) }

func (p *play) one(n int) bool { return p.rng.IntN(n) == 0 }

func pick[E any](p *play, all []E) E { return all[p.rng.IntN(len(all))] }

// other draws a realm that is none of these.
func (p *play) other(but ...int) int {
	for {
		if r := 1 + p.rng.IntN(realms); !slices.Contains(but, r) {
			return r
		}
	}
}

// token draws a word that no other text has, which those may read.
func (p *play) token(may ...string) string {
	for {
		b := []byte("zq")
		for range 7 {
			b = append(b, "abcdefghiklmnoprstuv"[p.rng.IntN(20)])
		}
		if token := string(b); !p.drawn[token] {
			p.drawn[token] = true
			p.passages = append(p.passages, passage{token, may})
			return token
		}
	}
}

// sentences are what people write. % is the token.
var sentences = []string{
	"Our scouts have seen % behind the hills, and they come nearer each day.",
	"Let us share the land of % between us, I will not go further north.",
	"If you leave % alone, then I leave you alone, this year and the next.",
	"Wir sollten über % reden, bevor es zu spät ist und alle anderen es merken.",
	"My men are tired. I offer you % for peace until the winter is over.",
	"Kann man % eigentlich auch von der See her angreifen, oder nur vom Land?",
	"I am sure that % is what the others want, so please tell me what you think.",
	"Das mit % ist mir nicht klar geworden, als ich die Regeln gelesen habe.",
}

// say is a sentence with a token in it.
func (p *play) say(may ...string) (sentence, token string) {
	token = p.token(may...)
	return strings.Replace(pick(p, sentences), "%", token, 1), token
}

// digs draws orders that no other text has, as lines and as inForce has them.
func (p *play) digs() (lines, force string) {
	for {
		n := []string{fmt.Sprint(1 + p.rng.IntN(8)), fmt.Sprint(1 + p.rng.IntN(8)), fmt.Sprint(1 + p.rng.IntN(8))}
		force = strings.Join(n, " ")
		if !p.drawn[force] {
			p.drawn[force] = true
			return "$A\ndig " + strings.Join(n, "\ndig "), force
		}
	}
}

// salted is a text with a token in it, near its beginning and at its end.
func salted(text, token string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	n := min(1, len(lines))
	lines = slices.Insert(lines, n, "So "+token+" is what it says here.")
	return strings.Join(append(lines, "And "+token+" to you all!"), "\n") + "\n"
}

// quoting is a letter of ours as a mail program quotes it, with a token that only its reader and those named may see.
func (p *play) quoting(l letterOut, may ...string) earlier {
	of := p.ours(l)
	of.text = salted(l.text, p.token(append(may, l.to)...))
	return of
}

// ours is a letter of ours as a mail program quotes it.
func (p *play) ours(l letterOut) earlier {
	return earlier{name: "Bovistan", from: gameAddress, to: l.to, subject: l.subject, id: l.id, text: l.text,
		date: times(p.rng.IntN(90))}
}

// letter begins a mail of a player: with a date and an id of its own, in one of the codings.
func (p *play) letter(from, subject, own string) *draft {
	p.mails++
	p.later(70 * time.Minute)
	return &draft{from: from, name: pick(p, []string{"", "Bob", "Bob Müller"}), subject: subject, own: own,
		date: p.ClockAt, id: fmt.Sprintf("<m%d.%d@mail.example.net>", p.mails, p.rng.IntN(1e6)), place: nothing,
		coding: pick(p, []string{"8bit", "base64", "quoted-printable"}), sign: p.sign()}
}

// sign draws a signature; most mails have none.
func (p *play) sign() string {
	if p.one(2) {
		return pick(p, signatures)
	}
	return ""
}

// replies makes a mail an answer to one of ours.
func (p *play) replies(d *draft, l letterOut) {
	d.subject = pick(p, []string{"Re: ", "AW: ", "RE: ", "Antw: ", "Re: Re: "}) + l.subject
	d.replyTo = l.id
	if !p.one(4) {
		d.refs = l.id
	}
}

// quotes draws how a mail quotes an earlier one. Places says where its writer may type.
func (p *play) quotes(d *draft, of earlier, places ...place) {
	q := &quote{of: of, style: pick(p, styles), narrow: p.one(3)}
	p.hazy = p.hazy || q.style.odd
	d.quote, d.place, d.form = q, pick(p, places), pick(p, mostForms)
	d.container = p.rng.IntN(len(containers))
	// Of what programs mark, some of it is not marked when it arrives, and the other way round.
	if q.marked = q.style.marked && !p.one(2); !q.style.marked {
		q.marked = p.one(6)
	}
	switch d.place {
	case atBottom, inline: // only marks say where the quote ends, and below a block of lines nothing is read
		for q.marked = true; q.style.block; {
			if p.one(12) {
				p.hazy = true
				break
			}
			q.style = pick(p, styles)
		}
		if d.form == htmlMarks {
			d.form = both
		}
		for !containers[d.container].marks {
			d.container = p.rng.IntN(len(containers))
		}
	case asMail, asFile:
		if d.form == htmlMarks {
			d.form = both
		}
	case forwarded:
		for q.marked = false; containers[d.container].marks; { // what is forwarded is no quote
			d.container = p.rng.IntN(len(containers))
		}
		if d.form == htmlMarks {
			d.form = both
		}
		d.subject = pick(p, []string{"Fwd: ", "WG: ", "Fw: "}) + of.subject
	case onTop:
		for d.form == htmlMarks && !containers[d.container].marks {
			d.container = p.rng.IntN(len(containers))
		}
		// Without a head and a mark, only a comparison helps.
		if p.one(12) {
			q.bare = true
			plain := d.form == plainText || d.form == both
			p.hazy = p.hazy || plain && !q.marked || d.form == htmlOnly && !containers[d.container].marks
		}
	}
}

// hides puts a text into a mail that nobody sees.
func (p *play) hides(d *draft, text string) {
	d.hidden, d.veil, d.rule = text, pick(p, veils), pick(p, veilRules)
}

// typed are the places in which most people type.
var typed = []place{onTop, onTop, onTop, onTop, onTop, atBottom, inline, deleted}

// above are those of people who answer in their programs' way.
var above = []place{onTop, onTop, onTop, onTop, onTop, onTop, onTop, onTop, atBottom, deleted}

// mostForms are how most mails are built.
var mostForms = []form{plainText, plainText, htmlOnly, both, htmlMarks}

// describe says how a mail is made.
func (d *draft) describe() string {
	if d.quote == nil {
		return formNames[d.form] + ", " + d.coding
	}
	q := d.quote
	return fmt.Sprintf("%s, %s, typed at: %s, style %s, marked %t, wrapped %t, headless %t, container %s", formNames[d.form],
		d.coding, placeNames[d.place], q.style.name, q.marked, q.narrow, q.bare, containers[d.container].name)
}

// simplicity are the ways in which mails are made simpler than they were drawn, to show a fault in the simplest.
type simplicity uint

const (
	uncoded simplicity = 1 << iota
	unsigned
	nameless
	unstyled
	unquoted
	simplest
)

// simpler makes a mail simpler.
func (p *play) simpler(d *draft) {
	if p.simple&uncoded != 0 {
		d.coding = "8bit"
	}
	if p.simple&unsigned != 0 {
		d.sign = ""
	}
	if p.simple&nameless != 0 {
		d.name = ""
	}
	if p.simple&unstyled != 0 && d.hidden == "" {
		d.form = plainText
	}
	if p.simple&unquoted != 0 && !d.answers {
		d.quote, d.place = nil, nothing
	}
}

// sends posts a mail under test, and looks for tokens in what leaves.
func (p *play) sends(d *draft) answers {
	p.simpler(d)
	p.how = d.describe()
	if d.coding != "8bit" {
		fmt.Fprintf(&p.story, "\n======== typed:\n%s\n", d.own)
	}
	return p.arrives(d.bytes(), d.describe())
}

// arrives posts bytes.
func (p *play) arrives(raw []byte, how string) answers {
	p.letters++
	fmt.Fprintf(&p.story, "\n======== in, at %s (%s)\n%s\n", p.ClockAt.Format("2006-01-02 15:04"), how, shown(raw))
	return p.looks(p.post(raw))
}

// shown is a mail without carriage returns.
func shown(raw []byte) string { return strings.ReplaceAll(string(raw), "\r", "") }

// looks searches letters that left for tokens that their readers may not read.
func (p *play) looks(out []letterOut) answers {
	p.notes(out)
	for _, l := range out {
		fmt.Fprintf(&p.story, "-------- out to %s: %s\n%s\n", l.to, l.subject, l.text)
		for _, of := range p.passages {
			if strings.Contains(strings.ToLower(l.whole()), of.token) && !slices.Contains(of.may, l.to) {
				law := readByPlayer
				if l.to == masterAddress {
					law = readByMaster
				}
				p.fault(law, "%s reads %s, which only %v may", l.to, of.token, of.may)
			}
		}
	}
	return answers{p, out}
}

func (p *play) fault(l law, format string, args ...any) {
	says := fmt.Sprintf(format, args...)
	fmt.Fprintf(&p.story, "######## %s: %s\n", l, says)
	p.faults = append(p.faults, fault{row: p.row, law: l, hazy: p.hazy, says: says})
}

// broken are the faults that count.
func (p *play) broken() (all []fault) {
	for _, f := range p.faults {
		if f.law != unread && !f.hazy {
			all = append(all, f)
		}
	}
	return all
}

// breaks reports whether a fault of a law counts.
func (p *play) breaks(l law) bool {
	return slices.ContainsFunc(p.broken(), func(f fault) bool { return f.law == l })
}

// truth says who may read which words, and what is in force in the end.
func (p *play) truth() string {
	var b strings.Builder
	for _, of := range p.passages {
		fmt.Fprintf(&b, "\n  %s may be read by %s", of.token, strings.Join(of.may, ", "))
	}
	for r, force := range p.force {
		if force != "" {
			fmt.Fprintf(&b, "\n  in force for realm %d is %s", r, force)
		}
	}
	return b.String()
}

// answers are the letters that left because of one that came.
type answers struct {
	p   *play
	all []letterOut
}

// to are the answers to an address, as one text.
func (a answers) to(address string) string {
	var b strings.Builder
	for _, l := range a.all {
		if l.to == address {
			b.WriteString(l.whole() + "\n")
		}
	}
	return b.String()
}

// reads reports whether a token reached an address.
func (a answers) reads(address, token string) bool {
	return strings.Contains(strings.ToLower(a.to(address)), token)
}

// told reports whether a writer was told that a passage was not read: it is quoted, or there are words that say so.
func (a answers) told(writer, token string) bool {
	text := a.to(writer)
	quoted := token != "" && strings.Contains(strings.ToLower(text), token)
	return quoted || tells.MatchString(usual.ReplaceAllString(text, ""))
}

// must checks that a passage is read, or its writer told.
func (a answers) must(writer, token string, readers ...string) {
	for _, reader := range readers {
		switch {
		case a.reads(reader, token):
		case a.told(writer, token):
			a.p.fault(unread, "%s does not read %s", reader, token)
		default:
			a.p.fault(lost, "%s does not read %s, and %s is not told", reader, token, writer)
		}
	}
}

// tells checks that a writer is told that nobody got a passage.
func (a answers) tells(writer, token string) {
	if !a.told(writer, token) {
		a.p.fault(untold, "%s is not told that nobody got %s", writer, token)
	}
}

// quotes checks that the answer to a word for the machine quotes what was sent to nobody.
func (a answers) quotes(writer, word, token string) {
	if !a.reads(writer, token) {
		a.p.fault(untold, "the answer to %s does not quote %s", word, token)
	}
}

// counts checks that the orders of a letter are in force, or its writer is told that none of them are.
func (a answers) counts(realm int, force string) {
	p := a.p
	was := p.force[realm]
	p.force[realm] = force
	switch got := p.inForce(realm); {
	case got == force:
	case got == was && a.told(player(realm), ""):
		p.force[realm] = was
		p.fault(unread, "the orders of realm %d are not in force", realm)
	default:
		p.fault(wrongOrders, "in force for realm %d is %q, want %q", realm, got, force)
	}
}

// stands compares what is in force with the truth.
func (p *play) stands(of ...int) {
	for _, r := range of {
		if got := p.inForce(r); got != p.force[r] {
			p.fault(wrongOrders, "in force for realm %d is %q, want %q", r, got, p.force[r])
		}
	}
}
