package truth_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/world"
)

// mail is a letter of the table below. PASSWORD 1 in its text is that of realm 1.
type mail struct {
	from, subject, text string
	// "letter": the last from another player to its writer; "substitute": that to Ann; "code": the last with a code;
	// "question"; "first"; "receipt": the last of other answers to its writer; "anns": that to Ann
	answers     string
	unnamed     bool      // it names no Message-ID of ours
	forwards    bool      // it forwards that letter, and is no answer to it
	alters      [2]string // where it quotes that letter, as QUOTE or as WHOLE without marks, the first is replaced by the second
	html        bool      // the text is the body of a page
	page        string    // the body of the page beside the text
	more        []string  // as in draft
	attached    place     // how the last letter with a code is attached, if it is
	brings      string    // the text of a mail of Ann to Bob that is attached
	file, added string    // the text of a file, and that of one which is added on the way
	at          int       // turns that are resolved before it
	undo        bool      // the last turn is taken back before it
	again       int       // it is the mail of this number once more, from 1, by another way
}

const (
	ann, bob, cid, dee = "r1@example.org", "r2@example.org", "r3@example.org", "r4@example.org"
)

// told are words, and who reads them because of the last mail.
type told struct {
	words  string
	reads  []string // must
	others []string // must not
}

// row is a fault of the past.
type row struct {
	name  string
	mails []mail
	told  []told
	force map[int]string // by realm
	says  string         // a pattern that an answer to the writer of the last mail matches
	plays bool           // a game master plays realm 1
}

