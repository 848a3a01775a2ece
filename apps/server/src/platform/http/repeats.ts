import { Refusal, type RefusalData, refuse } from '@glasshouse/core/refusals/registry'
import { type Db, withBeforeCommit } from '../db.ts'
import { randomToken, sha256 } from '../random.ts'
import {
  forgetPlaces,
  freePlace,
  keepAnswer,
  markExecuted,
  type Place,
  readPlace,
  takePlace,
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

/**
 * Remembers signatures and idempotency keys in the database.
 *
 * A key is taken before the work, marked `executed` inside the very transaction that does the work, and
 * given its answer after the commit. Killed before the commit, nothing is marked and the next start frees
 * the key; killed between commit and answer, the mark stays and a repeat is refused with `executed: true`
 * instead of being done twice. A transaction whose key was taken over meanwhile undoes itself.
 */
export const rememberRepeats = (db: Db): Repeats => {
  const boot = `${randomToken(9)}:`
  const working = new Set<string>()
  let claims = 0

  const takeSignature = async (signature: string, claim: string, nowMs: number): Promise<void> => {
    if (!(await takePlace(db, { caller: '', key: `sign:${signature}` }, '', claim, boot, nowMs)))
      throw repeated()
  }

  const firstAnswer = async (place: Place, bodyHash: string): Promise<Answer> => {
    const kept = await readPlace(db, place)
    // Freed in between: its request was refused, so whoever asks again may try again.
    if (kept === undefined || kept.body_hash !== bodyHash) throw repeated()
    if (kept.answer !== null) return JSON.parse(kept.answer) as Answer
    throw repeated(kept.executed && !kept.claim.startsWith(boot) ? { executed: true } : {})
  }

  const execute = async (place: Place, claim: string, work: () => Promise<Answer>): Promise<Answer> => {
    const mark = withBeforeCommit(async (tx) => {
      if (!(await markExecuted(tx, place, claim))) throw repeated()
    }, work)
    const answer = await mark.catch(async (error: unknown) => {
      // A refusal did nothing. After a fault only the mark tells, and what it says is kept.
      await freePlace(db, place, claim, error instanceof Refusal)
      throw error
    })
    await keepAnswer(db, place, claim, JSON.stringify(answer))
    return answer
  }

  const onceByKey = async (
    request: ChangingRequest,
    key: string,
    claim: string,
    nowMs: number,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const place = { caller: request.caller, key: `key:${key}` }
    const bodyHash = hashOf(request)
    if (!(await takePlace(db, place, bodyHash, claim, boot, nowMs))) return firstAnswer(place, bodyHash)
    const { signature } = request
    if (signature !== null)
      await takeSignature(signature, claim, nowMs).catch(async (error: unknown) => {
        await freePlace(db, place, claim, false)
        throw error
      })
    return execute(place, claim, work)
  }

  return {
    once: async (request, nowMs, work) => {
      claims += 1
      const claim = `${boot}${claims}`
      if (request.key === null) {
        if (request.signature !== null) await takeSignature(request.signature, claim, nowMs)
        return work()
      }
      // Repeats of a request this process is working on are answered here: a hundred of them waiting for
      // the row in the database would hold every connection while the first one needs another.
      const busy = `${request.caller} ${request.key}`
      if (working.has(busy)) throw repeated()
      working.add(busy)
      try {
        return await onceByKey(request, request.key, claim, nowMs, work)
      } finally {
        working.delete(busy)
      }
    },
    forget: async (nowMs) =>
      (await forgetPlaces(db, 'sign', nowMs - signatureKeptMs)) +
      (await forgetPlaces(db, 'key', nowMs - keyKeptMs)),
  }
}
