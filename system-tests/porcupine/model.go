package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

// specification is a sequential object for each key, and what its operations need to say.
type specification struct {
	// members that an operation must have, by its name
	needs map[string][]string
	reads map[string]bool
	// whether a value may be written to a key once only
	uniqueValues bool
	initial      string
	// whether the operation may end so in this state, and the state after it
	step func(state string, in input, out output) (bool, string)
}

var specifications = map[string]*specification{
	// A list for each key. Every result is the whole list, so that whatever is lost, doubled, invented
	// or in another order stands in the next result.
	"list": {
		needs: map[string][]string{
			"append":    {"value"},
			"append-at": {"value", "expect"},
			"get":       {},
		},
		reads:        map[string]bool{"get": true},
		uniqueValues: true,
		initial:      "[]",
		step:         stepList,
	},
	// A value for each key, null while there is none. What is added to is a text of digits.
	"register": {
		needs: map[string][]string{
			"put":             {"value"},
			"delete":          {},
			"compare-and-set": {"value", "expect"},
			"add":             {"value"},
			"get":             {},
		},
		reads:   map[string]bool{"get": true},
		initial: "null",
		step:    stepRegister,
	},
	// A lock or an election, a queue or a counter for each key. A lock that nobody holds is given to
	// whoever asks, with a token above all before; one that is held is given to nobody else until its
	// holder releases it, or its lease expires: at some time from its earliest end on.
	"recipes": {
		needs: map[string][]string{
			"acquire": {"value"},
			"release": {"value"},
			"expire":  {"value"},
			"offer":   {"value"},
			"poll":    {},
			"add":     {"value"},
			"get":     {},
		},
		reads:   map[string]bool{"get": true},
		initial: "",
		step:    stepRecipes,
	},
	// Two values for each key, a and b, each - for none. Each write of a history has a value of its own.
	"map": {
		needs: map[string][]string{
			"put":    {"value"},
			"expire": {"value"},
			"move":   {"value"},
			"read":   {},
		},
		reads:   map[string]bool{"read": true},
		initial: "-|-",
		step:    stepMap,
	},
}

func specificationNamed(name string) (*specification, error) {
	if spec := specifications[name]; spec != nil {
		return spec, nil
	}
	return nil, fmt.Errorf("the first line must name the model, list, register, recipes or map, and says %q", name)
}

// objectionTo tells what is wrong with a line that should be an operation.
func (s *specification) objectionTo(l line) error {
	needs, known := s.needs[l.Op]
	if !known {
		return fmt.Errorf("operation %q is none of this model", l.Op)
	}
	for _, need := range needs {
		if (need == "value" && len(l.Value) == 0) || (need == "expect" && len(l.Expect) == 0) {
			return fmt.Errorf("operation %s lacks %s", l.Op, need)
		}
	}
	switch l.Outcome {
	case done, rejected, refused, unknown:
	default:
		return fmt.Errorf("outcome %q is none of done, rejected, refused, unknown", l.Outcome)
	}
	if l.Key == "" || l.Call == nil {
		return fmt.Errorf("operation %s lacks key or call", l.Op)
	}
	if l.Outcome != unknown && (l.Return == nil || *l.Return < *l.Call) {
		return fmt.Errorf("operation %s is %s and lacks a return after its call", l.Op, l.Outcome)
	}
	if s.reads[l.Op] && l.Outcome == done && len(l.Result) == 0 {
		return fmt.Errorf("operation %s is done and lacks its result", l.Op)
	}
	if l.Op == "add" {
		if _, legal := sum("null", string(l.Value)); !legal {
			return fmt.Errorf("operation add adds %s, which is no text of digits", l.Value)
		}
	}
	if !isCompact(l.Value) || !isCompact(l.Expect) || !isCompact(l.Before) || !isCompact(l.Result) {
		return fmt.Errorf("values are compared as text; write them without spaces")
	}
	return nil
}

func isCompact(value json.RawMessage) bool {
	var compact bytes.Buffer
	return len(value) == 0 ||
		(json.Compact(&compact, value) == nil && bytes.Equal(compact.Bytes(), value))
}

func (s *specification) model() porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return s.initial },
		Step: func(state, in, out interface{}) (bool, interface{}) {
			legal, next := s.step(state.(string), in.(input), out.(output))
			return legal, next
		},
		Hash: func(state interface{}) uint64 {
			hash := fnv.New64a()
			hash.Write([]byte(state.(string)))
			return hash.Sum64()
		},
		DescribeOperation: func(in, out interface{}) string { return describe(in.(input), out.(output)) },
		DescribeState:     func(state interface{}) string { return state.(string) },
	}
}

func describe(in input, out output) string {
	words := []string{in.op}
	if in.value != "" {
		words = append(words, in.value)
	}
	if in.expect != "" {
		words = append(words, "if "+in.expect)
	}
	words = append(words, "->", out.outcome)
	if out.told {
		words = append(words, out.result)
	}
	return strings.Join(words, " ")
}

// ended tells whether an operation may have been executed with this effect: unknown ones may, whatever
// they did, done ones if the result is the one told, rejected ones had none.
func ended(out output, result string) bool {
	return out.outcome == unknown || (out.outcome == done && (!out.told || out.result == result))
}

