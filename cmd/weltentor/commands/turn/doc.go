// Package turn has the commands for a turn: they resolve it, hold it, take it back, wait for it, and show its reports,
// maps and pages. The command line hands each its arguments and a call; each prints its result.
package turn
