// Command weltentor runs play-by-email games: it fetches the players' orders, resolves the turns and sends the reports.
// Everything begins in cli.Process.
package main

import (
	"os"
	"time"

	"weltentor/cmd/weltentor/cli"
)

func main() { os.Exit(cli.Process(time.Now)) }
