package pages

import (
	"encoding/binary"
	"hash/fnv"
)

// Size is fixed, so that a store looks the same wherever it was founded.
const Size = 4096

// meta is what one of bbolt's two meta pages says.
type meta struct {
	used        int64  // bytes of the pages in use
	freePages   uint64 // the page that lists the free pages
	transaction uint64
}

// metasOf returns the valid ones of bbolt's two meta pages, from the first two pages of a store. A meta page has a
// page header of 16 bytes. Then come magic, version, page size and flags (u32), root (u64 page, u64 sequence), list of
// free pages, pages in use and transaction. An FNV-1a checksum of all that (u64) ends it. All numbers are in the
// machine's byte order.
func metasOf(pages []byte) (out []meta) {
	for at := headSize; at < 2*Size; at += Size {
		raw := pages[at : at+64]
		sum := fnv.New64a()
		sum.Write(raw[:56])
		if binary.NativeEndian.Uint32(raw) != 0xED0CDAED || binary.NativeEndian.Uint64(raw[56:]) != sum.Sum64() {
			continue
		}
		out = append(out, meta{
			used:        int64(binary.NativeEndian.Uint64(raw[40:])) * int64(binary.NativeEndian.Uint32(raw[8:])),
			freePages:   binary.NativeEndian.Uint64(raw[32:]),
			transaction: binary.NativeEndian.Uint64(raw[48:]),
		})
	}
	return out
}

// HighWater returns the bytes in use according to the newer valid meta page.
func HighWater(pages []byte) (used int64, ok bool) {
	var newest uint64
	for _, m := range metasOf(pages) {
		if !ok || m.transaction > newest {
			newest, used, ok = m.transaction, m.used, true
		}
	}
	return used, ok
}
