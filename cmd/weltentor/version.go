package main

import (
	"errors"
	"runtime"
	"runtime/debug"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
)

// versionCmd tells what this program is.
type versionCmd struct {
	JSON bool `name:"json"`
}

// Run prints the program's version and that of each rulebook; a bug report
// starts with it.
func (k versionCmd) Run(c *call.Call) error {
	if k.JSON {
		return c.JSON().Encode(versionAnswer(c))
	}
	args := []phrase.Arg{phrase.Str("version", call.Release), phrase.Str("go", runtime.Version()),
		phrase.Str("system", runtime.GOOS+"/"+runtime.GOARCH)}
	if commit := builtFrom(debug.ReadBuildInfo()); commit != "" {
		c.Voice.Say("version-commit", append(args, phrase.Str("commit", commit))...)
	} else {
		c.Voice.Say("version", args...)
	}
	for _, b := range c.Books {
		c.Voice.Say("version-rulebook", phrase.Str("name", b.Name()), phrase.Num("rules", b.Version()))
	}
	return nil
}

// versionJSON is the answer of `version --json`; its names, as those of all answers in JSON, are a promise
// to scripts.
type versionJSON struct {
	Version   string         `json:"version"`
	Commit    string         `json:"commit,omitempty"`
	Go        string         `json:"go"`
	System    string         `json:"system"`
	Rulebooks []rulebookJSON `json:"rulebooks"`
}

type rulebookJSON struct {
	Name  string `json:"name"`
	Rules int    `json:"rules"` // version
}

func versionAnswer(c *call.Call) versionJSON {
	v := versionJSON{Version: call.Release, Commit: builtFrom(debug.ReadBuildInfo()), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH}
	for _, b := range c.Books {
		v.Rulebooks = append(v.Rulebooks, rulebookJSON{b.Name(), b.Version()})
	}
	return v
}

// builtFrom is the commit that the go command noted at the build, with a plus if the
// sources had been changed since; "" if it noted none.
func builtFrom(info *debug.BuildInfo, noted bool) (commit string) {
	if !noted {
		return ""
	}
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changed
}

// errVersion ends the parse: the version is asked for, whatever else is there.
var errVersion = errors.New("the version is asked for")

// versionFlag is `weltentor --version`, which people try first. It is the command of
// that name, so no help lists it.
type versionFlag bool

// BeforeReset is kong's hook for flags that end a run.
func (versionFlag) BeforeReset() error { return errVersion }
