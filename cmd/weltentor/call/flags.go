package call

import (
	"strconv"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
)

// Number is a whole number on the command line, 0 or greater.
type Number int

// UnmarshalText reads the number. It is called by kong.
func (n *Number) UnmarshalText(text []byte) error {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < 0 || v > 1<<30 {
		return complaint.Usage("not-a-number", phrase.Str("value", string(text)))
	}
	*n = Number(v)
	return nil
}

// OneRealm returns the realm of `DIR REALM` or `DIR --realm REALM`, and 0 without either.
func OneRealm(given, flagged Number) (Number, error) {
	if given != 0 && flagged != 0 && given != flagged {
		return 0, complaint.Usage("two-realms", phrase.Num("realm", int(given)), phrase.Num("asked", int(flagged)))
	}
	return max(given, flagged), nil
}

// newest stands for the newest report.
const newest = -1

// OrNewest returns the turn that was named, or newest if none was.
func OrNewest(named *Number) int {
	if named == nil {
		return newest
	}
	return int(*named)
}
