/** What a request was answered with: a value as JSON text, or why it was not for this process. */
export type Reply = { readonly bytes: Uint8Array; readonly notDelivered: string | null }

/** What is known of a request. */
export type ReceivedRequest =
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** Its answer is not kept any more, or there was none. */
  | { readonly kind: 'underWay' | 'unanswered' }
  /** Where it is not certain, requests were forgotten earlier than usual, and it may have been one of them. */
  | { readonly kind: 'unknown'; readonly isCertain: boolean }

export type ReceivedLimits = {
  /** Answered requests that are remembered. */
  readonly maxIds: number
  /** Answers that are kept, in bytes together. */
  readonly maxBytes: number
}

/**
 * An answered request is remembered for two to three generations. Generations are begun by a timer, not by the clock: a
 * process that stood still begins one when it wakes up, and reads what waited for it before it begins another.
 */
const generationsKept = 3

/**
 * Remembers requests by id, so that one that is received again is not executed again: as long as it is under way, and for
 * some time after its answer.
 */
export const createReceivedRequests = ({ maxIds, maxBytes }: ReceivedLimits) => {
  const underWay = new Set<string>()
  /** Ids of answered requests, those of the newest generation first. */
  let generations: readonly Set<string>[] = Array.from({ length: generationsKept }, () => new Set<string>())
  /** Kept answers, oldest first. */
  const replies = new Map<string, Reply>()
  let bytes = 0
  /** For so many generations an id that is not known may be one that was forgotten early. */
  let uncertainFor = 0

  const deleteReply = (id: string): void => {
    bytes -= replies.get(id)?.bytes.length ?? 0
    replies.delete(id)
  }
  const begin = (isEarly: boolean): void => {
    const forgotten = generations.at(-1) ?? new Set<string>()
    for (const id of forgotten) deleteReply(id)
    generations = [new Set(), ...generations.slice(0, -1)]
    uncertainFor = isEarly && forgotten.size > 0 ? generationsKept : Math.max(0, uncertainFor - 1)
  }
  return {
    find: (id: string): ReceivedRequest => {
      if (underWay.has(id)) return { kind: 'underWay' }
      const reply = replies.get(id)
      if (reply !== undefined) return { kind: 'answered', reply }
      return generations.some((ids) => ids.has(id))
        ? { kind: 'unanswered' }
        : { kind: 'unknown', isCertain: uncertainFor === 0 }
    },
    begun: (id: string): void => void underWay.add(id),
    /** @param reply null where the request ended without one */
    answered: (id: string, reply: Reply | null): void => {
      underWay.delete(id)
      if ((generations[0]?.size ?? 0) >= maxIds / generationsKept) begin(true)
      generations[0]?.add(id)
      if (reply === null) return
      replies.set(id, reply)
      bytes += reply.bytes.length
      for (const oldest of replies.keys()) {
        if (bytes <= maxBytes) break
        deleteReply(oldest)
      }
    },
    /** Begins a generation, and forgets the requests of the oldest one. */
    nextGeneration: (): void => begin(false),
  }
}
