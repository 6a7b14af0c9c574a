package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// notText is the remark that a part of a letter is a PDF.
func notText(part string) phrase.Phrase {
	return phrase.P("note.not-text", phrase.Str("word", "pdf"), phrase.Num("n", 0), phrase.Str("part", part))
}

// A file for the game need not be text, but for other files there is a remark. Only files for the game are stored, and
// BEFEHLE names no others.
func TestFilesOfTheGame(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Picky: true}, 1)
	files := func() (n int) {
		must(t, b.View(func(tx *store.Tx) error {
			return tx.Bucket([]byte("files")).ForEach(func(_, _ []byte) error { n++; return nil })
		}))
		return n
	}
	before := files()
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
	l.Files = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 1")}, {Name: "logo.pdf", Data: []byte("%PDF 2")},
		{Name: "list2.pdf", Data: []byte{}}}
	l.Notes = []phrase.Phrase{notText("zip: list1.pdf"), notText("logo.pdf"), notText("list2.pdf")}
	b.Accept(l)
	text := b.Sent("receipt", b.ClockAt)[0].Text
	if strings.Contains(text, "Was in list1.pdf") || !strings.Contains(text, "Was in logo.pdf") ||
		!strings.Contains(text, "Was in list2.pdf") {
		t.Error(text)
	}
	if got := files() - before; got != 1 { // the list; the logo is not for the game, and the other list is empty
		t.Errorf("%d files are stored", got)
	}
	b.Accept(b.Letter(1, "BEFEHLE\n"))
	if d := b.Sent("", b.ClockAt); len(d) != 1 || !strings.Contains(d[0].Text, "list1.pdf") ||
		strings.Contains(d[0].Text, "logo") || strings.Contains(d[0].Text, "list2") {
		t.Errorf("%+v", d)
	}
}

// A letter with files for the game that does not say whose it is gets exactly that answer: what is missing, and that
// the files are not stored.
func TestFilesWithoutIdentity(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Hello, here are my lists.\n", "", "$A\ndig 1\n",
		"What is the deadline? My lists are with this.\n"} {
		b := worldtest.Found(t, worldtest.Tiny{Picky: true}, 1)
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, text)
		l.Files = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 1")}, {Name: "list2.pdf", Data: []byte("%PDF 2")},
			{Name: "x.gif", Data: []byte("GIF")}}
		l.Notes = []phrase.Phrase{notText("list1.pdf"), notText("list2.pdf")}
		if a := b.Accept(l); a.Fate != receipt.Unidentified || a.Reason.Code != "files-no-identity" {
			t.Errorf("%q: %s %s", text, a.Fate, a.Reason.Code)
		}
		d := b.Sent("receipt", b.ClockAt)
		if len(d) != 1 || !strings.Contains(d[0].Text,
			"nichts ist aufgehoben, auch list1.pdf, list2.pdf nicht. Schreibt $I 1 ") ||
			strings.Contains(d[0].Text, "reinen Text") {
			t.Errorf("%q: %+v", text, d)
		}
	}
}

// Names of files cannot make lines of their own in an answer, nor change the direction of writing.
func TestNamesOfFilesAreOneLine(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n")
	name := "a.pdf\n  You have won.\u2028Yes\u202e\x07"
	l.Files = []game.File{{Name: name, Data: []byte("x")}}
	l.Notes = []phrase.Phrase{phrase.P("note.not-text-binary", phrase.Str("part", name))}
	b.Accept(l)
	b.Accept(b.Letter(1, "BEFEHLE\n"))
	sent := b.Sent("", b.ClockAt)
	for _, d := range sent {
		if strings.Contains(d.Text, "\n  You have won") || strings.ContainsAny(d.Text, "\u2028\u202e\x07") {
			t.Errorf("%q", d.Text)
		}
	}
	if last := sent[len(sent)-1].Text; !strings.Contains(last, "a.pdf   You have won. Yes") {
		t.Error(last)
	}
}

// Files that are not for the game cost nothing: the store grows by what each letter says, not by what all earlier ones
// had.
func TestNamesOfFilesDoNotPileUp(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Picky: true}, 1)
	size := func() (n int) {
		must(t, b.View(func(tx *store.Tx) error {
			for _, bucket := range [][]byte{[]byte("files"), []byte("sheets"), []byte("replaced")} {
				_ = tx.Bucket(bucket).ForEach(func(_, v []byte) error { n += len(v); return nil })
			}
			return nil
		}))
		return n
	}
	before := size()
	for n := range 20 {
		l := b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n%9+1))
		for k := range 100 {
			l.Files = append(l.Files,
				game.File{Name: fmt.Sprintf("%x.dat", worldtest.Noise(40, uint64(100*n+k))), Data: []byte{1}})
		}
		b.ClockAt = b.ClockAt.Add(time.Minute)
		b.Accept(l)
	}
	// a sheet of one line is some hundred bytes; a hundred names were 8000 each
	if got := size() - before; got > 20*1000 {
		t.Errorf("%d bytes", got)
	}
}

// What a closed game has a use for is what it had a use for when it was open: a letter that comes too late for it hears
// no complaint about such a file, and without a realm it hears the same.
func TestFilesOfAClosedGame(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		b := worldtest.Found(t, worldtest.Tiny{Picky: true}, 1)
		if closed {
			_, err := schedule.Close(b.World, 0, "It is enough.", b.ClockAt)
			must(t, err)
		}
		b.Sent("", b.ClockAt)
		send := func(text string, want receipt.Fate) string {
			l := b.Letter(1, text)
			l.Files = []game.File{{Name: "list1.pdf", Data: []byte("%PDF 1")}, {Name: "logo.pdf", Data: []byte("%PDF 2")}}
			l.Notes = []phrase.Phrase{notText("list1.pdf"), notText("logo.pdf")}
			if a := b.Accept(l); a.Fate != want {
				t.Errorf("closed %t, %q: %s %s", closed, text, a.Fate, a.Reason.Code)
			}
			return b.Sent("receipt", b.ClockAt)[0].Text
		}
		fate := receipt.Taken
		if closed {
			fate = receipt.Refused
		}
		text := send("$I 1 PASSWORD\n$A\ndig 1\n", fate)
		if strings.Contains(text, "Was in list1.pdf") || !strings.Contains(text, "Was in logo.pdf") {
			t.Errorf("closed %t: %s", closed, text)
		}
		if text = send("", receipt.Unidentified); !strings.Contains(text, "nichts ist aufgehoben, auch list1.pdf nicht") {
			t.Errorf("closed %t: %s", closed, text)
		}
	}
}
