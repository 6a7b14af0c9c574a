package store

import "go.etcd.io/bbolt"

// Keys is what an engine keeps of a bucket: its keys, sorted, each with a value or with a bucket of its own. A
// transaction is the outermost bucket, which has no values. Checksums are above this: an engine keeps bytes.
//
// A value that was read is valid until the transaction ends, and nobody writes into it. A value that is put must not
// change until then.
type Keys interface {
	Get(key []byte) []byte // nil: no value
	Put(key, value []byte) error
	Delete(key []byte) error
	In(name []byte) Keys            // the bucket in this one; nil: none
	Make(name []byte) (Keys, error) // a bucket that does not exist yet
	Drop(name []byte) error         // a bucket with everything in it
	Range() Range
}

// Range goes through keys in their order. The value of a bucket is nil. After the last key, and before the first one,
// the key is nil.
type Range interface {
	First() (key, value []byte)
	Last() (key, value []byte)
	Next() (key, value []byte)
	Prev() (key, value []byte)
	Seek(key []byte) (k, v []byte) // or to the key that follows
}

// Engine keeps the records of one world elsewhere than in a file. The outermost buckets that it hands out are Placed.
type Engine interface {
	View(f func(Keys) error) error // as they are at one moment
	// Update changes them: all of f, or nothing. It returns faults.ErrFenced if somebody else was first.
	Update(f func(Keys) error) error
	String() string // the world's name there
	// Kept lists the worlds whose names begin like that, and Drop removes one.
	Kept(prefix string) (names []string, err error)
	Drop(name string) error
}

// Placed are outermost buckets that know where they are.
type Placed interface {
	Keys
	Place() string // what tells this world from all copies of it
	// Keep makes a change also keep the world as it was before, under another name, to which nothing happens any more.
	// Update returns faults.ErrExists if that name is taken.
	Keep(name string)
}

// Unread is the panic of an engine that cannot read, since reading returns no error. The engine recovers it.
type Unread struct{ Err error }

// inFile is a bucket of bbolt's, the engine of worlds in files.
type inFile struct{ b *bbolt.Bucket }

// rootOf is the outermost bucket of a transaction of bbolt's.
func rootOf(raw *bbolt.Tx) Keys { return inFile{raw.Cursor().Bucket()} }

func (f inFile) Get(key []byte) []byte       { return f.b.Get(key) }
func (f inFile) Put(key, value []byte) error { return f.b.Put(key, value) }
func (f inFile) Delete(key []byte) error     { return f.b.Delete(key) }
func (f inFile) Drop(name []byte) error      { return f.b.DeleteBucket(name) }
func (f inFile) Range() Range                { return f.b.Cursor() }

func (f inFile) In(name []byte) Keys {
	if b := f.b.Bucket(name); b != nil {
		return inFile{b}
	}
	return nil
}

func (f inFile) Make(name []byte) (Keys, error) {
	b, err := f.b.CreateBucket(name)
	return inFile{b}, err
}
