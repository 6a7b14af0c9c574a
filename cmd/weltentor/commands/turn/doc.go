// Package turn has the commands of a turn: resolved, held, taken back, waited for, and what came of it as report,
// map and page. The command line hands each its arguments and a call; what it did is printed.
package turn
