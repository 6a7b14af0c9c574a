package mime

import (
	"testing"
)

// The umlauts distinguish a DOS code page from Latin-1. The letters around them say how sure that is.
func TestGuessCharset(t *testing.T) {
	for _, c := range []struct {
		raw, hint, want string
		sure            bool
	}{
		{"f\x81r", "", "CP437", true}, {"f\x81r", "ibm850", "CP850", true}, {"f\x81r", "iso-8859-1", "CP437", true},
		{"f\xfcr", "", "ISO-8859-1", true}, {"f\xfcr", "cp437", "ISO-8859-1", true},
		{"f\xfcr \x93so\x94", "", "windows-1252", true},
		{"3 \x80", "", "windows-1252", true}, {"3 \xa4", "", "ISO-8859-1", false}, {"3 \xa4", "cp437", "CP437", false},
		{"3 \x9f", "", "windows-1252", false},
		{"f\xfcr 1\xa02", "", "ISO-8859-1", true}, {"f\xfcr 1\x9f2", "", "windows-1252", true},
		{" \xfc\x80 ", "", "windows-1252", false}, {" \x80\xfc ", "", "windows-1252", false},
		{"", "", "ISO-8859-1", false}, {"", "cp850", "CP850", false},
		// Three points are more than one, and five more than three.
		{"\x81b \xfc 1", "", "CP437", true}, {"b\x81 \xfc 1", "", "CP437", true}, {"a\x81b \xfcb", "", "CP437", true},
		{"a\x81b \xfcb \xfc 1 \xfc 2", "", "windows-1252", false},
		{"1\x81b \xfcb", "", "windows-1252", false}, {"A\x81Z 1\xfc@ 2\xfc[ 3\xfc` 4\xfc{", "", "CP437", true},
		// Rulers and frames do not count.
		{"\xc4\xc4\xc4\xc4", "", "ISO-8859-1", false}, {"\xc4\xdc 1", "", "ISO-8859-1", false},
		{"\xdc\xc4 1", "", "ISO-8859-1", false},
		{" \xc4\xb3 f\x81r", "", "CP437", true}, {"a\xc4\xb3", "", "ISO-8859-1", true},
		{"\xb3\xc4a", "", "ISO-8859-1", true},
	} {
		if got, sure := guessCharset([]byte(c.raw), c.hint); got != c.want || sure != c.sure {
			t.Errorf("%q, hint %q: %s, %v, want %s, %v", c.raw, c.hint, got, sure, c.want, c.sure)
		}
	}
}
