// Package mail has the commands of a world's mail: fetched, sent, read, checked, entered by hand, listed,
// written and answered. The command line hands each its arguments and a call; what became of it is printed.
package mail
