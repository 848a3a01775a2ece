import { DomainError, domainError, type ErrorData } from '@glasshouse/core/errors/registry'
import { createBatchQueue } from '../concurrency/index.ts'
import type { Db } from '../database/index.ts'
import { randomToken, type SealedColumn, type Secrets, sha256 } from '../secrets/index.ts'
import { currentMarker, withCommitMarker } from '../transactions/index.ts'
import {
  deleteKey,
  findKey,
  type IdempotencyKey,
  insertKeys,
  type KeyGrant,
  type KeyRequest,
  type OwnedKey,
  purgeKeys,
  type StoredResponse,
  updateExecuted,
  updateResponses,
} from './store.ts'

/** Result of a call: its data, and the total of a list. */
export type CallResult = { readonly data: unknown; readonly total?: number }

type MutatingRequest = {
  /** The caller, such as `u10001`. */
  readonly caller: string
  readonly signature: string | null
  /** The `Idempotency-Key` header, if present. */
  readonly key: string | null
  readonly path: string
  readonly fields: ReadonlyMap<string, string | number | boolean>
}

export type Idempotency = {
  /** Runs a mutating call at most once per signature and per idempotency key. */
  readonly once: (
    request: MutatingRequest,
    nowMs: number,
    work: () => Promise<CallResult>,
  ) => Promise<CallResult>
}

const signatureKeptMs = 10 * 60_000
const keyKeptMs = 48 * 3_600_000

const duplicateRequest = (data?: ErrorData) => domainError('duplicateRequest', data)

/** Request fingerprint. Ignores `lang` and the order of fields. */
const hashOf = ({ path, fields }: MutatingRequest): string => {
  const words = [...fields].filter(([name]) => name !== 'lang').map(([name, value]) => [name, String(value)])
  return sha256(`${path}\n${JSON.stringify(words.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))}`)
}

/** Concurrent requests claim their keys in one batch, and their responses are stored in one batch. */
type IdempotencyStore = {
  readonly take: (request: KeyRequest) => Promise<KeyGrant>
  readonly keep: (kept: StoredResponse) => Promise<void>
}

/** A database statement may have taken effect although no response arrived. */
const always = (): boolean => true

const openIdempotencyStore = (db: Db, boot: string): IdempotencyStore => ({
  take: createBatchQueue(
    async (wishes: readonly KeyRequest[]) =>
      (await insertKeys(db, boot, wishes)).map((answer) => ({ answer })),
    always,
  ),
  keep: createBatchQueue(async (answers: readonly StoredResponse[]) => {
    await updateResponses(db, answers)
    return answers.map(() => ({ answer: undefined }))
  }, always),
})

/** One attempt at a key: its owner and its expiry. */
type Execution = {
  readonly db: Db
  readonly shelf: IdempotencyStore
  readonly secrets: Secrets
  readonly boot: string
  readonly claim: string
  readonly nowMs: number
}

/** Responses contain tokens and secrets that are stored nowhere else in clear; they are encrypted here. */
const purpose = 'platform.answer'

/** Where responses are sealed. */
export const sealedAnswers: SealedColumn = {
  table: 'platform_answer',
  key: ['caller', 'key'],
  column: 'answer',
  purposeOf: () => purpose,
}

/** Responses stored before encryption was added are plain JSON. */
const readAnswer = (secrets: Secrets, kept: string): CallResult =>
  JSON.parse(kept.startsWith('{') ? kept : secrets.open(purpose, kept)) as CallResult

const storedResponse = async (
  { db, secrets }: Execution,
  place: IdempotencyKey,
  bodyHash: string,
): Promise<CallResult> => {
  const kept = await findKey(db, place)
  // The key was released because the first request was rejected, so a retry may run.
  if (kept === undefined || kept.body_hash !== bodyHash) throw duplicateRequest()
  if (kept.answer !== null) return readAnswer(secrets, kept.answer)
  // Another process may be about to store it; in this one the request has ended.
  throw duplicateRequest(kept.executed ? { executed: true } : {})
}

