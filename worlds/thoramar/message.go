package thoramar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// letterKind is how a message came (manual, "Nachrichten").
type letterKind uint8

const (
	private      letterKind = iota // #n: from one realm to another
	announcement                   // #A: to all, with its sender
	rumour                         // #G: to all, nobody knows from whom
)

// letter is a message of $N on its way into reports.
type letter struct {
	kind letterKind
	from int    // realm; for a rumour kept for the game master's eyes only
	to   int    // realm; 0 all but the sender
	text string // LF, as the player wrote it
	lot  int64  // a rumour's place among rumours
}

// messages puts $N on its way (manual, "Nachrichten"): to a realm, to the game
// master, to all with or without a sender.
func messages(t *turn) {
	for number := range t.Sheets {
		realm.OrdersOf(t.Turn, number, func(at orders.Position, m orders.Message) { t.post(number, at, m) })
	}
	t.letters = shuffled(t.Turn, t.letters)
}

// shuffled puts rumours before all other letters, in an order drawn by their
// words alone: where one stands must not tell whose sheet it came from (law 6).
func shuffled(t *realm.Turn, letters []letter) []letter {
	out := make([]letter, 0, len(letters))
	for _, l := range letters {
		if l.kind == rumour {
			words := make([]int64, 0, len(l.text))
			for _, c := range []byte(l.text) {
				words = append(words, int64(c))
			}
			l.lot = t.Dice(words...).N(1 << 62)
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b letter) int {
		return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.text, b.text))
	})
	for _, l := range letters {
		if l.kind != rumour {
			out = append(out, l)
		}
	}
	return out
}

func (t *turn) post(realm int, at orders.Position, m orders.Message) {
	l := letter{from: realm, text: m.Text}
	switch m.To {
	case "M":
		t.notices = append(t.notices, game.Notice{Realm: realm, Text: m.Text})
		if t.Receipt != nil {
			t.Receipt.Letters = append(t.Receipt.Letters, game.Letter{Line: at.Line, Text: m.Text})
		}
		t.Accept(realm, at, phrase.P("post-master"))
		return
	case "A":
		l.kind = announcement
		t.Accept(realm, at, phrase.P("post-all"))
	case "G":
		l.kind = rumour
		t.Accept(realm, at, phrase.P("post-rumour"))
	default:
		to, err := strconv.Atoi(m.To)
		if r := t.State.Realm(to); err != nil || to == 0 || r == nil || r.Fallen {
			t.Refuse(realm, at, phrase.P("undeliverable", phrase.Str("to", m.To)))
			return
		}
		l.to = to
		t.Accept(realm, at, phrase.P("post-realm", phrase.Num("realm", to)))
	}
	t.letters = append(t.letters, l)
}

// letters writes the messages: what `$S info` asked for, then those of others,
// rumours first, the rest in the order of realms. Texts are indented, so that
// none can pass for a part of the report.
func (p *page) letters() {
	p.title("report.messages")
	if p.t.info[p.realm] {
		p.strengths()
	}
	for i := range p.t.letters {
		l := &p.t.letters[i]
		if !l.reaches(p.realm) {
			continue
		}
		if p.over(len(p.out) + len(l.text)) {
			break
		}
		name := p.t.State.Realms[l.from].Name
		switch l.kind {
		case rumour:
			p.sentence(phrase.P("report.message-rumour"))
		case announcement:
			p.sentence(phrase.P("report.message-all", phrase.Num("realm", l.from), phrase.Str("name", name)))
		case private:
			p.sentence(phrase.P("report.message-from", phrase.Num("realm", l.from), phrase.Str("name", name)))
		}
		p.out = appendWrapped(p.out, indent+orders.Legible(l.text), indent)
		p.out = append(p.out, '\n')
	}
}

// reaches tells whether the letter is in the realm's report.
func (l *letter) reaches(realm int) bool {
	return l.to == realm || l.to == 0 && l.from != realm
}

const indent = "  "

// strengths tells the fighting strength of each kind of army that can be
// raised, seven a line, and the terrains the realm's men are spared in.
func (p *page) strengths() {
	p.sentence(phrase.P("report.strengths"))
	n := 0
	for i := range p.t.Tables.Unit {
		row := &p.t.Tables.Unit[i]
		if p.t.Tables.RowOf(p.realm, row.Letters()).Cost == 0 {
			continue
		}
		p.out = append(p.out, indent...)
		p.out = append(p.out, row.Unit...)
		p.out = appendRight(p.out, p.t.Strength(p.realm, row.Letters()), 4)
		p.out = append(p.out, '%')
		if n++; n%7 == 0 {
			p.out = append(p.out, '\n')
		}
	}
	if n%7 != 0 {
		p.out = append(p.out, '\n')
	}
	var spared []string
	for i := range p.t.Tables.Terrain {
		if p.t.Spared(p.realm, uint8(i)) {
			spared = append(spared, p.t.Tables.Terrain[i].Code)
		}
	}
	if len(spared) == 0 {
		p.sentence(phrase.P("report.spared-none"))
	} else {
		p.sentence(phrase.P("report.spared", phrase.Str("list", strings.Join(spared, ", "))))
	}
	p.ownNumbers()
	p.out = append(p.out, '\n')
}
