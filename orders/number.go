package orders

// Biggest is the greatest number in an order file.
const Biggest = 1_000_000_000

// Number reads a token of kind Number. Thousands marks are dropped, and a dash is a minus. It fails beyond ±Biggest,
// and for anything that is not a number.
func Number(t Token) (n int64, ok bool) {
	digits := 0
	minus := false
	for i, r := range t.Value {
		switch {
		case r >= '0' && r <= '9':
			n = n*10 + int64(r-'0')
			digits++
			if n > Biggest {
				return 0, false
			}
		case r == '.' || r == ',':
		case i == 0 && (r == '-' || r == '–' || r == '−'):
			minus = true
		default:
			return 0, false
		}
	}
	if minus {
		n = -n
	}
	return n, digits > 0
}
