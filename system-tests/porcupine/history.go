package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/anishathalye/porcupine"
)

// maxLineBytes bounds one line of a history; the longest results are some kilobytes.
const maxLineBytes = 16 << 20

// Outcomes of an operation, as its client may know them.
const (
	done     = "done"     // executed once, before it returned
	rejected = "rejected" // executed once; the state said no and is as before
	refused  = "refused"  // did not happen and never will
	unknown  = "unknown"  // may happen at any time after its invocation, or never
)

// line is one line of a history: a header, a fault or an operation.
// docs/reference/history-format.md describes it.
type line struct {
	Model string `json:"model"`

	Fault  string `json:"fault"`
	Detail string `json:"detail"`

	Client  int             `json:"client"`
	Op      string          `json:"op"`
	Key     string          `json:"key"`
	Value   json.RawMessage `json:"value"`
	Expect  json.RawMessage `json:"expect"`
	Outcome string          `json:"outcome"`
	Before  json.RawMessage `json:"before"`
	Result  json.RawMessage `json:"result"`
	Call    *int64          `json:"call"`
	Return  *int64          `json:"return"`
}

// input is what an operation asked for; values are compared as the JSON text they are.
type input struct {
	op, key, value, expect string
}

// output is how an operation ended. Without a result, or what was there before, any is accepted.
type output struct {
	outcome string
	told    bool
	result  string
	before  string
}

// history is what a file holds, with the operations of each key apart.
type history struct {
	model      porcupine.Model
	counts     map[string]int
	partitions map[string][]porcupine.Operation
	faults     []porcupine.Annotation
}

func (h *history) operations() int {
	total := 0
	for _, count := range h.counts {
		total += count
	}
	return total
}

func (h *history) keys() []string {
	keys := make([]string, 0, len(h.partitions))
	for key := range h.partitions {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// readHistory reads and judges every line: what cannot be understood is an error that names the line,
// since an operation that is left out could make a bad history look good.
func readHistory(in io.Reader) (*history, error) {
	h := &history{counts: map[string]int{}, partitions: map[string][]porcupine.Operation{}}
	var spec *specification
	written := map[string]bool{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLineBytes)
	for number := 1; lines.Scan(); number++ {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d is no JSON object of a history: %v", number, err)
		}
		var err error
		switch {
		case spec == nil:
			if spec, err = specificationNamed(l.Model); err == nil {
				h.model = spec.model()
			}
		case l.Fault != "":
			err = h.addFault(l)
		default:
			err = h.addOperation(spec, l, written)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %v", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if spec == nil {
		return nil, fmt.Errorf("the history is empty; its first line names the model")
	}
	return h, nil
}

func (h *history) addFault(l line) error {
	if l.Call == nil || l.Return == nil {
		return fmt.Errorf("fault %s lacks call or return", l.Fault)
	}
	h.faults = append(h.faults, porcupine.Annotation{
		Tag: "faults", Start: *l.Call, End: *l.Return, Description: l.Fault, Details: l.Detail,
	})
	return nil
}

func (h *history) addOperation(spec *specification, l line, written map[string]bool) error {
	if err := spec.objectionTo(l); err != nil {
		return err
	}
	if spec.uniqueValues && len(l.Value) > 0 {
		if name := l.Key + "\x00" + string(l.Value); written[name] {
			return fmt.Errorf("%s is written to %s twice; a double execution could hide", l.Value, l.Key)
		} else {
			written[name] = true
		}
	}
	h.counts[l.Outcome]++
	if h.partitions[l.Key] == nil {
		h.partitions[l.Key] = []porcupine.Operation{}
	}
	// What did not happen constrains nothing, nor does a read that nobody saw the answer of.
	if l.Outcome == refused || (l.Outcome == unknown && spec.reads[l.Op]) {
		return nil
	}
	ended := int64(math.MaxInt64)
	if l.Outcome != unknown {
		ended = *l.Return
	}
	h.partitions[l.Key] = append(h.partitions[l.Key], porcupine.Operation{
		ClientId: l.Client,
		Input:    input{op: l.Op, key: l.Key, value: string(l.Value), expect: string(l.Expect)},
		Call:     *l.Call,
		Output: output{
			outcome: l.Outcome, told: len(l.Result) > 0, result: string(l.Result), before: string(l.Before),
		},
		Return: ended,
	})
	return nil
}
