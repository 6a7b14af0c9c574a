// Package mail has the commands for a world's mail: they fetch, send, read and check it, enter orders by hand, and
// list, write and answer letters. The command line hands each its arguments and a call; each prints its result.
package mail
