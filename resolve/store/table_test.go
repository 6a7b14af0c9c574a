package store

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// A bucket's values are those of a map, whichever way they are read: by prefix, from a key on, back, or the last ones.
func TestValuesAreThoseOfAMap(t *testing.T) {
	db := testStore(t)
	few := rapid.SampledFrom([]byte{0, 1, 0xfe, 0xff})
	rapid.Check(t, func(t *rapid.T) {
		raw, err := db.Begin(true)
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Rollback()
		tx, v, want := FromBolt(raw), Values("values"), map[string]string{}
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			key := rapid.SliceOfN(few, 1, 3).Draw(t, "key")
			if rapid.Bool().Draw(t, "put") {
				v.Put(tx, key, key)
				want[string(key)] = string(key)
			} else {
				v.Remove(tx, key)
				delete(want, string(key))
			}
		}
		from := rapid.SliceOfN(few, 0, 2).Draw(t, "from")
		if rapid.Bool().Draw(t, "drop") {
			v.RemoveBefore(tx, from)
			maps.DeleteFunc(want, func(key, _ string) bool { return key < string(from) })
		}
		all := slices.Sorted(maps.Keys(want))
		prefixed := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return !bytes.HasPrefix([]byte(k), from) })
		after := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return k < string(from) })
		last := ""
		if len(prefixed) > 0 {
			last = prefixed[len(prefixed)-1]
		}
		var onwards, back, keys []string
		for k, value := range v.From(tx, from) {
			if onwards = append(onwards, string(k)); want[string(k)] != string(value) {
				t.Errorf("%x has %x", k, value)
			}
		}
		for k := range v.Back(tx) {
			back = append(back, string(k))
		}
		slices.Reverse(back)
		for _, k := range v.Keys(tx, from) {
			keys = append(keys, string(k))
		}
		if got := string(v.Last(tx, from)); got != last || !slices.Equal(keys, prefixed) ||
			!slices.Equal(onwards, after) || !slices.Equal(back, all) {
			t.Errorf("from %x: last %x of %x, then %x, of all %x; want %x", from, got, keys, onwards, back, all)
		}
	})
}

// A part is a value of each bucket in a bucket. It is made and removed without the others, or goes with its bucket.
func TestPartsOfABucket(t *testing.T) {
	turns := Values("turns")
	names, sums := RecordsAt[string](turns.Part("name")), PackedAt[int](turns.Part("sum"))
	change(t, testStore(t), func(raw *bbolt.Tx) error {
		tx := FromBolt(raw)
		if _, found := names.Get(tx, U32(1)); found {
			t.Error("a name before there is a bucket")
		}
		names.Put(tx, U32(1), "spring")
		sums.Put(tx, U32(1), 7)
		sums.Put(tx, U32(2), 8)
		sums.Remove(tx, U32(1))
		name, _ := names.Get(tx, U32(1))
		sum, _ := sums.Get(tx, U32(2))
		if name != "spring" || sum != 8 || sums.Has(tx, U32(1)) || names.Has(tx, U32(2)) {
			t.Errorf("%q and %d, or a part too many", name, sum)
		}
		if err := turns.Drop(tx, U32(1)); err != nil {
			t.Error(err)
		}
		if keys := turns.Keys(tx, nil); len(keys) != 1 || !bytes.Equal(keys[0], U32(2)) {
			t.Errorf("%x are left", keys)
		}
		return nil
	})
}
