package call

import (
	"strconv"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
)

// Number is a whole number on the command line, 0 or greater.
type Number int

// UnmarshalText reads the number. It is called by kong.
func (n *Number) UnmarshalText(text []byte) error {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < 0 || v > 1<<30 {
		return fault.Usage("not-a-number", phrase.Str("value", string(text)))
	}
	*n = Number(v)
	return nil
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
