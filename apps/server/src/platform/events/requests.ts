import { UpstreamError } from '../telemetry/index.ts'
import { monotonicMs } from '../time/index.ts'
import { type Answer, NotDeliveredError, noAnswerAt } from './messages.ts'
import { createReceivedRequests, type Reply } from './receivedRequests.ts'

/** A message of NATS. */
export type RequestMessage = {
  readonly subject: string
  readonly reply: string
  readonly data: Uint8Array
  /** Empty where there is none. */
  readonly header: (name: string) => string
  /** The server says that no process hears the subject of what was sent with this one as its reply. */
  readonly isUnheard: boolean
}

/** What carries messages: NATS, which may lose them, each with what it carried. */
export type RequestTransport = {
  readonly send: (
    subject: string,
    data: Uint8Array,
    more?: { readonly reply?: string; readonly headers?: Readonly<Record<string, string>> },
  ) => void
  /** Returns how to stop, which waits for what has arrived. */
  readonly hear: (subject: string, handle: (message: RequestMessage) => void) => () => Promise<void>
  readonly isConnected: () => boolean
  /** Bytes of a message. */
  readonly maxPayload: () => number
}

/** Before a request without an answer is inquired about, and the longest time between two inquiries; milliseconds. */
const inquireAfterMs = 500
const maxInquireEveryMs = 2000
/** A request is sent again only so long after the first time: less than received ones are remembered. Milliseconds. */
const repeatWithinMs = 15_000
const generationMs = 20_000
const maxIds = 300_000
const maxBytes = 16 * 1024 * 1024

/** Header of an inquiry: the id of the request, which is where its answer goes. */
const inquiry = 'Inquiry'
/** Header of an answer to an inquiry, where there is no answer to the request. */
const state = 'State'
/** Header of a request that is sent again. */
const repeated = 'Repeated'
/** Headers of a part of an answer: how many parts follow it, and how many there are. A message without them is the only one. */
const partsLeft = 'Parts-Left'
const partsInAll = 'Parts'
/** Header of an answer that is none: the request had no effect. */
const notDelivered = 'Not-Delivered'
const nothing = new Uint8Array()

/** Answers requests, each once however often it is received, and what others inquire about them. */
export const createResponder = (transport: RequestTransport, failed: (error: unknown) => void) => {
  const received = createReceivedRequests({ maxIds, maxBytes })
  const turning = setInterval(received.nextGeneration, generationMs).unref()

  const respond = (id: string, { bytes, notDelivered: reason }: Reply): void => {
    const partBytes = Math.floor(transport.maxPayload() / 2)
    const parts = Math.ceil(bytes.length / partBytes)
    if (reason !== null) transport.send(id, nothing, { headers: { [notDelivered]: reason } })
    else if (parts === 1) transport.send(id, bytes)
    else
      for (let at = 0; at < parts; at += 1)
        transport.send(id, bytes.subarray(at * partBytes, (at + 1) * partBytes), {
          headers: { [partsLeft]: String(parts - 1 - at), [partsInAll]: String(parts) },
        })
  }
  const replyOf = async (data: Uint8Array, answer: Answer): Promise<Reply> => {
    try {
      const value = await answer(JSON.parse(Buffer.from(data).toString()))
      return { bytes: Buffer.from(JSON.stringify(value)), notDelivered: null }
    } catch (error) {
      if (error instanceof NotDeliveredError) return { bytes: nothing, notDelivered: error.message }
      throw error
    }
  }
  const execute = async (id: string, data: Uint8Array, answer: Answer): Promise<void> => {
    received.begun(id)
    let reply: Reply | null = null
    try {
      reply = await replyOf(data, answer)
    } finally {
      received.answered(id, reply)
    }
    respond(id, reply)
  }
  const handle = (message: RequestMessage, answer: Answer): void => {
    const about = message.header(inquiry)
    const id = about || message.reply
    const found = received.find(id)
    const isFirst = about === '' && message.header(repeated) === ''
    if (found.kind === 'answered') respond(id, found.reply)
    else if (found.kind === 'unknown' && (isFirst || (about === '' && found.isCertain)))
      void execute(id, message.data, answer).catch(failed)
    else {
      const isLost = found.kind === 'unanswered' || (found.kind === 'unknown' && !found.isCertain)
      transport.send(message.reply, nothing, { headers: { [state]: isLost ? 'lost' : found.kind } })
    }
  }
  return {
    serve: (subject: string, answer: Answer): (() => Promise<void>) =>
      transport.hear(subject, (message) => {
        try {
          handle(message, answer)
        } catch (error) {
          failed(error)
        }
      }),
    close: (): void => clearInterval(turning),
  }
}