/** A key and its claim, as another process is told of it. */
export type ClaimedKey = OwnedKey

/** The key claimed for the request that is running; null without one. */
export const currentClaimedKey = (): ClaimedKey | null => {
  const mark = currentMarker()
  return mark?.markAll === updateExecuted ? (mark.mine as OwnedKey) : null
}

/** Marks each transaction of the work as what a claimed key executed; one whose claim was taken over rolls back. */
export const withClaimedKey = <T>(claimed: ClaimedKey | null, work: () => Promise<T>): Promise<T> =>
  claimed === null
    ? work()
    : withCommitMarker({ mine: claimed, markAll: updateExecuted, lost: () => duplicateRequest() }, work)

/** Runs the work with marked transactions and stores the response. */
const execute = async (
  { db, shelf, secrets, claim }: Execution,
  place: IdempotencyKey,
  work: () => Promise<CallResult>,
): Promise<CallResult> => {
  const marked = withClaimedKey({ place, claim }, work)
  const answer = await marked.catch(async (error: unknown) => {
    // A domain error wrote nothing, so release the key. After a fault the commit marker decides.
    await deleteKey(db, place, claim, error instanceof DomainError)
    throw error
  })
  await shelf.keep({ place, claim, answer: secrets.seal(purpose, JSON.stringify(answer)) })
  return answer
}

const runOnceByKey = async (
  attempt: Execution,
  request: MutatingRequest,
  work: () => Promise<CallResult>,
): Promise<CallResult> => {
  const { db, shelf, claim, nowMs } = attempt
  const place = { caller: request.caller, key: `key:${request.key}` }
  const bodyHash = hashOf(request)
  const got = await shelf.take({ claim, nowMs, signature: request.signature, keyed: { place, bodyHash } })
  if (!got.place) return storedResponse(attempt, place, bodyHash)
  if (!got.signature) {
    await deleteKey(db, place, claim, false)
    throw duplicateRequest()
  }
  return execute(attempt, place, work)
}

/**
 * Stores signatures and idempotency keys in the database.
 *
 * A key is claimed before the work, marked `executed` in the transaction that does the work, and given its response
 * after the commit. Killed before the commit, the key is unmarked and the next start releases it. Killed between commit
 * and response, the mark stays and a repeat is rejected with `executed: true` instead of running twice. A transaction
 * whose key was taken over rolls back.
 */
export const createIdempotency = (db: Db, secrets: Secrets): Idempotency => {
  const boot = `${randomToken(9)}:`
  const working = new Set<string>()
  const shelf = openIdempotencyStore(db, boot)
  let claims = 0
  return {
    once: async (request, nowMs, work) => {
      claims += 1
      const attempt = { db, shelf, secrets, boot, claim: `${boot}${claims}`, nowMs }
      if (request.key === null) {
        const { claim } = attempt
        const { signature } = request
        if (signature === null) return work()
        if (!(await shelf.take({ claim, nowMs, signature, keyed: null })).signature) throw duplicateRequest()
        return work()
      }
      // A repeat of a request in progress in this process is answered without a query, and cannot take over the first
      // one, however long it runs.
      const busy = `${request.caller} ${request.key}`
      if (working.has(busy)) throw duplicateRequest()
      working.add(busy)
      try {
        return await runOnceByKey(attempt, request, work)
      } finally {
        working.delete(busy)
      }
    },
  }
}

/** Purges signatures after ten minutes and keys after two days, in chunks of 1000, so that their locks are short. */
export const purgeRequests = async (db: Db, nowMs: number, closing: AbortSignal): Promise<void> => {
  const before = { keysMs: nowMs - keyKeptMs, signaturesMs: nowMs - signatureKeptMs }
  while (!closing.aborted && (await purgeKeys(db, before)) > 0);
}
