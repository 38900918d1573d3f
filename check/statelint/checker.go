package statelint

// Checker checks a package with all rules on Go source.
type Checker struct {
	*Tracer
	*Recorder
	accessors *Finder
	rewriter  *Rewriter
	sessions  sessions
	guards    *guards
}

// NewChecker makes a checker that keeps what it finds in a recorder.
func NewChecker(v *Values, r *Recorder, a *Finder, w *Rewriter) *Checker {
	p := &Checker{Recorder: r, accessors: a, rewriter: w, sessions: sessions{v}, guards: newGuards(v)}
	p.Tracer = NewTracer(v, p, nil)
	return p
}

// Run checks the package and exports what other packages need to know of it.
func (p *Checker) Run() {
	for _, f := range p.Files {
		p.seed(f)
		p.assertions(f)
		misuse{p}.file(f)
	}
	p.adk()
	p.exportFacts()
}
