// Command servertest is the engine of a rulebook for the tests of the page. Each line that it reads is a call, a JSON
// list of its name and arguments, and each line that it writes is the answer. Without a rulebook it lists their names.
// So the page's tests ask the real rules.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"weltentor/cmd/page/engine"
	"weltentor/worlds"
)

// longest is the most bytes of a call.
const longest = 64 << 20

func main() {
	for _, rb := range worlds.Rulebooks() {
		if len(os.Args) < 2 {
			fmt.Println(rb.Name())
		} else if rb.Name() == os.Args[1] {
			serve(engine.New(rb))
		}
	}
}

// serve answers calls until there are no more.
func serve(e *engine.Engine) {
	calls := bufio.NewScanner(os.Stdin)
	calls.Buffer(nil, longest)
	for calls.Scan() {
		var call []string
		if err := json.Unmarshal(calls.Bytes(), &call); err != nil || len(call) == 0 {
			fmt.Println(engine.Panicked(fmt.Sprint("no call: ", err)))
			continue
		}
		fmt.Printf("%s\n", e.Answer(call[0], call[1:], patient))
	}
}

// patient sets no limit of time.
func patient(int) func() bool { return func() bool { return true } }
