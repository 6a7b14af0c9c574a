package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// sumsFile has one line for each file of a release, in the format of `sha256sum -c`.
const sumsFile = "SHA256SUMS"

// release writes an archive for each system, the packages for each kind of Linux if nfpm is named, and the checksums.
// Everything in the folder before is removed.
func (m *material) release(to, nfpm string) error {
	if m.undated != nil {
		return m.undated
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, s := range offered {
		files, err := m.tree(s, "/usr/local", unpacked)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("weltentor-%s-%s-%s", m.version, s.os, s.arch)
		pack, kind := m.archive, ".tar.gz"
		if s.os == "windows" {
			pack, kind = m.zipped, ".zip"
		}
		archive, err := pack(name, files)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name+kind), archive, 0o644); err != nil {
			return err
		}
		if s.os != "linux" || nfpm == "" {
			continue
		}
		for _, of := range families {
			if err := m.pack(s, of, nfpm, to); err != nil {
				return err
			}
		}
	}
	if err := m.pages(to); err != nil {
		return err
	}
	return sums(to)
}

// archive packs files below one folder: readable for everybody, with the time of the commit, in the order of their
// paths.
func (m *material) archive(folder string, files []file) ([]byte, error) {
	var b bytes.Buffer
	packer, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packer)
	for _, f := range files {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: folder + "/" + f.path, Mode: int64(f.mode),
			Size: int64(len(f.data)), ModTime: m.when, Uname: "root", Gname: "root", Format: tar.FormatUSTAR}
		if err := w.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := packer.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// zipped is archive for Windows. Of the tree it has the program and what one reads there.
func (m *material) zipped(folder string, files []file) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		at, name := path.Split(f.path)
		switch at {
		case "bin/":
			name += ".exe"
		case "share/doc/weltentor/":
		default:
			continue
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: folder + "/" + name, Method: zip.Deflate, Modified: m.when})
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// pack makes a package of the tree below /usr, with nfpm.
func (m *material) pack(s system, of family, nfpm, to string) error {
	files, err := m.tree(s, "/usr", of)
	if err != nil {
		return err
	}
	root := filepath.Join(m.scratch, of.packager+"-"+s.arch)
	if err := m.put(files, root); err != nil {
		return err
	}
	config, err := os.ReadFile("cmd/weltentor/dist/nfpm.yaml")
	if err != nil {
		return err
	}
	config = append(config, contents(files, root)...)
	settings := root + ".yaml"
	if err := os.WriteFile(settings, config, 0o644); err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "github.com/goreleaser/nfpm/v2/cmd/nfpm@"+nfpm, "package",
		"--config", settings, "--packager", of.packager, "--target", to)
	cmd.Env = append(os.Environ(), "GOWORK=off", "DIST_ARCH="+s.arch, "DIST_VERSION="+m.version,
		fmt.Sprint("SOURCE_DATE_EPOCH=", m.when.Unix()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("nfpm, %s for %s: %w\n%s", of.packager, s.arch, err, out)
	}
	return os.RemoveAll(root)
}

// contents lists for nfpm the files of a tree, which are in a folder, and the folders that are the package's own. The
// others belong to the system, maybe with other rights, and rpm must not find them in two packages.
func contents(files []file, in string) []byte {
	var b bytes.Buffer
	b.WriteString("contents:\n")
	for i, f := range files {
		own := path.Dir(f.path)
		if path.Base(own) == "weltentor" && (i == 0 || path.Dir(files[i-1].path) != own) {
			fmt.Fprintf(&b, "- {type: dir, dst: %q}\n", "/usr/"+own)
		}
		fmt.Fprintf(&b, "- {src: %q, dst: %q}\n", filepath.Join(in, f.path), "/usr/"+f.path)
	}
	return b.Bytes()
}

// sums writes the checksums of all files in a folder.
func sums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var lines []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), e.Name()))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return os.WriteFile(filepath.Join(dir, sumsFile), []byte(strings.Join(lines, "")), 0o644)
}
