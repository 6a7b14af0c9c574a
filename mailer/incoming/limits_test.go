package incoming

import "testing"

// The first lines of a text, and what follows them.
func TestFirstLines(t *testing.T) {
	for _, c := range []struct {
		text       string
		n          int
		head, rest string
		lines      int
	}{
		{"a\nb\nc\n", 2, "a\nb\n", "c\n", 2}, {"a\nb\nc", 3, "a\nb\nc", "", 3}, {"a\nb\n", 3, "a\nb\n", "", 2},
		{"a", 0, "", "a", 0}, {"", 2, "", "", 0}, {"\n\na", 1, "\n", "\na", 1}, {"\na", 2, "\na", "", 2},
		{"a", 1, "a", "", 1},
	} {
		head, lines := firstLines(c.text, c.n)
		if rest := string(afterLines([]byte(c.text), c.n)); head != c.head || rest != c.rest || lines != c.lines {
			t.Errorf("%d of %q: %q, %q, %d; want %q, %q, %d", c.n, c.text, head, rest, lines, c.head, c.rest, c.lines)
		}
	}
}

// As much of a text is read as is allowed, in whole lines, and in whole characters of UTF-16.
func TestAfford(t *testing.T) {
	for _, c := range []struct {
		data, head string
		text, left int
	}{
		{"ab\ncd\nef", "ab\ncd\nef", 8, 0}, {"ab\ncd\nef", "ab\ncd\nef", 9, 1}, {"ab\ncd\nef", "ab\ncd\n", 7, 1},
		{"ab\ncd\nef", "ab\n", 4, 1}, {"abcdef", "abcd", 4, 0}, {"\nabc", "\n", 3, 2}, {"ab", "", 0, 0},
		{"a\x00\n\x00b\x00", "a\x00\n\x00", 3, 0}, {"a\x00\n\x00b\x00", "a\x00\n\x00", 4, 0},
		{"\x00a\x00\n\x00b", "\x00a\x00\n", 5, 1}, {"\x00bc", "\x00bc", 3, 0}, {"\x00bc", "\x00b", 1, 0},
	} {
		w := &walker{budget: budget{Text: c.text}}
		head, whole := w.afford([]byte(c.data))
		if string(head) != c.head || whole != (c.head == c.data) || w.Text != c.left {
			t.Errorf("%q of %d: %q, %v, %d left; want %q, %d left", c.data, c.text, head, whole, w.Text, c.head, c.left)
		}
	}
}

// Something that is not text is not read as text, whatever it claims to be.
func TestIsText(t *testing.T) {
	const blank = "                                                 " // 49
	letters := make([]byte, 1<<17)
	for i := range letters[:1<<16] {
		letters[i] = 'a'
	}
	for _, c := range []struct {
		kind, data string
		want       bool
	}{
		{"image/png", "$A\n", true}, {"text/plain", "%PDF-1.4", false}, {"text/plain", "\x89PNG", false},
		{"text/plain", "GIF89a", false}, {"text/plain", "\xff\xd8\xff", false}, {"text/plain", "PK\x03\x04", false},
		{"text/plain", "Rar!", false}, {"text/plain", "\x1f\x8b", false}, {"text/plain", "\xd0\xcf\x11\xe0", false},
		{"text/plain", "7z\xbc\xaf", false},
		{"image/png", blank + "\x01", true}, {"image/png", blank[1:] + "\x01", false},
		{"image/png", "\t\n\r\f\x1a\x1b\x07", true}, {"image/png", "\x08", false}, {"image/png", "\x1f", false},
		{"image/png", " ", true},
		// only its beginning is looked at
		{"text/plain", "ab\x01\x02", true}, {"text/plain", "a\x01\x02", false}, {"", "", true},
		{"image/png", string(letters), true},
	} {
		if got := isText(leaf{kind: c.kind, Data: []byte(c.data)}); got != c.want {
			t.Errorf("%s %.20q: %v", c.kind, c.data, got)
		}
	}
}
