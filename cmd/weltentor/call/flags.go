package call

import (
	"strconv"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
)

// Number is a whole number of the command line, 0 or greater.
type Number int

// UnmarshalText is called by kong.
func (n *Number) UnmarshalText(text []byte) error {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < 0 || v > 1<<30 {
		return fault.Usage("not-a-number", phrase.Str("value", string(text)))
	}
	*n = Number(v)
	return nil
}

// newest asks for the newest report there is.
const newest = -1

// OrNewest is the turn that was named, else the newest.
func OrNewest(named *Number) int {
	if named == nil {
		return newest
	}
	return int(*named)
}
