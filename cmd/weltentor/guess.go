package main

// guess gives the known word nearest to a misspelt one, or the only one there
// is, or "" when none is near: at most a third of its letters may differ.
func guess(word string, known []string) string {
	best, dist := "", len(word)/3+2
	for _, k := range known {
		if d := distance(word, k); d < dist {
			best, dist = k, d
		}
	}
	if best == "" && len(known) == 1 {
		return known[0]
	}
	return best
}

// distance counts the letters to add, drop or change between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			above := row[j]
			cost := before
			if a[i-1] != b[j-1] {
				cost = min(before, above, row[j-1]) + 1
			}
			row[j], before = cost, above
		}
	}
	return row[len(b)]
}
