package orders

import (
	"strings"

	"weltentor/orders/phrase"
)

// small is a language for the tests: `$A` moves (`Nord 3`), `$N` messages, `$K`
// free text, `$S` with names in which `;` is text.
func small() *Language {
	return &Language{Sections: []Section{
		{Letter: 'A', Names: []string{"Armee", "Army"}, Line: readMove, Key: moveKey,
			Examples: []string{"Nord 3", "Sued -20.000 +"}},
		{Letter: 'N', Names: []string{"Nachrichten", "Messages"}, Kind: Messages},
		{Letter: 'K', Names: []string{"Kultur", "Culture"}, Kind: Prose},
		{Letter: 'S', Names: []string{"Spezial"}, Line: readName, Raw: func(string) bool { return true },
			Examples: []string{"Eis;volk"}},
	}}
}

var moveGrammar = NewGrammar(LettersOnly, "Nord 3", Slot{"@Word", "where"}, Slot{"@Number", "far"}, Slot{"@Sign?", ""})

type move struct {
	where string
	far   string
	sign  string
}

func (m move) Print(dst []byte, _ phrase.Lang) []byte {
	return append(dst, strings.TrimSpace(m.where+" "+m.far+" "+m.sign)...)
}

func readMove(text string) (Order, []Problem) {
	var line Tokens
	wrong := moveGrammar.Parse(text, &line)
	if wrong != nil {
		return nil, []Problem{*wrong}
	}
	m := move{where: line.Each[0].Value, far: line.Each[1].Value, sign: line.Each[2].Value}
	if len(m.where) == 1 {
		return m, []Problem{WarningAt(text, line.Each[0], phrase.P("short"))}
	}
	return m, nil
}

func moveKey(o Order) string { return o.(move).where }

type name string

func (n name) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, n...) }

func readName(text string) (Order, []Problem) {
	n := trim(text)
	if strings.HasPrefix(n, "$") { // printed at column 1 it would be a head
		return nil, []Problem{ErrorAt(text, Token{}, phrase.P("dollar"))}
	}
	return name(n), nil
}

// told lists problems as `line:col severity code`, one a line.
func told(f *File) string {
	var out strings.Builder
	for _, p := range f.Problems {
		out.WriteString(placeOf(p.Position) + " " + string(p.Severity) + " " + p.What.Code + "\n")
	}
	return out.String()
}
