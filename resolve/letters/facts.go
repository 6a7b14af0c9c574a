package letters

import (
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/reports"
	"weltentor/resolve/store"
)

// FactsOf returns a realm's report of a turn as data, in a transaction.
func FactsOf(tx *store.Tx, ledger *chronicle.Ledger, c chronicle.Current, realm, turn int) ([]byte, error) {
	if _, err := reports.Read(tx, realm, turn); err != nil {
		return nil, err
	}
	if data, err := sentFacts(tx, realm, turn); err != nil || data != nil {
		return data, err
	}
	facts, err := ledger.Told(c, turn, realm)
	if err != nil {
		return nil, err
	}
	return factsFile(facts), nil
}

// sentFacts returns the data of the letter that brought the report, or nil if it had none.
func sentFacts(tx *store.Tx, realm, turn int) (data []byte, err error) {
	sum := ""
	err = outbox.In(tx).Walk(func(e outbox.Entry) {
		if e.Kind != outbox.KindReport || e.Realm != realm || e.Turn != turn || e.Undone {
			return
		}
		for _, f := range e.Files {
			if f.Facts {
				sum = f.Sum
			}
		}
	})
	if err != nil || sum == "" {
		return nil, err
	}
	return store.GetFile(tx, sum)
}
