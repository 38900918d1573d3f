package python

import "github.com/seed92179c4c/stategen/internal/python/names"

// job is a parameter of a function to which a state is passed.
type job struct {
	in            *names.File
	def           int
	param         string
	inRun, passed bool
	copied        bool
}

// mostJobs is how many such parameters are followed.
const mostJobs = 500

// pass follows a state that is given to a function of these files.
func (r *reader) pass(i int) bool {
	open := r.Opens[i]
	if open < 1 || r.Word(open) != "(" || r.Word(i+1) != "," && r.Word(i+1) != ")" || len(r.project.jobs) == mostJobs {
		return false
	}
	in, def, ok := r.Callee(open)
	if !ok {
		return false
	}
	params := in.Parameters(def)
	n := r.project.Scope(in).GivenAs(names.Place{In: r.File, At: open}, def, r.StartOf(i))
	if n < 0 || n >= len(params) || params[n].Star != "" {
		return false
	}
	j := job{in, def, params[n].Name, r.isInRun(i), r.isPassed(i), r.Word(i-1) != "." && r.aliases[r.Word(i)].copied}
	if !r.project.known[j] {
		r.project.known[j] = true
		r.project.jobs = append(r.project.jobs, j)
	}
	return true
}

// readPassed reads the functions to which states are passed.
func (p *project) readPassed() {
	for n := 0; n < len(p.jobs); n++ {
		j := p.jobs[n]
		r := newReader(p, j.in)
		r.passed = true
		end := r.EndOf(j.def)
		r.aliases[j.param] = alias{end: end, inRun: j.inRun, passed: j.passed, copied: j.copied}
		r.span(r.Closing(r.NameOf(j.def)+1)+1, end)
	}
}