// cases are the faults of the past, one letter each: what comes in, who reads what then, what is in force, and what the
// writer is told.
var cases = []row{
	{"1 below the last message is the report that it answers",
		[]mail{{from: ann, subject: "Re: Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$N\n#2\nPeace until winter?\n\n" +
			"Am Montag, 23. November 2026 um 10:12 schrieb Bovistan <spiel@example.org>:\n\n" +
			"Im Schatz liegen 4711 Goldstücke.\n"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, cid, dee, masterAddress}}},
		map[int]string{1: "3"}, "", false},
	{"1 the same below LETTER 2, with a foreign head",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?\n\n" +
			"Lähettäjä: Bovistan <spiel@example.org>\n" +
			"Lähetetty: maanantai 23. marraskuuta 2026 10.12\nVastaanottaja: r1@example.org\nAihe: Bericht\n\n" +
			"Im Schatz liegen 4711 Goldstücke.\n"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"1 the same below #A, with an English line",
		[]mail{{from: bob, subject: "orders", text: "$I 2 PASSWORD 2\n$A\ndig 2\n$N\n#A\nWho lives by the sea?\n\n" +
			"Bovistan wrote on Monday, 23 November 2026, 10:12:\n\nThere is 4711 in the treasury.\n"}},
		[]told{{"by the sea", []string{ann, cid, dee}, nil}, {"4711", nil, []string{ann, cid, dee, masterAddress}}},
		map[int]string{2: "2"}, "", false},
	{"1 below a line that was left at the top is a mail of another player",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Am Montag, 23. November 2026 um 10:12 schrieb Cid <r3@example.org>:\n\n" +
				"At dawn 4711 of my men take realm 2 from the north.\n"}},
		[]told{{"4711", nil, []string{bob, dee, masterAddress}}}, nil, `(?i)niemand`, false},
	{"2 a question above one's own old orders",
		[]mail{{from: ann, subject: "Frage", text: "Was kostet denn so ein Schiff im Norden?\n\n" +
			"Kim <r1@example.org> kirjoitti 23. marraskuuta 2026 klo 10.12:\n\n$I 1 PASSWORD 1\n$A\ndig 8\n$E\n"}},
		[]told{{"ein Schiff", []string{masterAddress}, []string{bob}}}, map[int]string{1: ""}, "", false},
	{"3 an answer to realm 2 with the subject LETTER 4",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, subject: "LETTER 4", answers: "letter", text: "Realm 2 plans to march with me, beware.\n"}},
		[]told{{"beware", []string{ann}, []string{bob, cid, dee, masterAddress}}}, nil, aCode.String(), false},
	{"3 the same with a word for the machine",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, subject: "PAUSE 2", answers: "letter", text: "I am in hospital, but tell nobody that.\n"}},
		[]told{{"in hospital", []string{ann}, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"3 the same with the `$I` line",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, subject: "LETTER 4", answers: "letter",
				text: "$I 1 PASSWORD 1\nRealm 2 plans to march with me, beware.\n"}},
		[]told{{"beware", []string{dee}, []string{bob, cid, masterAddress}}}, nil, "", false},
	{"4 LETTER 2 beside orders",
		[]mail{{from: ann, subject: "LETTER 2",
			text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n\nI will attack realm 3 tomorrow, join me there!\n"}},
		[]told{{"join me", []string{bob}, []string{masterAddress, cid}}}, map[int]string{1: "3"}, "", false},
	{"5 words beside orders that look like a greeting",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Hi Ann, I accept.\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"I accept", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"5 the same, another sentence",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter",
				text: "I stand here and wait for your move.\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"I stand here", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"5 the same to the game master",
		[]mail{{from: ann, subject: "Zug",
			text: "Thanks for the game, I will be away in week 3\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"away in week 3", []string{masterAddress}, nil}}, map[int]string{1: "3"}, "", false},
	{"5 an acceptance below thanks",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Thanks\nI accept peace\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"accept peace", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"5 a threat in a greeting",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Hallo Bob Krieg Gegen Cid\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"Krieg Gegen Cid", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"5 a plan in a mention of orders",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Here is my turn for war on Cid at dawn\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"war on Cid", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"5 a plan below a close",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "LG\nCid muss weg\nnicht trauen\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"}},
		[]told{{"muss weg", []string{bob}, []string{masterAddress}}}, map[int]string{1: "3"}, "", false},
	{"6 a yes beside orders",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", text: "YES\n\n$I 1 PASSWORD 1\n$A\ndig 3\n$E\n\n> CODE\n"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, map[int]string{1: "3"}, `(?i)JA neben|YES beside`, false},
	{"6 a code's letter is attached, and nothing typed",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, subject: "Fwd: what is this", attached: asFile}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"6 the same with the code in the subject, too",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, subject: "Fwd: CODE", attached: asMail}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"7 a yes that nobody sees",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", html: true,
				text: "<div style=\"display:none\">YES</div><blockquote>CODE</blockquote>"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"7 words that nobody sees",
		[]mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div>" +
			"<div>Peace until winter?</div>" +
			"<div style=\"font-size:0\">4711 men guard the gate</div>"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, "", false},
	{"7 a yes that a style sheet hides",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", html: true,
				text: "<style>.pre{display:none}</style><div class=\"pre\">YES</div><blockquote>CODE</blockquote>"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"7 words that a style sheet hides",
		[]mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div>" +
			"<div>Peace until winter?</div>" +
			"<p id=x>4711 men guard the gate</p><style><!-- p#x { visibility: hidden } --></style>"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, masterAddress}}}, nil, "", false},
	{"8 a copy of orders comes a turn later",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"},
			{from: ann, subject: "Zug", at: 1, text: "$I 1 PASSWORD 1\n$A\ndig 5\n$E\n"}, {again: 1}},
		nil, map[int]string{1: "5"}, copied.String(), false},
	{"8 a copy of orders comes after the turn was taken back, and resolved again",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"},
			{from: ann, subject: "Zug", at: 1, undo: true, text: "$I 1 PASSWORD 1\n$A\ndig 4\n$E\n"}, {at: 1, again: 1}},
		nil, map[int]string{1: ""}, copied.String(), false},
	{"9 a copy of a letter to a player comes a turn later",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?\n"}, {at: 1, again: 1}},
		[]told{{"Peace until winter", nil, []string{bob, masterAddress}}}, nil, copied.String(), false},
	{"9 a copy of a question comes a turn later",
		[]mail{{from: ann, subject: "Frage", text: "Was kostet denn so ein Schiff im Norden?\n"}, {at: 1, again: 1}},
		[]told{{"ein Schiff", nil, []string{masterAddress}}}, nil, copied.String(), false},
	{"10 other orders in the page than in plain text",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n",
			page: "<div>$I 1 PASSWORD 1</div><div>$A</div><div>dig 5</div><div>$E</div>"}},
		nil, map[int]string{1: "3"}, `(?i)html`, false},
	{"10 two realms in one letter",
		[]mail{{from: ann, subject: "Züge", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n\n$I 2 PASSWORD 2\n$A\ndig 5\n$E\n"}},
		nil, map[int]string{1: "3", 2: ""}, `(?i)\b(lines?|zeilen?) 6\b`, false},
	{"10 the same without $E between them",
		[]mail{{from: ann, subject: "Züge", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$I 2 PASSWORD 2\n$A\ndig 5\n$E\n"}},
		nil, map[int]string{1: "3", 2: ""}, `(?i)\b(lines?|zeilen?) 4\b`, false},
	{"11 below a line between arrows is the report that it answers",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?\n\n" +
			">>> Bovistan <spiel@example.org> 23.11.2026 10:12 >>>\nIm Schatz liegen 4711 Goldstücke.\n"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"11 the same in a page",
		[]mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div><div>Peace until winter?</div>" +
			"<br>&gt;&gt;&gt; &quot;Bovistan&quot; &lt;spiel@example.org&gt; 11/23/2026 10:12 AM &gt;&gt;&gt;<br>" +
			"Im Schatz liegen 4711 Goldstücke.<br>"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"11 below it is a mail of another player, in an answer",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Peace until winter?\n\n>>> Cid 23.11.2026 10:12 >>>\n" +
				"At dawn 4711 of my men take realm 2 from the north.\n"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, dee, masterAddress}}}, nil, "", false},
	{"11 below it are one's own old orders",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"},
			{from: ann, subject: "Frage", text: "Was kostet denn so ein Schiff im Norden?\n\n" +
				">>> Ann <r1@example.org> 23.11.2026 10:12 >>>\n$I 1 PASSWORD 1\n$A\ndig 8\n$E\n"}},
		[]told{{"ein Schiff", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, "", false},
	{"11 below it is another's yes",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, subject: "Re: CODE", text: ">>> Bob <r2@example.org> 23.11.2026 10:12 >>>\nYES\n"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"11 a yes that is marked with a stroke",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"}, {from: ann, subject: "Re: CODE", text: "| YES\n"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"11 a report that is marked with strokes, and one with initials",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?\n\nBovistan wrote:\n" +
			"| Im Schatz liegen 4711 Goldstücke.\n\nAnd until spring?\n\nB> Ein Heer von 4712 Mann\nB> steht bereit.\n"}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"And until spring", []string{bob}, nil},
			{"4711", nil, []string{bob, cid, dee, masterAddress}}, {"4712", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"11 below a head without colons",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E\n"},
			{from: ann, subject: "Frage", text: "Was kostet denn so ein Schiff im Norden?\n\nAnn <r1@example.org>\n" +
				"23.11.2026 10:12\n\nAn\nspiel@example.org\nKopie\n\nThema\nZug\n\n$I 1 PASSWORD 1\n$A\ndig 8\n$E\n"}},
		[]told{{"ein Schiff", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, "", false},
	{"12 an answer to one's own mail, which had a form",
		[]mail{{from: ann, subject: "Zug", text: "=== VORLAGE 00000000 ===\n$I 1 PASSWORD 1\n$A\ndig 3\n"},
			{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 5\n$E\n"},
			{from: ann, subject: "Re: Zug", text: "Was kostet denn so ein Schiff im Norden?\n\n" +
				"Am 27.11.2026 um 20:10 schrieb Ann <r1@example.org>:\n> === VORLAGE 00000000 ===\n> $I 1 PASSWORD 1\n> $A\n" +
				"> dig 3\n"}},
		[]told{{"ein Schiff", []string{masterAddress}, []string{bob}}}, map[int]string{1: "5"}, "", false},
	{"11 a question below a picture below the orders",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$E", more: []string{"Was kostet denn ein Schiff im Norden?"}}},
		[]told{{"ein Schiff im Norden", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, "", false},
	{"11 a question above a picture above the orders",
		[]mail{{from: ann, subject: "Zug", text: "Was kostet denn ein Schiff im Norden?", more: []string{"$I 1 PASSWORD 1\n$A\ndig 3\n$E"}}},
		[]told{{"ein Schiff im Norden", []string{masterAddress}, []string{bob}}}, map[int]string{1: "3"}, "", false},
	{"11 a letter that goes on below a picture",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?", more: []string{"But I attack on Friday."}}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"attack on Friday", []string{bob}, []string{cid}}}, nil, "", false},
	{"11 the same in pages",
		[]mail{{from: ann, subject: "LETTER 2", text: "<div>$I 1 PASSWORD 1</div><div>Peace until winter?</div>", html: true,
			more: []string{"<div>But I attack on Friday.</div>"}}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"attack on Friday", []string{bob}, []string{cid}}}, nil, "", false},
	{"11 a message that goes on below a picture",
		[]mail{{from: ann, subject: "Zug", text: "$I 1 PASSWORD 1\n$A\ndig 3\n$N\n#2\nPeace until winter, look:",
			more: []string{"but leave the north.\n#E\n$E"}}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"leave the north", []string{bob}, []string{cid}}}, map[int]string{1: "3"}, "", false},
	{"11 an answer with its orders below a picture",
		[]mail{{from: bob, subject: "LETTER 1", text: "$I 2 PASSWORD 2\nShall we march together?\n"},
			{from: ann, answers: "letter", text: "Yes, we march at dawn.", more: []string{"$I 1 PASSWORD 1\n$A\ndig 3\n$E"}}},
		[]told{{"march at dawn", []string{bob}, []string{cid}}}, map[int]string{1: "3"}, "", false},
	{"11 yes, and no below a picture",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", text: "<div>YES</div><blockquote>CODE</blockquote>", html: true,
				more: []string{"<div>but only if Cid agrees, please wait.</div>"}}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"11 what an earlier mail says below a picture in it",
		[]mail{{from: ann, subject: "LETTER 2", text: "$I 1 PASSWORD 1\nPeace until winter?\n\n-----Original Message-----\n" +
			"From: Bovistan <spiel@example.org>\nSent: 23.11.2026\nSubject: Bericht\n\nThe map:",
			more: []string{"There is 4711 in the treasury."}}},
		[]told{{"Peace until winter", []string{bob}, nil}, {"4711", nil, []string{bob, cid, dee, masterAddress}}}, nil, "", false},
	{"11 a page that says more than its plain text",
		[]mail{{from: ann, subject: "Frage", text: "Your mail program does not show pages.", page: "<div>Was kostet denn ein Schiff im Norden?</div>"}},
		[]told{{"ein Schiff im Norden", []string{masterAddress}, []string{bob}}}, nil, "", false},
	{"12 a yes that a rule for elements within others hides",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", html: true,
				text: "<style>.w .x{display:none}</style><div class=w><div class=x>YES</div></div><blockquote>CODE</blockquote>"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"12 a yes in white",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", html: true, text: "<font color=white>YES</font><blockquote>CODE</blockquote>"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"12 a yes that is struck out by its style",
		[]mail{{from: ann, subject: "ADDRESS neu@example.net"},
			{from: ann, answers: "code", html: true,
				text: "<span style=\"text-decoration:line-through\">YES</span><blockquote>CODE</blockquote>"}},
		[]told{{"neu@example.net", nil, []string{newAddress}}}, nil, "", false},
	{"12 an order that is struck out by its style",
		[]mail{{from: ann, subject: "Zug", html: true, text: "<div>$I 1 PASSWORD 1</div><div>$A</div><div>dig 3</div>" +
			"<div style=\"text-decoration: line-through\">dig 7</div><div>$E</div>"}},
		nil, map[int]string{1: "3"}, "", false},
	{"12 words below a hidden paragraph that is never closed",
		[]mail{{from: ann, subject: "LETTER 2", html: true, text: "<div>$I 1 PASSWORD 1</div><div>Peace first.</div>" +
			"<p style=\"display:none\">4711<p>My plan for winter</p><p>is peace</p>"}},
		[]told{{"My plan for winter", []string{bob}, nil}, {"is peace", []string{bob}, nil}, {"4711", nil, []string{bob}}}, nil, "", false},
}

// TestRows plays the faults of the past, one letter each.
func TestRows(t *testing.T) {
	for _, c := range slices.Concat(cases, whose, second, returned, quotes, readers, named) {
		t.Run(c.name, func(t *testing.T) {
			p := c.begin(t)
			var drafts []*draft
			var out []letterOut
			writer := ""
			for n, m := range c.mails {
				p.later(70 * time.Minute)
				for range m.at {
					p.notes(p.resolves())
				}
				if m.undo {
					p.notes(p.undoes(false))
				}
				var d *draft
				if m.again > 0 {
					d = drafts[m.again-1].byAnotherWay(m.added)
				} else {
					d, writer = p.written(m, n), m.from
				}
				drafts = append(drafts, d)
				out = p.post(d.bytes())
				if p.notes(out); n == 0 {
					p.first = aCode.FindString(p.asked.whole())
				}
			}
			got := answers{p, out}
			for _, w := range c.told {
				for _, who := range w.reads {
					if !strings.Contains(got.to(who), w.words) {
						t.Errorf("%s does not read %q", who, w.words)
					}
				}
				for _, who := range w.others {
					if strings.Contains(got.to(who), w.words) || who == newAddress && got.to(who) != "" {
						t.Errorf("%s reads %q", who, w.words)
					}
				}
			}
			if c.says != "" && !regexp.MustCompile(c.says).MatchString(got.to(writer)) {
				t.Errorf("no answer to the writer matches %s", c.says)
			}
			for realm, want := range c.force {
				if force := p.inForce(realm); force != want {
					t.Errorf("in force for realm %d is %q, want %q", realm, force, want)
				}
			}
			if t.Failed() {
				for _, l := range out {
					t.Logf("to %s: %s\n%s", l.to, l.subject, l.text)
				}
			}
		})
	}
}

// begin founds the world of a row: one in which first letters wait for an answer, if any is answered.
func (c row) begin(t *testing.T) *play {
	if slices.ContainsFunc(c.mails, func(m mail) bool { return m.answers == "first" }) {
		return beginFirst(t)
	}
	return begin(t, 1, 1, func(s *world.Settings) {
		if c.plays {
			s.Masters = []string{masterAddress, ann}
		}
	})
}

// withPasswords fills in the realms' passwords.
func (p *play) withPasswords(text string) string {
	for r := 1; r <= realms; r++ {
		text = strings.ReplaceAll(text, fmt.Sprintf("PASSWORD %d", r), p.Passwords[r])
	}
	return text
}

// written is a mail of the table, as it arrives.
func (p *play) written(m mail, n int) *draft {
	code := aCode.FindString(p.asked.whole())
	text := strings.ReplaceAll(p.withPasswords(m.text), "FORM", mark(p.form.text))
	text = strings.ReplaceAll(text, "> CODE", "> "+code)
	d := &draft{from: m.from, subject: strings.NewReplacer("CODE", code, "FIRST", p.first).Replace(m.subject), date: p.ClockAt,
		id:     fmt.Sprintf("<row%d@mail.example.net>", n),
		coding: "8bit", place: nothing}
	for _, more := range m.more {
		d.more = append(d.more, p.withPasswords(more))
	}
	var of letterOut
	var realm int
	_, _ = fmt.Sscanf(m.from, "r%d@", &realm)
	switch m.answers {
	case "letter":
		of = p.passed[max(realm, 1)] // somebody unknown has Ann's
	case "first":
		of = p.reports[max(realm, 1)]
	case "substitute":
		of = p.passed[1]
	case "code":
		of = p.asked
	case "question":
		of = p.question
	case "receipt":
		of = p.receipts[realm]
	case "anns":
		of = p.receipts[1]
	}
	reply := "Re: "
	if m.forwards {
		reply = "Fwd: "
	} else if of.id != "" && !m.unnamed {
		d.replyTo, d.refs = of.id, of.id
	}
	if d.subject == "" && of.id != "" {
		d.subject = reply + of.subject
	}
	if m.alters[0] != "" {
		if !strings.Contains(of.text, m.alters[0]) {
			p.t.Fatalf("%q is not in the letter: %s", m.alters[0], of.text)
		}
		of.text = strings.Replace(of.text, m.alters[0], m.alters[1], 1)
	}
	d.own = strings.NewReplacer("QUOTE", mark(of.text), "WHOLE", of.text, "CUT", cutForm(of.text)).Replace(text)
	attached := of
	if attached.id == "" {
		attached = p.asked
	}
	d.subject = strings.ReplaceAll(d.subject, "%s", of.subject)
	if m.attached > 0 {
		d.place, d.quote = m.attached, &quote{of: p.ours(attached)}
	}
	if m.brings != "" {
		d.place, d.quote = asMail, &quote{of: earlier{name: "Ann", from: ann, to: bob, subject: "our plan",
			id: "<row0@mail.example.net>", text: p.withPasswords(m.brings), date: p.ClockAt}}
	}
	if m.file != "" {
		d.files = append(d.files, file{"zug.txt", "text/plain", []byte(p.withPasswords(m.file))})
	}
	switch {
	case m.html:
		d.raw, d.form = strings.ReplaceAll(text, "CODE", code), htmlOnly
	case m.page != "":
		d.raw, d.form = p.withPasswords(m.page), both
	}
	return d
}

// byAnotherWay is the same mail once more, perhaps with a file that a list or a scanner has added.
func (d draft) byAnotherWay(added string) *draft {
	d.extra = append(slices.Clone(d.extra),
		"Received: from mx2.example.net by mx.example.org; Tue, 24 Nov 2026 10:00:00 +0100")
	if added != "" {
		d.files = append(slices.Clone(d.files), file{"footer.txt", "text/plain", []byte(added)})
	}
	return &d
}
