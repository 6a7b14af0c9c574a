// Package scales is changed by the tests of the command: its own tests notice some of the
// changes and not others.
package scales

// Dearer is the larger of two prices.
func Dearer(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Toll is what a load costs: 3 for each, and 10 for more than 100.
func Toll(load int) int {
	cost := load * 3
	if load > 100 {
		cost += 10
	}
	return cost
}

// Untested is looked at by no test.
func Untested(open bool) bool {
	return open && true
}

// Room is only how much is reserved.
func Room(n int) []int { return make([]int, 0, n+1) }
