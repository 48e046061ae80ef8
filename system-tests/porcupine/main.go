// Command porcupine judges recorded histories: is there an order of their operations, one after
// another within the time that each took, that explains every result?
//
// It prints one line a history, and ends with 0 if all are linearizable, 1 if one is not, 2 if one
// cannot be read or is too small, 3 if one could not be decided in time.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	linearizable    = 0
	notLinearizable = 1
	unreadable      = 2
	undecided       = 3
)

func main() {
	minimum := flag.Int("min", 1, "how many operations a history must hold")
	limit := flag.Duration("timeout", 5*time.Minute, "how long one partition may take")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: porcupine [-min N] [-timeout D] HISTORY...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(unreadable)
	}
	worst := linearizable
	for _, file := range flag.Args() {
		code, text := judgeFile(file, *minimum, *limit)
		fmt.Printf("%s: %s\n", filepath.Base(file), text)
		worst = max(worst, code)
	}
	os.Exit(worst)
}

func judgeFile(file string, minimum int, limit time.Duration) (int, string) {
	in, err := os.Open(file)
	if err != nil {
		return unreadable, err.Error()
	}
	defer in.Close()
	h, err := readHistory(in)
	if err != nil {
		return unreadable, err.Error()
	}
	if h.operations() < minimum {
		return unreadable, fmt.Sprintf("%d operations are too few, wanted %d", h.operations(), minimum)
	}
	began := time.Now()
	code, verdict := judge(h, file, limit)
	return code, fmt.Sprintf("%d operations (%d done, %d rejected, %d refused, %d unknown), %d partitions,"+
		" %d faults, %.2f s: %s", h.operations(), h.counts[done], h.counts[rejected], h.counts[refused],
		h.counts[unknown], len(h.partitions), len(h.faults), time.Since(began).Seconds(), verdict)
}

// judge checks one key after another; the first that fails is drawn to a page beside the history.
func judge(h *history, file string, limit time.Duration) (int, string) {
	for _, key := range h.keys() {
		switch porcupine.CheckOperationsTimeout(h.model, h.partitions[key], limit) {
		case porcupine.Illegal:
			return notLinearizable, "NOT LINEARIZABLE, partition " + key + ": " + draw(h, key, file, limit)
		case porcupine.Unknown:
			return undecided, fmt.Sprintf("UNDECIDED, partition %s took more than %s", key, limit)
		}
	}
	return linearizable, "LINEARIZABLE"
}

func draw(h *history, key, file string, limit time.Duration) string {
	_, info := porcupine.CheckOperationsVerbose(h.model, h.partitions[key], limit)
	longest := 0
	for _, orders := range info.PartialLinearizations() {
		for _, order := range orders {
			longest = max(longest, len(order))
		}
	}
	var faults []porcupine.Annotation
	first, last := span(h.partitions[key])
	for _, fault := range h.faults {
		if fault.End >= first && fault.Start <= last {
			faults = append(faults, fault)
		}
	}
	info.AddAnnotations(faults)
	page := strings.TrimSuffix(file, ".jsonl") + "." + key + ".html"
	if err := porcupine.VisualizePath(h.model, info, page); err != nil {
		return "no page: " + err.Error()
	}
	return fmt.Sprintf("%d of its %d operations can be ordered, see %s", longest, len(h.partitions[key]), page)
}

// span is from the first invocation to the last return that is known.
func span(operations []porcupine.Operation) (int64, int64) {
	first, last := operations[0].Call, operations[0].Call
	for _, operation := range operations {
		first = min(first, operation.Call)
		last = max(last, operation.Call)
		if operation.Output.(output).outcome != unknown {
			last = max(last, operation.Return)
		}
	}
	return first, last
}
