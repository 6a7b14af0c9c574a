package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/store"
)

// ordersCmd shows the orders of a realm as they are in force, or were.
type ordersCmd struct {
	Dir   string  `arg:""`
	Realm number  `arg:""`
	Turn  *number `arg:"" optional:""`
	JSON  bool    `name:"json"`
}

// Run prints the orders with their problems, and the letters that brought them. Realm 0 is the game
// master's own sheet.
func (k *ordersCmd) Run(c *Call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	row, err := master.Orders(w.World, int(k.Realm), orNewest(k.Turn))
	if errors.Is(err, store.ErrReport) {
		return no("no-turn", phrase.Str("dir", k.Dir), phrase.Str("why", fault.InWords(err, c.voice.book.Lang)))
	}
	if err != nil {
		return w.wrong(err)
	}
	v := verdict{problems: row.Problems, told: row.Problems[:min(len(row.Problems), orders.Kept)],
		book: w.World.Rulebook().Words(c.voice.book.Lang), ours: c.voice.book}
	if k.JSON {
		return c.encode(ordersJSON{OrdersRow: row, Problems: v.list()})
	}
	return c.printOrders(row, v, w.zone())
}

// ordersJSON is the answer of `orders --json`; its names are a promise to scripts.
type ordersJSON struct {
	master.OrdersRow
	Problems []problemJSON `json:"problems"`
}

func (c *Call) printOrders(row master.OrdersRow, v verdict, zone *time.Location) error {
	if row.Realm == 0 {
		row.Name = c.voice.book.T("orders-master")
	}
	args := []phrase.Arg{phrase.Num("realm", row.Realm), phrase.Str("name", oneCell(row.Name)),
		phrase.Num("turn", row.Turn), phrase.Str("time", when(row.Sent, zone)), phrase.Num("n", len(row.Orders))}
	switch {
	case row.Away:
		c.voice.say("orders-away", args...)
		return nil
	case row.Sent.IsZero():
		c.voice.say("orders-none", args...)
		c.printAhead(row)
		return nil
	}
	c.voice.say("orders-head", args...)
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for i, l := range row.Letters {
		fmt.Fprintf(t, "  (%d)\t%s\t%s\n", i+1, when(l.At, zone), c.letterName(l))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	c.printLines(row.Orders)
	for _, f := range row.Files {
		c.voice.say("orders-file", phrase.Str("file", oneCell(f)))
	}
	switch {
	case row.Kept:
		c.voice.say("orders-kept", args...)
	case !row.Checked:
		c.voice.say("orders-unchecked")
	}
	c.printAhead(row)
	return v.printProblems(c.out, c.voice)
}

// printAhead names the turns to come for which the realm has orders.
func (c *Call) printAhead(row master.OrdersRow) {
	var turns []string
	for _, n := range row.Ahead {
		if n != row.Turn {
			turns = append(turns, strconv.Itoa(n))
		}
	}
	if len(turns) > 0 {
		c.voice.say("orders-ahead", phrase.Num("n", len(turns)), phrase.Str("list", strings.Join(turns, ", ")))
	}
}

// letterName is by what a letter is found again: sender, subject and Message-ID.
func (c *Call) letterName(l master.OrdersLetter) string {
	if l.ByHand {
		return c.voice.book.T("orders-by-hand")
	}
	return strings.Join([]string{oneCell(l.From), fmt.Sprintf("%q", l.Subject), oneCell(l.MessageID)}, "  ")
}

// printLines prints each order with its line and the number of its letter, under the heads of the sections.
func (c *Call) printLines(lines []master.OrderLine) {
	section := ""
	for _, l := range lines {
		if l.Section != section {
			section = l.Section
			fmt.Fprintf(c.out, "$%s\n", section)
		}
		void := ""
		if !l.Counts {
			void = "  " + c.voice.book.T("orders-void")
		}
		first, rest, _ := strings.Cut(l.Text, "\n")
		fmt.Fprintf(c.out, "%5d (%d)  %s%s\n", l.Line, l.Letter, first, void)
		if rest == "" {
			continue
		}
		for line := range strings.SplitSeq(rest, "\n") {
			io.WriteString(c.out, strings.TrimRight("           "+line, " ")+"\n")
		}
	}
}
