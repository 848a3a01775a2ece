export { type CommittedEvent, onCommit, recordPublished } from './commits.ts'
export { applyMarkers, type CommitMarker, currentMarker, withCommitMarker } from './markers.ts'
export { isCommitUncertain, runOf, type TransactionRun, transact, transactBatch } from './transact.ts'
