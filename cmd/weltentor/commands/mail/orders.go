package mail

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// OrdersCmd shows the orders of a realm that are in force, or were.
type OrdersCmd struct {
	folder.Reads
	Realm call.Number  `arg:""`
	Turn  *call.Number `arg:"" optional:""`
	JSON  bool         `name:"json"`
}

// Run prints the orders with their problems, and the letters that brought them. Realm 0 is the game
// master's own sheet.
func (k *OrdersCmd) Run(c *call.Call, w *folder.Opened) error {
	row, err := gamemaster.Orders(w.World, int(k.Realm), call.OrNewest(k.Turn))
	if errors.Is(err, faults.ErrReport) {
		return complaint.No("no-turn", phrase.Str("dir", k.Dir), phrase.Str("why", complaint.InWords(err, c.Voice.Book.Lang)))
	}
	if err != nil {
		return err
	}
	v := fileVerdict{problems: row.Problems, told: row.Problems[:min(len(row.Problems), orders.Kept)],
		book: w.World.Rulebook().Words(c.Voice.Book.Lang), ours: c.Voice.Book}
	if k.JSON {
		return c.JSON().Encode(ordersJSON{OrdersRow: row, Problems: v.list()})
	}
	return printOrders(c, row, v, w.Zone())
}

// ordersJSON is the answer of `orders --json`. Scripts can rely on its names.
type ordersJSON struct {
	gamemaster.OrdersRow
	Problems []problemJSON `json:"problems"`
}

func printOrders(c *call.Call, row gamemaster.OrdersRow, v fileVerdict, zone *time.Location) error {
	if row.Realm == 0 {
		row.Name = c.Voice.Book.T("orders-master")
	}
	args := []phrase.Arg{phrase.Num("realm", row.Realm), phrase.Str("name", terminal.OneCell(row.Name)),
		phrase.Num("turn", row.Turn), phrase.Str("time", call.When(row.Sent, zone)), phrase.Num("n", len(row.Orders))}
	switch {
	case row.Away:
		c.Voice.Say("orders-away", args...)
		return nil
	case row.Sent.IsZero():
		c.Voice.Say("orders-none", args...)
		printAhead(c, row)
		return nil
	}
	c.Voice.Say("orders-head", args...)
	t := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for i, l := range row.Letters {
		fmt.Fprintf(t, "  (%d)\t%s\t%s\n", i+1, call.When(l.At, zone), letterName(c, l))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	printLines(c, row.Orders)
	for _, f := range row.Files {
		c.Voice.Say("orders-file", phrase.Str("file", terminal.OneCell(f)))
	}
	switch {
	case row.Kept:
		c.Voice.Say("orders-kept", args...)
	case !row.Checked:
		c.Voice.Say("orders-unchecked")
	}
	printAhead(c, row)
	return v.printProblems(c.Out, c.Voice)
}

// printAhead names the later turns for which the realm has orders.
func printAhead(c *call.Call, row gamemaster.OrdersRow) {
	turns := slices.DeleteFunc(slices.Clone(row.Ahead), func(n int) bool { return n == row.Turn })
	if len(turns) > 0 {
		c.Voice.Say("orders-ahead", phrase.Num("n", len(turns)), phrase.Str("list", wording.NumbersOf(turns)))
	}
}

// letterName describes a letter so that it can be found: sender, subject and Message-ID. One from the page has only a
// sender.
func letterName(c *call.Call, l gamemaster.OrdersLetter) string {
	switch {
	case l.Machine:
		return c.Voice.Book.T("orders-machine")
	case l.ByHand:
		return c.Voice.Book.T("orders-by-hand")
	case l.Door != "":
		return terminal.OneCell(l.From) + "  " + c.Voice.Book.T("from-page")
	}
	return terminal.OneCell(l.From) + "  " + fmt.Sprintf("%q", l.Subject) + "  " + terminal.OneCell(l.MessageID)
}

// printLines prints each order with its line and the number of its letter, below the titles of the sections.
func printLines(c *call.Call, lines []gamemaster.OrderLine) {
	section := ""
	for _, l := range lines {
		if l.Section != section {
			section = l.Section
			fmt.Fprintf(c.Out, "$%s\n", section)
		}
		void := ""
		if !l.Counts {
			void = "  " + c.Voice.Book.T("orders-void")
		}
		first, rest, _ := strings.Cut(l.Text, "\n")
		fmt.Fprintf(c.Out, "%5d (%d)  %s%s\n", l.Line, l.Letter, first, void)
		if rest == "" {
			continue
		}
		for line := range strings.SplitSeq(rest, "\n") {
			io.WriteString(c.Out, strings.TrimRight("           "+line, " ")+"\n")
		}
	}
}
