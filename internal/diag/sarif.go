package diag

import (
	"io"
	"net/url"
	"path"
	"slices"
)

// The part of SARIF 2.1.0 that is written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules,omitempty"`
	}
	sarifRule struct {
		ID               string        `json:"id"`
		ShortDescription *sarifMessage `json:"shortDescription,omitempty"`
		FullDescription  *sarifMessage `json:"fullDescription,omitempty"`
		HelpURI          string        `json:"helpUri,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID           string          `json:"ruleId"`
		RuleIndex        int             `json:"ruleIndex"`
		Level            string          `json:"level"`
		Message          sarifMessage    `json:"message"`
		Locations        []sarifLocation `json:"locations,omitempty"`
		RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
)

// SARIFOptions says what WriteSARIF tells about the tool.
type SARIFOptions struct {
	Version string // of stategen; may be empty
	Rules   Rules  // to describe the rules of the findings
}

// WriteSARIF writes findings as a SARIF 2.1.0 log, which code scanning
// services read. Columns count code points. It returns the first error of w.
func WriteSARIF(w io.Writer, list List, sources Sources, options SARIFOptions) error {
	run := sarifRun{
		Tool:       sarifTool{Driver: sarifDriver{Name: "stategen", InformationURI: HomeURL, Version: options.Version, Rules: sarifRules(list, options.Rules)}},
		ColumnKind: "unicodeCodePoints",
		Results:    make([]sarifResult, 0, len(list)),
	}
	index := map[string]int{}
	for i, r := range run.Tool.Driver.Rules {
		index[r.ID] = i
	}
	for _, d := range list {
		result := sources.sarifResult(d)
		result.RuleIndex = index[d.ID]
		run.Results = append(run.Results, result)
	}
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// sarifRules describes each rule that the findings name, once.
func sarifRules(list List, rules Rules) []sarifRule {
	var ids []string
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	var described []sarifRule
	for _, id := range slices.Compact(ids) {
		described = append(described, describe(id, rules))
	}
	return described
}

func describe(id string, rules Rules) sarifRule {
	s := sarifRule{ID: id}
	if r, ok := rules.Find(id); ok {
		s.ShortDescription = &sarifMessage{Text: r.Summary}
		s.FullDescription = &sarifMessage{Text: r.Why}
		s.HelpURI = RuleURL(id)
	}
	return s
}

func (s Sources) sarifResult(d Diagnostic) sarifResult {
	text := d.Message
	if d.Hint != "" {
		text += "\nhint: " + d.Hint
	}
	result := sarifResult{RuleID: d.ID, Level: d.Severity.String(), Message: sarifMessage{Text: text}}
	if !d.Span.IsZero() {
		result.Locations = []sarifLocation{s.sarifLocation(d.Span)}
	}
	for _, r := range d.Related {
		at := s.sarifLocation(r.Span)
		at.Message = &sarifMessage{Text: r.Message}
		result.RelatedLocations = append(result.RelatedLocations, at)
	}
	return result
}

func (s Sources) sarifLocation(span Span) sarifLocation {
	return sarifLocation{PhysicalLocation: sarifPhysical{
		ArtifactLocation: sarifURI(span.File),
		Region:           s.sarifRegion(span),
	}}
}

func (s Sources) sarifRegion(span Span) *sarifRegion {
	start, end := s.position(span.File, span.Start), s.position(span.File, span.End)
	return &sarifRegion{StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

func sarifURI(file string) sarifArtifact {
	u := url.URL{Path: file}
	if path.IsAbs(file) {
		u.Scheme = "file"
	}
	return sarifArtifact{URI: u.String()}
}
