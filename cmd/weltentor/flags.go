package main

import (
	"strconv"

	"weltentor/orders/phrase"
)

// number is a whole number of the command line, 0 or greater.
type number int

// UnmarshalText is called by kong.
func (n *number) UnmarshalText(text []byte) error {
	v, err := strconv.Atoi(string(text))
	if err != nil || v < 0 || v > 1<<30 {
		return usage("not-a-number", phrase.Str("value", string(text)))
	}
	*n = number(v)
	return nil
}

// newest asks for the newest report there is.
const newest = -1

// orNewest is the turn that was named, else the newest.
func orNewest(named *number) int {
	if named == nil {
		return newest
	}
	return int(*named)
}
