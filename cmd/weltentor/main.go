// Command weltentor runs play-by-email games: it fetches the players' orders, resolves
// the turns and sends the reports.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // a world's zone must be known on machines without a zone database

	"weltentor/worlds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv, worlds.Rulebooks())
	stop()
	os.Exit(code)
}