func stepList(state string, in input, out output) (bool, string) {
	switch in.op {
	case "append":
		next := appended(state, in.value)
		return ended(out, next), next
	case "append-at":
		if in.expect == strconv.Itoa(length(state)) {
			next := appended(state, in.value)
			return ended(out, next), next
		}
		return out.outcome == rejected || out.outcome == unknown, state
	default:
		return out.outcome == done && out.result == state, state
	}
}

func appended(list, value string) string {
	if list == "[]" {
		return "[" + value + "]"
	}
	return list[:len(list)-1] + "," + value + "]"
}

// length counts the elements of a list of numbers.
func length(list string) int {
	if list == "[]" {
		return 0
	}
	return strings.Count(list, ",") + 1
}

func stepRegister(state string, in input, out output) (bool, string) {
	switch in.op {
	case "put":
		return out.outcome != rejected && replaced(out, state), in.value
	case "delete":
		// A store may reject to delete what is not there.
		return (out.outcome != rejected || state == "null") && replaced(out, state), "null"
	case "compare-and-set":
		if in.expect == state {
			return out.outcome != rejected && replaced(out, state), in.value
		}
		return out.outcome != done, state
	case "add":
		next, legal := sum(state, in.value)
		if !legal {
			return out.outcome != done, state
		}
		return ended(out, next) && replaced(out, state), next
	default:
		return out.outcome == done && out.result == state, state
	}
}

// replaced tells whether an operation may have found this state.
func replaced(out output, state string) bool {
	return out.before == "" || out.before == state
}

func stepRecipes(state string, in input, out output) (bool, string) {
	switch in.op {
	case "acquire":
		return stepAcquire(state, in, out)
	case "release", "expire":
		holder, token := lockOf(state)
		if holder == in.value {
			return out.outcome != rejected, "|" + strconv.FormatInt(token, 10)
		}
		return out.outcome != rejected, state
	case "offer":
		if state == "" {
			state = "[]"
		}
		return out.outcome != rejected, appended(state, in.value)
	case "poll":
		return stepPoll(state, out)
	case "add":
		next, legal := sum(counterOf(state), in.value)
		return legal && ended(out, next), next
	default:
		return out.outcome == done && out.result == counterOf(state), state
	}
}

// stepMap reads FIELD:VALUE of a put and its end, and FIELD:EXPECTED:VALUE of a move to the other field.
func stepMap(state string, in input, out output) (bool, string) {
	if in.op == "read" {
		return out.outcome == done && out.result == strconv.Quote(state), state
	}
	var value string
	if json.Unmarshal([]byte(in.value), &value) != nil {
		return false, state
	}
	words := strings.Split(value, ":")
	fields := strings.Split(state, "|")
	this := strings.Index("ab", words[0])
	if len(words) < 2 || len(words[0]) != 1 || this < 0 {
		return false, state
	}
	switch in.op {
	case "put":
		fields[this] = "=" + words[1]
	case "expire":
		if fields[this] == "="+words[1] {
			fields[this] = "-"
		}
	default:
		if len(words) != 3 || fields[this] != "="+words[1] {
			return out.outcome == rejected || out.outcome == unknown, state
		}
		fields[this], fields[1-this] = "-", "="+words[2]
	}
	return out.outcome != rejected, strings.Join(fields, "|")
}

func stepAcquire(state string, in input, out output) (bool, string) {
	holder, last := lockOf(state)
	if holder != "" {
		return out.outcome == rejected || out.outcome == unknown, state
	}
	token := last
	if out.outcome == done && out.told {
		var text string
		if json.Unmarshal([]byte(out.result), &text) != nil {
			return false, state
		}
		told, err := strconv.ParseInt(text, 10, 64)
		if err != nil || told <= last {
			return false, state
		}
		token = told
	}
	return out.outcome != rejected, in.value + "|" + strconv.FormatInt(token, 10)
}

// lockOf reads who holds a lock, nobody at first, and the last token that was told.
func lockOf(state string) (string, int64) {
	at := strings.LastIndexByte(state, '|')
	if at < 0 {
		return "", 0
	}
	token, err := strconv.ParseInt(state[at+1:], 10, 64)
	if err != nil {
		panic(err)
	}
	return state[:at], token
}

func stepPoll(state string, out output) (bool, string) {
	if state == "" || state == "[]" {
		return ended(out, "null"), "[]"
	}
	first, rest, more := strings.Cut(state[1:len(state)-1], ",")
	next := "[]"
	if more {
		next = "[" + rest + "]"
	}
	return ended(out, first), next
}

func counterOf(state string) string {
	if state == "" {
		return `"0"`
	}
	return state
}

// sum adds two JSON texts of digits; what is not there counts as 0.
func sum(state, amount string) (string, bool) {
	if state == "null" {
		state = `"0"`
	}
	total := int64(0)
	for _, text := range []string{state, amount} {
		var digits string
		if json.Unmarshal([]byte(text), &digits) != nil {
			return "", false
		}
		number, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return "", false
		}
		total += number
	}
	return strconv.Quote(strconv.FormatInt(total, 10)), true
}
