package lsp

import "encoding/json"

// What follows is the part of the Language Server Protocol 3.17 that the server speaks, under the
// names that the specification has for it.

// Position is a place in a text; Character counts in units of UTF-16, which every client knows.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is what is from Start to before End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range in a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// TextDocument names a document. Version is null for one that is not open, and Text is what one that is
// opened has.
type TextDocument struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
	Text    string `json:"text,omitempty"`
}

// ContentChange replaces a range, or all of a text.
type ContentChange struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// Params are the parameters of all that the client tells and asks. Those that a message doesn't have are empty.
type Params struct {
	TextDocument   TextDocument      `json:"textDocument"`
	Position       Position          `json:"position"`
	Range          Range             `json:"range"`
	Context        CodeActionContext `json:"context"`
	ContentChanges []ContentChange   `json:"contentChanges"`
	NewName        string            `json:"newName"`
	Command        string            `json:"command"`
	ID             json.RawMessage   `json:"id"`
	Event          FoldersEvent      `json:"event"`
}

// CodeActionContext says of which kinds actions are wanted.
type CodeActionContext struct {
	Only []string `json:"only"`
}

// FoldersEvent is a change of the folders that the client has open.
type FoldersEvent struct {
	Added   []Folder `json:"added"`
	Removed []Folder `json:"removed"`
}

// Folder is one of them.
type Folder struct {
	URI string `json:"uri"`
}

// Initialize is what a client says of itself.
type Initialize struct {
	RootURI          string   `json:"rootUri"`
	WorkspaceFolders []Folder `json:"workspaceFolders"`
	Options          Settings `json:"initializationOptions"`
	Capabilities     struct {
		Window struct {
			ShowMessage *struct{} `json:"showMessage"`
		} `json:"window"`
		Workspace struct {
			DidChangeWatchedFiles Dynamic `json:"didChangeWatchedFiles"`
			CodeLens              Refresh `json:"codeLens"`
			SemanticTokens        Refresh `json:"semanticTokens"`
		} `json:"workspace"`
		TextDocument struct {
			Formatting Dynamic `json:"formatting"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// Dynamic says whether the server can ask for something later.
type Dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// Refresh says whether the client can be told that what it shows may be outdated.
type Refresh struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// Settings are what a client sets of this server.
type Settings struct {
	// GoSource says when Go source is checked: "type" (once typing has stopped), "save"
	// or "off"; empty is "type".
	GoSource string `json:"goSource"`
}

// Severities and tags of diagnostics.
const (
	SeverityError   = 1
	SeverityWarning = 2
	TagUnnecessary  = 1
	TagDeprecated   = 2
)

// Diagnostic is a finding.
type Diagnostic struct {
	Range              Range            `json:"range"`
	Severity           int              `json:"severity"`
	Code               string           `json:"code"`
	CodeDescription    *CodeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source"`
	Message            string           `json:"message"`
	Tags               []int            `json:"tags,omitempty"`
	RelatedInformation []Related        `json:"relatedInformation,omitempty"`
}

// CodeDescription says where a rule is explained.
type CodeDescription struct {
	Href string `json:"href"`
}

// Related is another place of a diagnostic.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnostics is all that is found in a document.
type PublishDiagnostics struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// WorkspaceEdit has edits of files.
type WorkspaceEdit struct {
	DocumentChanges []DocumentEdit `json:"documentChanges,omitempty"`
}

// DocumentEdit is the edits of one version of a document.
type DocumentEdit struct {
	TextDocument TextDocument `json:"textDocument"`
	Edits        []TextEdit   `json:"edits"`
}

// CodeAction is a change that is offered.
type CodeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        WorkspaceEdit `json:"edit"`
}

// CompletionVariable is the kind of a key in completions.
const CompletionVariable = 6

// CompletionItem is a text that is offered.
type CompletionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation *Markup  `json:"documentation,omitempty"`
	Deprecated    bool     `json:"deprecated,omitempty"`
	SortText      string   `json:"sortText,omitempty"`
	FilterText    string   `json:"filterText,omitempty"`
	TextEdit      TextEdit `json:"textEdit"`
}

// CompletionList is what is offered at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// Markup is text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Hover is what is shown of a place.
type Hover struct {
	Contents Markup `json:"contents"`
	Range    Range  `json:"range"`
}

// CodeLens is a line above a range.
type CodeLens struct {
	Range   Range     `json:"range"`
	Command LensTitle `json:"command"`
}

// LensTitle is a command that does nothing but show its title.
type LensTitle struct {
	Title   string `json:"title"`
	Command string `json:"command"`
}

// MessageRequest asks the user to choose.
type MessageRequest struct {
	Type    int             `json:"type"`
	Message string          `json:"message"`
	Actions []MessageAction `json:"actions"`
}

// MessageAction is what can be chosen.
type MessageAction struct {
	Title string `json:"title"`
}

// SemanticTokens are five numbers for each token.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}