/** Joins the parts of an answer, in whatever order and however often they come. */
const createParts = () => {
  let parts: (Uint8Array | undefined)[] | null = null
  /** Returns the whole once it is there. */
  return ({ data, header }: RequestMessage): Uint8Array | null => {
    const left = Number(header(partsLeft) || 0)
    if (left === 0 && header(partsInAll) === '' && parts === null) return data
    parts ??= Array.from({ length: Number(header(partsInAll)) || left + 1 })
    parts[parts.length - 1 - left] = data
    return parts.includes(undefined) ? null : Buffer.concat(parts as Uint8Array[])
  }
}

type Waiting = {
  readonly hear: (message: RequestMessage) => void
  readonly inquireNow: () => void
  readonly giveUp: (reason: Error) => void
}

/**
 * Sends requests. One without an answer is inquired about: what was lost on its way is sent again with the same id, and so is
 * an answer.
 *
 * @param inbox subject beneath which answers are heard, of this process alone
 */
export const createRequester = (transport: RequestTransport, inbox: string) => {
  const waiting = new Map<string, Waiting>()
  let count = 0
  const stop = transport.hear(`${inbox}.>`, (message) => {
    const [name = ''] = message.subject.slice(inbox.length + 1).split('.')
    waiting.get(name)?.hear(message)
  })
  const request = (subject: string, body: unknown, timeoutMs: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1
      const name = String(count)
      const id = `${inbox}.${name}`
      const data = Buffer.from(JSON.stringify(body))
      const sentMs = monotonicMs()
      const join = createParts()
      let repeats = 0
      let waitMs = inquireAfterMs
      let timer: NodeJS.Timeout
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(name)
      }
      const giveUp = (reason: Error): void => {
        end()
        reject(reason)
      }
      const inquireLater = (): void => {
        clearTimeout(timer)
        timer = setTimeout(inquire, Math.max(0, Math.min(waitMs, sentMs + timeoutMs - monotonicMs())))
      }
      const inquire = (): void => {
        if (monotonicMs() - sentMs >= timeoutMs) {
          giveUp(new UpstreamError(`no answer at ${subject}`))
          return
        }
        if (transport.isConnected())
          transport.send(subject, nothing, { reply: `${id}.inquiry`, headers: { [inquiry]: id } })
        inquireLater()
        waitMs = Math.min(2 * waitMs, maxInquireEveryMs)
      }
      const repeat = (): void => {
        if (monotonicMs() - sentMs > repeatWithinMs) {
          giveUp(new UpstreamError(`what was sent to ${subject} was lost`))
          return
        }
        repeats += 1
        transport.send(subject, data, { reply: id, headers: { [repeated]: String(repeats) } })
        waitMs = inquireAfterMs
        inquireLater()
      }
      const receiveAnswer = (message: RequestMessage): void => {
        const whole = join(message)
        if (whole === null) return
        end()
        try {
          resolve(JSON.parse(Buffer.from(whole).toString()))
        } catch (cause) {
          reject(new UpstreamError(`the answer at ${subject} cannot be read`, { cause }))
        }
      }
      const hear = (message: RequestMessage): void => {
        const found = message.header(state)
        const reason = message.header(notDelivered)
        if (message.isUnheard) {
          // Of an inquiry, and of a request that was sent again, it says nothing about what was sent before.
          if (message.subject === id && repeats === 0) giveUp(noAnswerAt(subject))
        } else if (found === 'unknown') repeat()
        else if (found === 'lost') giveUp(new UpstreamError(`the answer at ${subject} was lost`))
        else if (reason !== '') giveUp(new NotDeliveredError(reason))
        else if (found === '') receiveAnswer(message)
      }
      const inquireNow = (): void => {
        waitMs = inquireAfterMs
        inquire()
      }
      waiting.set(name, { hear, inquireNow, giveUp })
      inquireLater()
      transport.send(subject, data, { reply: id })
    })
  return {
    /**
     * @throws NotDeliveredError no process hears the subject, or who does is not the one to decide
     * @throws UpstreamError no answer in time, or it is lost: whether the request had an effect is unknown
     */
    request,
    /** The connection is back: everything without an answer is inquired about. */
    inquireAll: (): void => {
      for (const { inquireNow } of waiting.values()) inquireNow()
    },
    giveUpAll: (reason: Error): void => {
      for (const { giveUp } of waiting.values()) giveUp(reason)
    },
    close: stop,
  }
}
