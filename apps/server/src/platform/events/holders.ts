import { UpstreamError } from '../telemetry/index.ts'
import { monotonicMs } from '../time/index.ts'
import { type CallGroup, type Holder, type Messages, NotDeliveredError } from './messages.ts'

/** Which process does what only one may do at a time, as far as this one has heard. */
export type Holders = {
  readonly leader: () => Holder | null
  /**
   * The engine of a partition that answers a group of calls, of contracts if none is named; null where none has said so: then the
   * leader does.
   */
  readonly engineOf: (partition: number, group?: CallGroup) => Holder | null
  /** Milliseconds since the leader was heard; null before the first time. */
  readonly leaderSilentMs: () => number | null
  /**
   * Sends a request to the holder that is found, and what was not delivered to the one that is found next.
   *
   * @param addressOf where a holder is asked
   * @throws UpstreamError no holder answered in time; or a newer term began, or none was heard of, a second before this one
   *   answered: whether it had an effect is unknown
   */
  readonly ask: (
    find: () => Holder | null,
    addressOf: (holder: Holder) => string,
    body: unknown,
    waitMs: number,
  ) => Promise<unknown>
  readonly close: () => void
}

/** How long an answer of a replaced holder, or that there was none to ask, may be under way; milliseconds. */
const graceMs = 1000
/**
 * An engine that says nothing during so many beats of the leader, three seconds, holds nothing any more. Counted in beats, so
 * that a process which stood still and reads all messages at once forgets none.
 */
const forgottenAfterBeats = 6

const isSame = (a: Holder | null, b: Holder | null): boolean =>
  a?.partition === b?.partition && a?.term === b?.term

/** Has heard no process yet. */
export const createHolders = (messages: Pick<Messages, 'subscribe' | 'request'>): Holders => {
  let leader: { readonly holder: Holder; heardMs: number } | null = null
  let beats = 0
  const engines = new Map<
    number,
    { readonly holder: Holder; readonly groups: readonly CallGroup[]; readonly beat: number }
  >()
  let waiting: (() => void)[] = []
  /** What holders were asked and have not answered. */
  const asked = new Set<{ readonly holder: Holder; readonly giveUp: () => void }>()

  // One that was killed answers no more; what one that stood still may commit yet, the repeated request finds by its key.
  const giveUp = (partition: number | null, before: number): void => {
    for (const one of asked)
      if (one.holder.partition === partition && one.holder.term < before) {
        asked.delete(one)
        setTimeout(one.giveUp, graceMs)
      }
  }
  const forgetSilent = (): void => {
    for (const [partition, { beat }] of engines)
      if (beats - beat > forgottenAfterBeats) {
        engines.delete(partition)
        giveUp(partition, Number.POSITIVE_INFINITY)
      }
  }
  const wake = (): void => {
    for (const go of waiting.splice(0)) go()
  }
  const stops = [
    messages.subscribe('leader', ({ term }) => {
      if (leader !== null && term < leader.holder.term) return
      leader = { holder: { partition: null, term }, heardMs: monotonicMs() }
      giveUp(null, term)
      beats += 1
      forgetSilent()
      wake()
    }),
    messages.subscribe('partitions', ({ terms, also = [] }) => {
      const groups: readonly CallGroup[] = ['contracts', ...also]
      for (const [partition, term] of terms) {
        if (term < (engines.get(partition)?.holder.term ?? 0)) continue
        engines.set(partition, { holder: { partition, term }, groups, beat: beats })
        giveUp(partition, term)
      }
      wake()
    }),
  ]
  const nextBeat = (timeoutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting = waiting.filter((one) => one !== go)
        resolve()
      }, timeoutMs)
      waiting.push(go)
    })
  const send = (holder: Holder, address: string, body: unknown, leftMs: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const one = {
        holder,
        giveUp: () => reject(new UpstreamError('another process took over before the call was answered')),
      }
      asked.add(one)
      messages
        .request(address, body, leftMs)
        .then(resolve, reject)
        .finally(() => asked.delete(one))
    })
  return {
    leader: () => leader?.holder ?? null,
    engineOf: (partition, group = 'contracts') => {
      const engine = engines.get(partition)
      return engine?.groups.includes(group) === true ? engine.holder : null
    },
    leaderSilentMs: () => (leader === null ? null : monotonicMs() - leader.heardMs),
    ask: async (find, addressOf, body, waitMs) => {
      const deadline = monotonicMs() + waitMs
      for (let leftMs = waitMs; leftMs > 0; leftMs = deadline - monotonicMs()) {
        const holder = find()
        if (holder !== null)
          try {
            return await send(holder, addressOf(holder), body, leftMs)
          } catch (error) {
            if (!(error instanceof NotDeliveredError)) throw error
          }
        if (isSame(find(), holder)) await nextBeat(deadline - monotonicMs())
      }
      throw new UpstreamError('no process leads')
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
