import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { ScriptDepth, ScriptMessage } from './script.ts'

/** Recorded market data lies beside the repository and is no part of it. */
export const marketDataFolder = fileURLToPath(new URL('../../../../../shared/market-data', import.meta.url))

/** Why tests on recorded data cannot run here; null when they can. */
export const missingRecordingsReason = (): string | null =>
  existsSync(join(marketDataFolder, 'raw')) ? null : `there is no folder ${marketDataFolder}`

type Levels = [string, string][]
type RawMessage = {
  stream?: string
  data?: {
    e?: string
    E?: number
    T?: number
    t?: number
    p?: string
    q?: string
    m?: boolean
    u?: number
    U?: number
    b?: Levels
    a?: Levels
  }
  lastUpdateId?: number
  bids?: Levels
  asks?: Levels
}

/** A price text of at most 8 decimals as a whole number that orders like the price. */
const rank = (text: string): number => {
  const [whole = '0', fraction = ''] = text.split('.')
  return Number.parseInt(whole + fraction.padEnd(8, '0'), 10)
}

type Entry = { readonly price: string; readonly quantity: string; readonly order: number }

/** One side of a book; `direction` 1 has the lowest price first, -1 the highest. */
const bookSide = (direction: 1 | -1) => {
  const levels = new Map<string, Entry>()
  return {
    apply: (changes: Levels): void => {
      for (const [price, quantity] of changes)
        if (/^0\.?0*$/.test(quantity)) levels.delete(price)
        else levels.set(price, { price, quantity, order: rank(price) * direction })
    },
    best: (count: number): Levels => {
      // One pass with a short sorted list, because a recorded book has thousands of levels.
      const best: Entry[] = []
      for (const entry of levels.values()) {
        const last = best.at(-1)
        if (best.length === count && last !== undefined && entry.order >= last.order) continue
        const place = best.findIndex((better) => entry.order < better.order)
        best.splice(place === -1 ? best.length : place, 0, entry)
        if (best.length > count) best.pop()
      }
      return best.map(({ price, quantity }): [string, string] => [price, quantity])
    },
  }
}

/** Rebuilds the five best levels of one symbol from the recorded snapshot and changes. */
const bookRebuilder = (symbol: string) => {
  const bids = bookSide(-1)
  const asks = bookSide(1)
  const early: NonNullable<RawMessage['data']>[] = []
  let lastUpdateId: number | null = null
  const apply = (data: NonNullable<RawMessage['data']>): ScriptDepth | null => {
    if (lastUpdateId === null || data.u === undefined || data.u <= lastUpdateId) return null
    bids.apply(data.b ?? [])
    asks.apply(data.a ?? [])
    lastUpdateId = data.u
    return {
      kind: 'depth',
      symbol,
      atMs: data.E ?? 0,
      lastUpdateId,
      bids: bids.best(5),
      asks: asks.best(5),
    }
  }
  return {
    snapshot: (message: RawMessage): readonly (ScriptDepth | null)[] => {
      bids.apply(message.bids ?? [])
      asks.apply(message.asks ?? [])
      lastUpdateId = message.lastUpdateId ?? null
      return early.splice(0).map(apply)
    },
    change: (data: NonNullable<RawMessage['data']>): ScriptDepth | null => {
      if (lastUpdateId !== null) return apply(data)
      early.push(data)
      return null
    },
  }
}

async function* linesOf(
  paths: readonly string[],
): AsyncGenerator<{ receivedNs: bigint; message: RawMessage }> {
  for (const path of paths) {
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) })
    for await (const line of lines) {
      const space = line.indexOf(' ')
      if (space > 0)
        yield {
          receivedNs: BigInt(line.slice(0, space)),
          message: JSON.parse(line.slice(space + 1)) as RawMessage,
        }
    }
  }
}

async function* messagesOf(symbol: string): AsyncGenerator<{ receivedNs: bigint; message: ScriptMessage }> {
  const folder = join(marketDataFolder, 'raw')
  const own = readdirSync(folder)
    .filter((name) => name.startsWith(`binance-spot-stream_${symbol.toLowerCase()}_`))
    .sort()
    .map((name) => join(folder, name))
  if (own.length === 0) throw new Error(`no recording of ${symbol} in ${folder}`)
  const book = bookRebuilder(symbol)
  for await (const { receivedNs, message } of linesOf(own)) {
    const { data } = message
    if (message.lastUpdateId !== undefined)
      for (const depth of book.snapshot(message)) if (depth !== null) yield { receivedNs, message: depth }
    if (data?.e === 'depthUpdate') {
      const depth = book.change(data)
      if (depth !== null) yield { receivedNs, message: depth }
    }
    if (data?.e === 'trade')
      yield {
        receivedNs,
        message: {
          kind: 'trade',
          symbol,
          atMs: data.T ?? 0,
          id: data.t ?? 0,
          price: data.p ?? '',
          quantity: data.q ?? '',
          buyerIsMaker: data.m === true,
        },
      }
  }
}

/** The recorded messages of the symbols in the order in which they were received. */
export async function* recordedDay(symbols: readonly string[]): AsyncGenerator<ScriptMessage> {
  const sources = await Promise.all(
    symbols.map(async (symbol) => {
      const messages = messagesOf(symbol)
      return { messages, next: await messages.next() }
    }),
  )
  while (true) {
    let first: (typeof sources)[number] | null = null
    for (const source of sources)
      if (
        source.next.done !== true &&
        (first === null ||
          first.next.done === true ||
          source.next.value.receivedNs < first.next.value.receivedNs)
      )
        first = source
    if (first === null || first.next.done === true) return
    yield first.next.value.message
    first.next = await first.messages.next()
  }
}
