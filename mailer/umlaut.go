package mailer

// Octets of German letters in the DOS code pages and in Latin-1. The DOS pages
// 437 and 850 agree on all of them.
const (
	dosUmlauts   = "\x84\x94\x81\x8e\x99\x9a\xe1" // äöüÄÖÜß
	latinUmlauts = "\xe4\xf6\xfc\xc4\xd6\xdc\xdf" // äöüÄÖÜß
	winMarks     = "\x80\x82\x85\x91\x92\x93\x96" // €‚…‘’“– of windows-1252; Çéàæ Æôû in DOS, rare in German
)

// guessCharset tells CP437 or CP850 from windows-1252 or ISO-8859-1 by counting
// the octets that are umlauts in one of them: five points with letters on both
// sides, three with a letter on one side, one alone. Runs of one octet are
// rulers and groups of high octets frames (0xC4 is the DOS pages' line). Sure means that the counts differ; else hint
// decides, and without one windows-1252.
func guessCharset(raw []byte, hint string) (charset string, sure bool) {
	var dos, latin int
	low := false
	for i, c := range raw {
		if c < 0x80 {
			continue
		}
		low = low || c < 0xa0
		before, after := at(raw, i-1), at(raw, i+1)
		if before == c || after == c {
			continue
		}
		points := 1 + 2*btoi(letter(before)) + 2*btoi(letter(after))
		if points == 1 && (before >= 0x80 || after >= 0x80) {
			continue
		}
		switch {
		case has(dosUmlauts, c):
			dos += points
		case has(latinUmlauts, c), has(winMarks, c):
			latin += points
		}
	}
	latinName := "ISO-8859-1"
	if low {
		latinName = "windows-1252"
	}
	_, hinted, _ := lookup(hint)
	dosName := "CP437"
	if isDOS(hinted) {
		dosName = hinted
	}
	switch {
	case dos > latin:
		return dosName, true
	case latin > dos:
		return latinName, true
	case isDOS(hinted):
		return dosName, false
	}
	return latinName, false
}

func at(raw []byte, i int) byte {
	if i < 0 || i >= len(raw) {
		return 0
	}
	return raw[i]
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func has(set string, c byte) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}
