package main

import (
	"weltentor/cmd/weltentor/doctor"
	"weltentor/orders"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/master"
)

// Answers to `--json` as scripts read them.

type statusJSON struct {
	Still *struct {
		Code string `json:"code"`
		Text string `json:"text"`
	} `json:"still"`
	master.Status
}

type battleJSON struct {
	Times   int          `json:"times"`
	Endings []endingJSON `json:"endings"`
}

type endingJSON struct {
	Code      string `json:"code"`
	Text      string `json:"text"`
	Times     int64  `json:"times"`
	Attackers int64  `json:"attackers"`
	Defenders int64  `json:"defenders"`
}

type checkJSON struct {
	File     string        `json:"file"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Orders   int           `json:"orders"`
	For      int           `json:"for"`
	Problems []problemJSON `json:"problems"`
	More     int           `json:"more"`
}

type problemJSON struct {
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	Severity orders.Severity `json:"severity"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
}

type ordersJSON struct {
	master.OrdersRow
	Problems []problemJSON `json:"problems"`
}

type pollJSON struct {
	Read     int `json:"read"`
	PutAside int `json:"put_aside"`
}

type closingJSON struct {
	Turn    int                   `json:"turn"`
	Over    bool                  `json:"over"`
	Closing *master.ClosureStatus `json:"closing"`
	Votes   *master.VotesStatus   `json:"votes"`
}

type verifyJSON struct {
	chronicle.Verification
	Cure string `json:"cure"`
}

type findingsJSON struct {
	Healthy  bool          `json:"healthy"`
	Findings []findingJSON `json:"findings"`
}

type findingJSON struct {
	Check string       `json:"check"`
	State doctor.State `json:"state"`
	Code  string       `json:"code"`
	Text  string       `json:"text"`
	Way   string       `json:"way"`
}
