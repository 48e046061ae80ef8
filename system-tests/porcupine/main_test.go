package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The histories of testdata are small and made by hand; the name of each says what is wrong in it.
func TestHistories(t *testing.T) {
	for folder, expected := range map[string]int{
		"good": linearizable, "bad": notLinearizable, "unreadable": unreadable,
	} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.jsonl"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no histories in testdata/%s", folder)
		}
		for _, file := range files {
			t.Run(folder+"/"+strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
				copied := copyOf(t, file)
				code, text := judgeFile(copied, 1, time.Minute)
				if code != expected {
					t.Errorf("ended with %d, expected %d: %s", code, expected, text)
				}
				pages, _ := filepath.Glob(filepath.Join(filepath.Dir(copied), "*.html"))
				if drawn := len(pages) == 1; drawn != (expected == notLinearizable) {
					t.Errorf("pages are %v", pages)
				}
			})
		}
	}
}

func TestTooFewOperations(t *testing.T) {
	t.Run("are an error", func(t *testing.T) {
		file := copyOf(t, filepath.Join("testdata", "good", "one-after-another.jsonl"))
		if code, text := judgeFile(file, 5000, time.Minute); code != unreadable {
			t.Errorf("ended with %d: %s", code, text)
		}
	})
}

func TestThePartitionThatFails(t *testing.T) {
	t.Run("is named", func(t *testing.T) {
		file := copyOf(t, filepath.Join("testdata", "bad", "stale-read.jsonl"))
		if _, text := judgeFile(file, 1, time.Minute); !strings.Contains(text, "partition b:") {
			t.Error(text)
		}
	})
}

// copyOf keeps the pages that are drawn out of the tree.
func copyOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), filepath.Base(file))
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return copied
}
