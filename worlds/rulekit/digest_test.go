package rulekit

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// digestBook has a game's own words for a digest.
func digestBook(t *testing.T, lang phrase.Lang, own string) *phrase.Book {
	t.Helper()
	book, err := phrase.Load(lang, Texts(lang), []byte(own), []byte(stampText))
	if err != nil {
		t.Fatal(err)
	}
	return book
}

const digestEn = `when = "spring"
"news.won" = "{n} {n:field|fields} won"
"news.lost" = "{n} {n:field|fields} lost"
"news.lost.won" = "{n} lost"
"news.fights" = "{n} fights"
"news.ships" = "{n} ships"
"lead.won" = "{listed} {n:is|are} yours"
"lead.lost" = "the mine is lost"
"lead.fights" = "you fought"
"lead.ships" = "ships came"
siege = "Stay on {field}."
more = "Nobody may come."
no = "No such army."
late = "Too late."
gold = "You have {gold} GS."
land = "You own 2 fields."
fight = "W1: you hold."
`

// A mail says first what counts: the headline, what needs the player with a line that the receipt accepts, what was won
// and lost, money, and the letters. The subject counts the four weightiest kinds, in their order.
func TestDigest(t *testing.T) {
	t.Parallel()
	p := &Text{Reader: &Reader{Book: digestBook(t, phrase.En, digestEn), Name: func(int) string { return "Anna" }}}
	at := func(line int, code string) orders.Problem {
		return orders.Problem{Position: orders.Position{Line: line}, What: phrase.P(code)}
	}
	var asked []string
	d := Digest{
		Realm: 2, When: phrase.P("when"),
		News: []News{
			{Kind: "ships", N: 9, Weight: 1, Lead: phrase.P("lead.ships")},
			{Kind: "won", N: 5, Weight: 7, Lead: phrase.P("lead.won", p.List([]string{"1/1", "1/2", "1/3", "1/4", "1/5"})...)},
			{Kind: "lost", N: 1, Weight: 8, Lead: phrase.P("lead.lost")},
			{Kind: "fights", N: 2, Weight: 5, Lead: phrase.P("lead.fights")},
		},
		Needs: []Need{
			{Said: phrase.P("siege", phrase.Str("field", "5/8")), More: []phrase.Phrase{phrase.P("more")}, Section: 'A', Line: "K.S 1 0"},
			{Said: phrase.P("siege", phrase.Str("field", "6/8")), Section: 'A', Line: "K.S 2 0"},
		},
		Refused: []orders.Problem{at(2, "no"), at(2, "late"), at(0, "late"), at(3, "no")},
		Written: "$A\nK.M 9  0 ; north\n\n",
		Won:     []Sentences{{phrase.P("fight"), phrase.P("fight")}},
		Lost:    slices.Repeat([]Sentences{{phrase.P("fight")}}, 14),
		Stands:  []Sentences{{phrase.P("gold", phrase.Num("gold", 7)), phrase.P("land")}},
		Public:  &game.Standings{Rows: []game.Standing{{Realm: 1, Place: 1}, {Realm: 2, Place: 2}}},
		Letters: []PlayerMessage{{From: 1, To: 2, Text: "Peace?"}, {Not: 3, Text: "They say."}, {From: 3, To: 1, Text: "Secret."}},
		Reply:   'N',
		Check: func(text string) game.Checked {
			if asked = append(asked, text); strings.Contains(text, "K.S 2") {
				return game.Checked{Problems: []orders.Problem{at(2, "no")}}
			}
			return game.Checked{InForce: []game.InForce{{Line: 2}}}
		},
	}
	body, news := d.Mail(p)
	want := `spring: The mine is lost, 1/1, 1/2, 1/3 and 2 more are yours, and you fought.

What needs you:
- Stay on 5/8. Nobody may come. The line for it, under $A:
    K.S 1 0
- Stay on 6/8.
- 3 lines did not count:
    Line 2, K.M 9 0: No such army. Too late.
    Too late.
    Line 3: No such army.

Won:
- W1: you hold. W1: you hold.
Lost:
` + strings.Repeat("- W1: you hold.\n", 12) + `- More of this in the report (2).

You have 7 GS. You own 2 fields.
You are in place 2 of 2.

Messages:
From Anna (1):
> Peace?
A rumour:
> They say.
To answer: under $N a line #1, and the text below it.
`
	if string(body) != want {
		t.Errorf("the mail says\n%s\nand not\n%s", body, want)
	}
	if want := "5 fields won, 1 lost, 2 fights, 3 lines did not count"; news != want {
		t.Errorf("the subject has %q, not %q", news, want)
	}
	if want := "$A\nK.S 1 0\n\n$E\n"; len(asked) != 2 || asked[0] != want {
		t.Errorf("the receipt was asked for %q", asked)
	}
}

