// Package turn has the commands for a turn: they resolve it, hold it, take it back, wait for it, and show its reports,
// maps and pages. Each file is a command, or two of one subject. What they do is in resolve/turns and resolve/schedule;
// a command has no rule of its own about when a turn is due.
package turn
