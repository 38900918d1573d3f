package scan

import (
	"encoding/json"
	"io"
	"time"
)

type (
	jsonReport struct {
		Database string        `json:"database"`
		Tables   string        `json:"tables"`
		Apps     int64         `json:"apps"`
		Users    int64         `json:"users"`
		Sessions int64         `json:"sessions"`
		Values   int64         `json:"values"`
		Foreign  int64         `json:"foreignValues"`
		Events   *int64        `json:"events,omitempty"` // if the history was read
		Findings []jsonFinding `json:"findings"`
		Keys     []jsonKey     `json:"keys"`
		Removed  []jsonRemoved `json:"removed,omitempty"`
	}
	jsonFinding struct {
		Rule     string        `json:"rule"`
		Severity string        `json:"severity"`
		Key      string        `json:"key,omitempty"`
		OldName  string        `json:"oldName,omitempty"`
		Prompt   string        `json:"prompt,omitempty"`
		Problem  string        `json:"problem,omitempty"`
		Of       string        `json:"of"`
		Count    int64         `json:"count"`
		Owners   int64         `json:"owners"`
		Total    int64         `json:"total,omitempty"`
		History  bool          `json:"history,omitempty"`
		Examples []jsonExample `json:"examples"`
	}
	jsonExample struct {
		App     string     `json:"app"`
		User    string     `json:"user,omitempty"`
		Session string     `json:"session,omitempty"`
		Key     string     `json:"key,omitempty"`
		Event   int64      `json:"event,omitempty"`
		Updated *time.Time `json:"updated,omitempty"`
		Writer  string     `json:"writer,omitempty"`
		Error   string     `json:"error,omitempty"`
	}
	jsonKey struct {
		Key        string        `json:"key"`
		Sensitive  bool          `json:"sensitive,omitempty"`
		Values     int64         `json:"values"`
		InEvents   int64         `json:"inEvents,omitempty"`
		OldNames   []jsonOldName `json:"oldNames,omitempty"`
		OlderForms *int64        `json:"olderForms,omitempty"` // if the schema has any
	}
	jsonOldName struct {
		Name     string `json:"name"`
		Left     int64  `json:"left"`
		InEvents int64  `json:"inEvents,omitempty"`
	}
	jsonRemoved struct {
		Key      string `json:"key"`
		Purge    bool   `json:"purge,omitempty"`
		Left     int64  `json:"left"`
		InEvents int64  `json:"inEvents,omitempty"`
	}
)

// WriteJSON writes the whole report as one JSON object.
func WriteJSON(w io.Writer, database, tables string, r *Report) error {
	out := jsonReport{
		Database: database, Tables: tables, Apps: r.Apps, Users: r.Users, Sessions: r.Sessions, Values: r.Values,
		Foreign: r.Foreign, Findings: []jsonFinding{}, Keys: []jsonKey{},
	}
	if r.History {
		out.Events = &r.Events
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, f.json())
	}
	for _, k := range r.Keys {
		key := jsonKey{Key: k.Key, Sensitive: k.Sensitive, Values: k.Values, InEvents: k.InEvents}
		for _, o := range k.OldNames {
			key.OldNames = append(key.OldNames, jsonOldName{o.Name, o.Left, o.InEvents})
		}
		if k.HasForms {
			key.OlderForms = &k.OlderForms
		}
		out.Keys = append(out.Keys, key)
	}
	for _, entry := range r.Removed {
		out.Removed = append(out.Removed, jsonRemoved(*entry))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}

func (f *Finding) json() jsonFinding {
	j := jsonFinding{
		Rule: f.Rule.ID, Severity: f.Rule.Severity.String(), Key: f.Key, OldName: f.Name, Prompt: f.Prompt, Problem: f.Problem, Of: f.Unit,
		Count: f.Count, Owners: f.Owners, Total: f.Of, History: f.History, Examples: []jsonExample{},
	}
	for _, e := range f.Examples {
		example := jsonExample{App: e.App, User: e.User, Session: e.Session, Key: e.Key, Event: e.Event, Writer: e.Writer, Error: e.Error}
		if !e.Updated.IsZero() {
			example.Updated = &e.Updated
		}
		j.Examples = append(j.Examples, example)
	}
	return j
}
