import { addresses, type Messages } from '../events/index.ts'
import { randomToken } from '../secrets/index.ts'
import { type Log, UpstreamError } from '../telemetry/index.ts'

/** Files that are written while they are downloaded, by name; their parameters are JSON values. */
type Writers = Readonly<Record<string, (...parameters: never[]) => AsyncIterable<string>>>

type Request = { readonly name: string; readonly parameters: readonly unknown[] } | { readonly next: string }
type Reply = { readonly text: string; readonly next: string | null } | { readonly failed: true }

/** Characters of a reply: far below what NATS carries in one message. */
const replyLength = 128 * 1024
/** A file whose next part is not asked for is given up; milliseconds. */
const idleMs = 30_000
const waitMs = 15_000

/** Text up to the length of a reply, and whether that was the end. */
const readPart = async (text: AsyncIterator<string>): Promise<{ text: string; isEnd: boolean }> => {
  const parts: string[] = []
  for (let length = 0; length < replyLength; ) {
    const { done, value } = await text.next()
    if (done === true) return { text: parts.join(''), isEnd: true }
    parts.push(value)
    length += value.length
  }
  return { text: parts.join(''), isEnd: false }
}

/** The leader writes files for other processes, part by part as they ask for it. Returns how to stop. */
export const serveForwardedFiles = (
  messages: Messages,
  term: number,
  writers: Writers,
  log: Log,
): (() => Promise<void>) => {
  const open = new Map<string, { readonly text: AsyncIterator<string>; timer: NodeJS.Timeout }>()
  const give = async (text: AsyncIterator<string>): Promise<Reply> => {
    const part = await readPart(text)
    if (part.isEnd) return { text: part.text, next: null }
    const next = randomToken()
    const timer = setTimeout(() => {
      open.delete(next)
      void text.return?.()
    }, idleMs)
    open.set(next, { text, timer: timer.unref() })
    return { text: part.text, next }
  }
  const start = (name: string, parameters: readonly unknown[]): AsyncIterator<string> | undefined =>
    writers[name]?.(...(parameters as never[]))[Symbol.asyncIterator]()
  const goOn = (id: string): AsyncIterator<string> | undefined => {
    const known = open.get(id)
    open.delete(id)
    clearTimeout(known?.timer)
    return known?.text
  }
  return messages.serve(addresses.files(term), async (body): Promise<Reply> => {
    const request = body as Request
    try {
      const text = 'next' in request ? goOn(request.next) : start(request.name, request.parameters)
      return text === undefined ? { failed: true } : await give(text)
    } catch (err) {
      log.error({ err }, 'a forwarded file could not be written')
      return { failed: true }
    }
  })
}

/**
 * Reads a file that the leader writes, in parts.
 *
 * @throws UpstreamError it could not be written to its end, so that the download breaks off
 */
export async function* readForwardedFile(
  messages: Messages,
  term: number | null,
  name: string,
  parameters: readonly unknown[],
): AsyncGenerator<string> {
  if (term === null) throw new UpstreamError('no process leads')
  const address = addresses.files(term)
  let request: Request = { name, parameters }
  for (;;) {
    const reply = (await messages.request(address, request, waitMs)) as Reply
    if ('failed' in reply) throw new UpstreamError(`the leader could not write ${name}`)
    yield reply.text
    if (reply.next === null) return
    request = { next: reply.next }
  }
}
