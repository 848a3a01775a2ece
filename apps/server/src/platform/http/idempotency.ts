import { Refusal, type RefusalData, refuse } from '@glasshouse/core/errors/registry'
import { type Db, withMark } from '../db.ts'
import { createLane } from '../batchQueue.ts'
import { randomToken, sha256 } from '../random.ts'
import type { Secrets } from '../secret.ts'
import {
  forgetPlaces,
  freePlace,
  type Got,
  type Kept,
  keepAnswers,
  markExecuted,
  type Place,
  readPlace,
  takePlaces,
  type Wish,
} from './store.ts'

/** What a call answered: its data, and the total of a list. */
export type Answer = { readonly data: unknown; readonly total?: number }

export type ChangingRequest = {
  /** Who asks, such as `u10001`. */
  readonly caller: string
  readonly signature: string | null
  /** The `Idempotency-Key` header, when one was sent. */
  readonly key: string | null
  readonly path: string
  readonly fields: ReadonlyMap<string, string | number | boolean>
}

export type Repeats = {
  /** Runs a call that changes something, at most once per signature and per idempotency key. */
  readonly once: (request: ChangingRequest, nowMs: number, work: () => Promise<Answer>) => Promise<Answer>
  /** Forgets signatures after ten minutes and keys after two days; returns how many. */
  readonly forget: (nowMs: number) => Promise<number>
}

const signatureKeptMs = 10 * 60_000
const keyKeptMs = 48 * 3_600_000

const repeated = (data?: RefusalData) => refuse('repeated', data)

/** The same wish in the same words, whatever the language of the answer and the order of the fields. */
const hashOf = ({ path, fields }: ChangingRequest): string => {
  const words = [...fields].filter(([name]) => name !== 'lang').map(([name, value]) => [name, String(value)])
  return sha256(`${path}\n${JSON.stringify(words.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))}`)
}

/** Requests that come together take their places together, and their answers are kept together. */
type Shelf = {
  readonly take: (wish: Wish) => Promise<Got>
  readonly keep: (kept: Kept) => Promise<void>
}

/** What was asked of the database may have happened although no answer came. */
const always = (): boolean => true

const openShelf = (db: Db, boot: string): Shelf => ({
  take: createLane(
    async (wishes: readonly Wish[]) => (await takePlaces(db, boot, wishes)).map((answer) => ({ answer })),
    always,
  ),
  keep: createLane(async (answers: readonly Kept[]) => {
    await keepAnswers(db, answers)
    return answers.map(() => ({ answer: undefined }))
  }, always),
})

/** One attempt at a place: who holds it and until when. */
type Attempt = {
  readonly db: Db
  readonly shelf: Shelf
  readonly secrets: Secrets
  readonly boot: string
  readonly claim: string
  readonly nowMs: number
}

/** Answers carry tokens and secrets that are kept nowhere else in clear; here they are sealed. */
const purpose = 'platform.answer'

/** Answers kept before they were sealed are JSON as it is. */
const readAnswer = (secrets: Secrets, kept: string): Answer =>
  JSON.parse(kept.startsWith('{') ? kept : secrets.open(purpose, kept)) as Answer

const firstAnswer = async (
  { db, secrets, boot }: Attempt,
  place: Place,
  bodyHash: string,
): Promise<Answer> => {
  const kept = await readPlace(db, place)
  // Freed in between: its request was refused, so whoever asks again may try again.
  if (kept === undefined || kept.body_hash !== bodyHash) throw repeated()
  if (kept.answer !== null) return readAnswer(secrets, kept.answer)
  throw repeated(kept.executed && !kept.claim.startsWith(boot) ? { executed: true } : {})
}

/** Does the work with its transactions marked, and keeps the answer. */
const execute = async (
  { db, shelf, secrets, claim }: Attempt,
  place: Place,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const mark = { mine: { place, claim }, markAll: markExecuted, lost: () => repeated() }
  const marked = withMark(mark, work)
  const answer = await marked.catch(async (error: unknown) => {
    // A refusal did nothing. After a fault only the mark tells, and what it says is kept.
    await freePlace(db, place, claim, error instanceof Refusal)
    throw error
  })
  await shelf.keep({ place, claim, answer: secrets.seal(purpose, JSON.stringify(answer)) })
  return answer
}

const onceByKey = async (
  attempt: Attempt,
  request: ChangingRequest,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const { db, shelf, claim, nowMs } = attempt
  const place = { caller: request.caller, key: `key:${request.key}` }
  const bodyHash = hashOf(request)
  const got = await shelf.take({ claim, nowMs, signature: request.signature, keyed: { place, bodyHash } })
  if (!got.place) return firstAnswer(attempt, place, bodyHash)
  if (!got.signature) {
    await freePlace(db, place, claim, false)
    throw repeated()
  }
  return execute(attempt, place, work)
}

/**
 * Remembers signatures and idempotency keys in the database.
 *
 * A key is taken before the work, marked `executed` inside the very transaction that does the work, and
 * given its answer after the commit. Killed before the commit, nothing is marked and the next start frees
 * the key; killed between commit and answer, the mark stays and a repeat is refused with `executed: true`
 * instead of being done twice. A transaction whose key was taken over meanwhile undoes itself.
 */
export const rememberRepeats = (db: Db, secrets: Secrets): Repeats => {
  const boot = `${randomToken(9)}:`
  const working = new Set<string>()
  const shelf = openShelf(db, boot)
  let claims = 0
  return {
    once: async (request, nowMs, work) => {
      claims += 1
      const attempt = { db, shelf, secrets, boot, claim: `${boot}${claims}`, nowMs }
      if (request.key === null) {
        const { claim } = attempt
        const { signature } = request
        if (signature === null) return work()
        if (!(await shelf.take({ claim, nowMs, signature, keyed: null })).signature) throw repeated()
        return work()
      }
      // A repeat of a request this process is working on is answered without asking the database, and
      // however long the first one takes, it cannot be taken over by its own repeat.
      const busy = `${request.caller} ${request.key}`
      if (working.has(busy)) throw repeated()
      working.add(busy)
      try {
        return await onceByKey(attempt, request, work)
      } finally {
        working.delete(busy)
      }
    },
    forget: (nowMs) => forgetPlaces(db, { keysMs: nowMs - keyKeptMs, signaturesMs: nowMs - signatureKeptMs }),
  }
}
