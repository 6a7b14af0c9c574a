// Package founding asks a new game master what a world needs before its first letter, and returns Answers. It knows the
// servers of common providers (providers.go), so that most people type an address and a password. Both servers are
// tried before the world is founded (try.go).
package founding

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// ErrLeft says that the person has gone: the input ended before the last question.
var ErrLeft = errors.New("the input has ended")

// Desk asks questions and reads answers, one line each.
type Desk struct {
	Keys Keys
	Out  io.Writer
	Book *phrase.Book // sentences below "ask."
}

// Keys is where answers come from.
type Keys interface {
	Line() (string, error)   // reads the next line
	Secret() (string, error) // reads a line that the terminal does not show
}

// say prints a sentence on a line of its own.
func (d *Desk) say(code string, args ...phrase.Arg) {
	fmt.Fprintln(d.Out, d.Book.Say(phrase.P("ask."+code, args...)))
}

// line asks a question and returns the answer; an empty line means the preset.
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

// ask repeats a question until the answer is valid, and prints what is wrong with each answer.
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

// choose lists words with numbers, and accepts a number or a word as the answer.
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
			return slices.Index(words, near[0]), nil
		}
		d.say("no-choice", phrase.Num("n", len(words)))
	}
}

// secret reads an answer that is not shown, and ends the line, which the terminal does not.
func (d *Desk) secret(code string) (string, error) {
	fmt.Fprint(d.Out, d.Book.T("ask."+code)+": ")
	answer, err := d.Keys.Secret()
	fmt.Fprintln(d.Out)
	if err != nil {
		return "", errors.Join(ErrLeft, err)
	}
	return strings.TrimRight(answer, "\r\n"), nil
}
