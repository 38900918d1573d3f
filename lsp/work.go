package lsp

// work is the looker, the surveyor or the generator: whenever it is woken it takes what there is
// to do, under the lock, and does it.
func (s *session) work(wake <-chan struct{}, take func() (do, done func())) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-wake:
		}
		s.mu.Lock()
		do, done := take()
		s.mu.Unlock()
		do()
		s.finish(done)
	}
}

// finish ends a piece of work, and tells who waits if it was the last.
func (s *session) finish(done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	done()
	if !s.toLook.idle() || s.toSurvey.pending || s.toSurvey.busy || !s.toGenerate.idle() {
		return
	}
	for _, wait := range s.toSurvey.waiting {
		close(wait)
	}
	s.toSurvey.waiting = nil
}
