package main

import "weltentor/orders"

// guess gives the known word nearest to a misspelt one, or the only one there
// is, or "" when none is near.
func guess(word string, known []string) string {
	if near := orders.Nearest(word, known); len(near) > 0 {
		return near[0]
	}
	if len(known) == 1 {
		return known[0]
	}
	return ""
}
