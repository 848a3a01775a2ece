import fc from 'fast-check'

// The summary at the end of a run prints messages only: without this, a failed property names its counterexample but not
// the assertion that failed.
fc.configureGlobal({ includeErrorInReport: true })
