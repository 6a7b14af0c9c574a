// Package founding asks a new game master what a world needs before its first letter: answers from the terminal go in,
// settings come out. It knows the servers of common providers. The command new calls it.
package founding

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// ErrLeft is a person who has gone: the input ended before the last question.
var ErrLeft = errors.New("the input has ended")

// Desk is where questions are asked and answered, a line each.
type Desk struct {
	Keys Keys
	Out  io.Writer
	Book *phrase.Book // sentences below "ask."
}

// Keys are where answers come from.
type Keys interface {
	Line() (string, error)   // the next line
	Secret() (string, error) // a line that the terminal does not show
}

// say prints a sentence in a line of its own.
func (d *Desk) say(code string, args ...phrase.Arg) {
	fmt.Fprintln(d.Out, d.Book.Say(phrase.P("ask."+code, args...)))
}

// line is what somebody types behind a question; an empty line takes the preset.
func (d *Desk) line(question, preset string) (string, error) {
	fmt.Fprint(d.Out, question)
	if preset != "" {
		fmt.Fprintf(d.Out, " [%s]", preset)
	}
	fmt.Fprint(d.Out, ": ")
	line, err := d.Keys.Line()
	if err != nil {
		return "", errors.Join(ErrLeft, err)
	}
	if line = strings.TrimSpace(line); line == "" {
		return preset, nil
	}
	return line, nil
}

// ask asks until the answer is a right one; what is wrong with one is printed.
func (d *Desk) ask(code, preset string, wrong func(answer string) error) (string, error) {
	for {
		answer, err := d.line(d.Book.T("ask."+code), preset)
		if err != nil {
			return "", err
		}
		fault := wrong(answer)
		if fault == nil {
			return answer, nil
		}
		fmt.Fprintln(d.Out, fault)
	}
}

// choose lists words with numbers, and takes a number or a word as the answer.
func (d *Desk) choose(code string, words []string, preset int) (int, error) {
	d.say(code)
	for i, word := range words {
		fmt.Fprintf(d.Out, "  %d  %s\n", i+1, word)
	}
	for {
		answer, err := d.line(d.Book.T("ask.number"), strconv.Itoa(preset+1))
		if err != nil {
			return 0, err
		}
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(words) {
			return n - 1, nil
		}
		if near := orders.Nearest(answer, words); len(near) > 0 {
			for i, word := range words {
				if word == near[0] {
					return i, nil
				}
			}
		}
		d.say("no-choice", phrase.Num("n", len(words)))
	}
}

// secret reads what nobody shall see, and ends the line that the terminal did not end.
func (d *Desk) secret(code string) (string, error) {
	fmt.Fprint(d.Out, d.Book.T("ask."+code)+": ")
	answer, err := d.Keys.Secret()
	fmt.Fprintln(d.Out)
	if err != nil {
		return "", errors.Join(ErrLeft, err)
	}
	return strings.TrimRight(answer, "\r\n"), nil
}
