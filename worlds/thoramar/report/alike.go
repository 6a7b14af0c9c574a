package report

import (
	"slices"
	"strconv"
)

// bundle says several events of a code in one line.
type bundle struct {
	by   []string // the arguments in which they are alike; others are those of the last
	sum  []string // those that are added
	one  string   // what is listed of each army; "": nothing
	code string   // with list, weeks and n, how many they were
	few  bool     // also for a single event, since it is shorter
}

// bundles are events that the short report says once, if there are several.
var bundles = map[string]bundle{
	"recruited":         {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"reinforced":        {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"points-recruited":  {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"points-reinforced": {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"march-losses":      {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"sea-losses":        {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"split":             {by: []string{"army"}, one: "short.split-one", code: "short.split"},
	"formation-joined":  {by: []string{"formation", "field"}, one: "short.army-new", code: "short.joined"},
	"formation-left":    {by: []string{"formation", "field"}, one: "short.army-new", code: "short.left"},
	"army-shrinks":      {one: "short.deserters-one", code: "short.deserters"},
	"shot":              {by: []string{"army", "other"}, sum: []string{"men", "gold"}, code: "short.shot"},
	"was-shot":          {by: []string{"army", "other"}, sum: []string{"men"}, code: "short.was-shot"},
	"plundered":         {by: []string{"army", "field"}, sum: []string{"gold"}, code: "short.plundered"},
	"was-plundered":     {by: []string{"army", "field"}, code: "short.was-plundered"},
	"plunder-weak":      {by: []string{"army"}, code: "short.plunder-weak"},
	"traded":            {sum: []string{"gold"}, one: "short.traded-one", code: "short.traded"},
	"trade-share":       {sum: []string{"gold"}, one: "short.traded-one", code: "short.trade-share"},
	"treaty-unanswered": {by: []string{"treaty"}, one: "short.unanswered-one", code: "short.unanswered"},
}

// findAlike lists the events that one line says.
func (a *account) findAlike() {
	clear(a.listBy)
	a.lists, a.listOf = a.lists[:0], a.listOf[:0]
	var key []byte
	for i := range a.told {
		e := &a.told[i]
		a.listOf = append(a.listOf, -1)
		b, is := bundles[e.Code]
		if !is {
			continue
		}
		key = append(key[:0], e.Code...)
		for _, name := range b.by {
			of := e.Arg(name)
			key = strconv.AppendInt(append(append(key, '|'), of.S...), of.N, 10)
		}
		list, known := a.listBy[string(key)]
		if !known {
			list = len(a.lists)
			a.lists, a.listBy[string(key)] = slices.Grow(a.lists, 1)[:list+1], list
			a.lists[list] = a.lists[list][:0] // in the room of an earlier report
		}
		a.lists[list], a.listOf[i] = append(a.lists[list], i), list
	}
}
