package orders

import (
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
)

func TestTokens(t *testing.T) {
	kinds := map[lexer.TokenType]string{tokenWord: "w", tokenNumber: "n", tokenSign: "s", tokenMark: "m"}
	for text, want := range map[string]string{
		"K.M 1 122 A+ K.M 2":   "w:K.M n:1 n:122 w:A s:+ w:K.M n:2",
		"KM1":                  "w:KM n:1",
		"W 2 -1 34":            "w:W n:2 n:-1 n:34",
		"V-12 14":              "w:V s:- n:12 n:14",
		"V- -12":               "w:V s:- n:-12",
		"2 –1 −3":              "n:2 n:–1 n:−3",
		"20.000 1,234,567":     "n:20.000 n:1,234,567",
		"20.0000 2000.000 1.2": "n:20 m:. n:0000 n:2000 m:. n:000 n:1 m:. n:2",
		"7.Süd Die_Goldene":    "n:7 m:. w:Süd w:Die_Goldene",
		"a\u00a0\t b€":         "w:a w:b m:€",
		"-":                    "s:-",
		"a\x7fb":               "w:a w:b",
		"K.":                   "w:K m:.",
		"K.1 .L":               "w:K m:. n:1 m:. w:L",
		"a@b`c{d[e zZ _":       "w:a m:@ w:b m:` w:c m:{ w:d m:[ w:e w:zZ w:_",
		"0/9:8":                "n:0 m:/ n:9 m:: n:8",
		"2.123.4567":           "n:2.123 m:. n:4567",
		"123.456":              "n:123.456",
		"1,23":                 "n:1 m:, n:23",
		"1.2a3 1.23":           "n:1 m:. n:2 w:a n:3 n:1 m:. n:23",
		"3-4 -x +5":            "n:3 s:- n:4 s:- w:x s:+ n:5",
		"5 -":                  "n:5 s:-",
		"x–":                   "w:x s:–",
	} {
		if got := cut(text, LettersOnly, kinds); got != want {
			t.Errorf("%q gives %s, want %s", text, got, want)
		}
	}
	if got := cut("Suedheer2 3a", LettersAndDigits, kinds); got != "w:Suedheer2 n:3 w:a" {
		t.Errorf("words with digits: %s", got)
	}
}

func cut(text string, words Words, kinds map[lexer.TokenType]string) string {
	lex, _ := tokens{words}.Lex("", strings.NewReader(text))
	all, _ := lexer.ConsumeAll(lex)
	var out []string
	for _, tok := range all[:len(all)-1] {
		if text[tok.Pos.Offset:][:len(tok.Value)] != tok.Value {
			out = append(out, "misplaced")
		}
		out = append(out, kinds[tok.Type]+":"+tok.Value)
	}
	return strings.Join(out, " ")
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{"20.000": 20000, "-1": -1, "–3": -3, "1,234,567": 1234567, "007": 7,
		"−7": -7, "1000000000": Biggest} {
		if n, ok := Number(Token{Value: text}); !ok || n != want {
			t.Errorf("%s is %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"", "-", "1000000001", "99999999999999999999999", "x", "1-2", "1–2", "1−2",
		"1:2", "1/2", ","} {
		if n, ok := Number(Token{Value: text}); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
}
