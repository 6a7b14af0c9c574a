package main

// guess gives the known word nearest to a misspelt one, or the only one there
// is, or "" when none is near: at most a third of its letters may differ.
func guess(word string, known []string) string {
	best, dist := "", len(word)/3+1
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

// distance counts the letters to add, drop, change or swap with the next one
// between two words.
func distance(a, b string) int {
	var before []int // the row before the last one
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = last[j-1]
			if a[i-1] != b[j-1] {
				row[j] = min(last[j-1], last[j], row[j-1]) + 1
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
