package mailer

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// A text is taken for base64 only where it is nothing else.
func TestUndeclaredBase64(t *testing.T) {
	long := "$I 4 Bergahorn, and forty more letters of text\n"
	encoded := base64.StdEncoding.EncodeToString([]byte(long))
	for name, c := range map[string]struct {
		body string
		ok   bool
	}{
		"whole":            {encoded, true},
		"in lines":         {encoded[:20] + "\r\n" + encoded[20:] + "\r\n\r\n", true},
		"short":            {base64.StdEncoding.EncodeToString([]byte("$I 4 Bergahorn, and so on\n")), false}, // 36 signs
		"of forty signs":   {base64.StdEncoding.EncodeToString([]byte("$I 4 Bergahorn, and so on..\n")), true},
		"prose above":      {"Hallo!\n" + encoded, false},
		"one word":         {strings.Repeat("Donaudampfschiff", 4), false},
		"a picture":        {base64.StdEncoding.EncodeToString(append([]byte("GIF89a \x00\x01\n"), make([]byte, 60)...)), false},
		"without a blank":  {base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("abc"), 20)), false},
		"not UTF-8":        {base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("\xfc \xe4 "), 20)), false},
		"with a line feed": {base64.StdEncoding.EncodeToString([]byte(strings.Repeat("a\f\tb\r\n", 10))), true},
	} {
		if _, ok := undeclared([]byte(c.body)); ok != c.ok {
			t.Errorf("%s: %v", name, ok)
		}
	}
}
