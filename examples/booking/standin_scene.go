package main

import (
	"encoding/json"
	"strings"
	"time"
)

// A scene is what the StandIn has understood of a Request.
type scene struct {
	title   string                    // of the instruction
	facts   map[string]string         // its lines of the form "label: value"
	said    string                    // the last message of the traveller
	results map[string]map[string]any // what the tools have answered since, by name
}

func readScene(req Request) scene {
	s := scene{facts: map[string]string{}, results: map[string]map[string]any{}}
	for line := range strings.Lines(req.Instruction) {
		s.readLine(strings.TrimSpace(line))
	}
	for _, content := range req.History {
		for _, part := range content.Parts {
			switch {
			case part.FunctionResponse != nil:
				s.results[part.FunctionResponse.Name] = part.FunctionResponse.Response
			case content.Role == roleUser && part.Text != "":
				s.said = part.Text
				clear(s.results)
			}
		}
	}
	return s
}

func (s *scene) readLine(line string) {
	if title, ok := strings.CutPrefix(line, "# "); ok {
		s.title = title
		return
	}
	label, value, ok := strings.Cut(strings.TrimPrefix(line, "- "), ":")
	if ok {
		s.facts[label] = strings.TrimSpace(value)
	}
}

// answer decodes what a tool has answered to this message; false if it was
// not called.
func (s scene) answer(tool string, into any) bool {
	result, ok := s.results[tool]
	return ok && decode(result, into)
}

// failure returns the error that a tool has answered with, or "".
func (s scene) failure(tool string) string {
	problem, _ := s.results[tool]["error"].(string)
	return problem
}

// fact decodes a fact that is written as JSON; false if it isn't there.
func (s scene) fact(label string, into any) bool {
	return json.Unmarshal([]byte(s.facts[label]), into) == nil
}

func decode(from map[string]any, into any) bool {
	text, err := json.Marshal(from)
	return err == nil && json.Unmarshal(text, into) == nil
}

// An offer is a flight as the StandIn finds it in instructions and answers.
type offer struct {
	Number   string    `json:"number"`
	Departs  time.Time `json:"departs"`
	Duration string    `json:"duration"`
	Price    float64   `json:"price"`
	Stopover string    `json:"stopover"`
}
