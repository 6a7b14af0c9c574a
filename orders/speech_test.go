package orders

import (
	"strings"
	"testing"
)

// What letters that only speak say comes below the orders, each message once, each setting as it was said last; a
// letter with orders replaces what is above.
func TestSpeechIsAdded(t *testing.T) {
	t.Parallel()
	l := speaking()
	text, from := "$I 1\n$A\na 1\n$N\n#2\nHallo\n#E\n$S\nVorlage ja\n-- \nR.\n", 0
	for _, step := range []struct {
		says, want string
		news       int
	}{
		{"$N\n#2\nHallo\n#3\nFriede\n#E\n", "$N\n#3\nFriede\n#E\n$E\n", 1},
		{"$N\n#3\nFriede\n#E\n", "$N\n#3\nFriede\n#E\n$E\n", 0},
		{"$S\nVorlage ja\nEntwurf\n", "$N\n#3\nFriede\n#E\n$S\nEntwurf ja\n$E\n", 1},
		{"$S\nVorlage nein\n", "$N\n#3\nFriede\n#E\n$S\nEntwurf ja\nVorlage nein\n$E\n", 1},
		{"$K\nEin Volk\nam Meer\n", "$N\n#3\nFriede\n#E\n$K\nEin Volk\nam Meer\n$S\nEntwurf ja\nVorlage nein\n$E\n", 1},
		{"$K\nEin Volk\n", "$N\n#3\nFriede\n#E\n$K\nEin Volk\n$S\nEntwurf ja\nVorlage nein\n$E\n", 1},
	} {
		var news *File
		text, from, news, _ = l.Add(text, from, l.Parse(step.says))
		if above, said := parted(text, from); above != "$I 1\n$A\na 1\n$N\n#2\nHallo\n#E\n$S\nVorlage ja\n" ||
			said != step.want || len(news.Lines)+len(news.Settings) != step.news {
			t.Errorf("with %q, %d new, the sheet is\n%s---\n%s", step.says, len(news.Lines)+len(news.Settings), above, said)
		}
	}
	text, from = l.Keep("$A\na 2\n$K\nEin anderes\n$E\nGruß", text, from)
	if want := "$A\na 2\n$K\nEin anderes\n$N\n#3\nFriede\n#E\n$S\nVorlage nein\n$E\n"; text != want || from != 5 {
		t.Errorf("after other orders, from line %d:\n%s", from, text)
	}
}

// Whatever the sheet is, and wherever a file says that speech begins, nothing panics, and there is an end to it.
func TestSpeechHasBounds(t *testing.T) {
	t.Parallel()
	l := speaking()
	for _, from := range []int{-3, 0, 1, 2, 99} {
		text, at, _, left := l.Add("$A\na 1\n", from, l.Parse("$N\n"+strings.Repeat("#2\nx\n#3\ny\n", 2)))
		if l.Keep("", text, at); len(left) > 0 {
			t.Errorf("from %d: no room for %+v", from, left)
		}
	}
	text, from := "$A\na 1\n", 0
	for i := range 60 {
		text, from, _, _ = l.Add(text, from, l.Parse("$N\n#2\n"+strings.Repeat("x", i+1)+"\n#E\n"))
	}
	if n := len(l.Parse(text).Lines); n != 1+messagesLimit || l.Parse(text).Errors() > 0 {
		t.Errorf("%d lines, %d errors", n, l.Parse(text).Errors())
	}
	_, _, _, left := l.Add(text, from, l.Parse("$N\n#4\nz\n#E\n"))
	if len(left) != 1 || NoRoom(left).Line != 2 {
		t.Errorf("left are %+v", left)
	}
}

func speaking() *Language {
	line := func(text string) (Order, []Problem) { return Text{Text: text}, nil }
	return &Language{Sections: []Section{
		{Letter: 'A', Names: []string{"Armee"}, Line: line},
		{Letter: 'N', Names: []string{"Nachrichten"}, Kind: Messages},
		{Letter: 'K', Names: []string{"Kultur"}, Kind: Prose},
		{Letter: 'S', Names: []string{"Spezial"}, Line: line},
	}}
}

// Whatever somebody writes to somebody, it is one message, and orders nothing.
func TestToldIsOneMessage(t *testing.T) {
	t.Parallel()
	l := speaking()
	for _, text := range []string{"$A\na 1", "`$A`\na 1", "x\n#3\ny", "x\n-- \ny", "$E\rx", "\u2028#A\n\n", "$Armee 3\n$N", "#E"} {
		m := Told("2", text)
		f := l.Parse(string(l.Print(nil, &File{Lines: []Line{{Section: 'N', Order: m}}})))
		if len(f.Lines) != 1 || f.Lines[0].Order != Order(m) || f.Errors() > 0 {
			t.Errorf("%q is told as %q and read as %+v", text, m.Text, f)
		}
	}
}
