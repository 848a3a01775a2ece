export {
  type CallResult,
  type ClaimedKey,
  createIdempotency,
  currentClaimedKey,
  type Idempotency,
  purgeRequests,
  sealedAnswers,
  withClaimedKey,
} from './idempotency.ts'
