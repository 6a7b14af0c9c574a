package main

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/secrets"
	"weltentor/resolve/storetest"
	"weltentor/worlds/game"
)

// hostVar has a process be a host of a fleet's test, see asHost.
const hostVar = "WELTENTOR_TEST_HOST"

// cheapVar makes commands and hosts hash passwords as the tests that call them: cheaply, except in benchmarks. The
// tests of e2e use the built program, and do not set it.
const cheapVar = "WELTENTOR_TEST_CHEAP"

// TestMain runs the tests, or, where rules are named, a command with them.
func TestMain(m *testing.M) {
	if os.Getenv(cheapVar) != "" {
		secrets.Memory = 64
	}
	if rules := os.Getenv(stage.RulesVar); rules != "" {
		os.Exit(ruled(rules, os.Args[1:]))
	}
	if orders := os.Getenv(hostVar); orders != "" && asHost != nil {
		os.Exit(asHost(orders))
	}
	if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.bench=") }) {
		secrets.Memory = 64
		if err := os.Setenv(cheapVar, "1"); err != nil {
			panic(err)
		}
	}
	code := storetest.InMemory(m)
	stage.Strike()
	os.Exit(code)
}

// inProcess runs commands here, with these rulebooks.
func inProcess(books ...game.Rulebook) stage.Program {
	return func(ctx context.Context, args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		code = cli.Run(ctx, args, strings.NewReader(""), &o, &e, noEnv, books)
		return code, o.String(), e.String()
	}
}