// The quoted order names an army already: its reason does not do so again. Other words before a colon stay.
func TestReasonsNameNobodyTwice(t *testing.T) {
	t.Parallel()
	book := digestBook(t, phrase.En, digestEn+`few = "{army}: too few."
rule = "By §7: {army}: too few."
`)
	why := func(line int, code, army string) orders.Problem {
		return orders.Problem{Position: orders.Position{Line: line}, What: phrase.P(code, phrase.Str("army", army))}
	}
	d := Digest{When: phrase.P("when"), Written: "$A\nS.L 1 5 E+\nR.L 11 3 A+",
		Refused: []orders.Problem{why(2, "few", "S.L 1"), why(3, "few", "R.L 1"), why(0, "few", "S.L 1"), why(2, "rule", "S.L 1")}}
	body, _ := d.Mail(&Text{Reader: &Reader{Book: book}})
	want := "    Line 2, S.L 1 5 E+: too few.\n    Line 3, R.L 11 3 A+: R.L 1: too few.\n    S.L 1: too few.\n" +
		"    Line 2, S.L 1 5 E+: By §7: S.L 1: too few.\n"
	if !strings.Contains(string(body), want) {
		t.Errorf("the mail says\n%s\nand not\n%s", body, want)
	}
}

// A quiet turn is one sentence, and a mail names six needs at most.
func TestDigestOfLittleAndMuch(t *testing.T) {
	t.Parallel()
	book := digestBook(t, phrase.En, digestEn)
	quiet := Digest{When: phrase.P("when"), Stands: []Sentences{{phrase.P("land")}}}
	body, news := quiet.Mail(&Text{Reader: &Reader{Book: book}})
	if want := "spring: It was a quiet turn.\n\nYou own 2 fields.\n"; string(body) != want || news != "" {
		t.Errorf("a quiet turn is %q, %q", body, news)
	}
	much := Digest{When: phrase.P("when"), Needs: slices.Repeat([]Need{{Said: phrase.P("more")}}, 8),
		Refused: []orders.Problem{{What: phrase.P("late")}}}
	body, _ = much.Mail(&Text{Reader: &Reader{Book: book}})
	if n := strings.Count(string(body), "- Nobody may come."); n != 5 {
		t.Errorf("%d needs before the lines that were not done:\n%s", n, body)
	}
	if want := "- 1 line did not count:\n    Too late.\n- 3 more points in the report.\n"; !strings.Contains(string(body), want) {
		t.Errorf("the needs do not end so: %s\n%s", want, body)
	}
}

// Headline and needs are said in another language with their lists.
func TestDigestReworded(t *testing.T) {
	t.Parallel()
	from := digestBook(t, phrase.En, digestEn)
	to := digestBook(t, phrase.De, `when = "Frühling"
"lead.won" = "{listed} {n:ist|sind} Euer"
siege = "Bleibt auf {field}."
more = "Niemand darf kommen."
`)
	p := &Notes{Reader: &Reader{Book: from}, Facts: game.Facts{Lang: phrase.En}}
	d := Digest{When: phrase.P("when"), Needs: []Need{{Said: phrase.P("siege", phrase.Str("field", "5/8")),
		More: []phrase.Phrase{phrase.P("more")}}},
		News: []News{{Lead: phrase.P("lead.won", p.List([]string{"1/1", "1/2", "1/3", "1/4", "1/5"})...)}}}
	d.Note(p)
	Reword(&p.Facts, from, to)
	n := p.Facts.Needs[0]
	if got, want := p.Facts.Headline.Text, "Frühling: 1/1, 1/2, 1/3 und 2 weitere sind Euer."; got != want {
		t.Errorf("the headline is %q, not %q", got, want)
	}
	if n.Text != "Bleibt auf 5/8." || n.More[0].Text != "Niemand darf kommen." {
		t.Errorf("the need is %+v", n)
	}
}
