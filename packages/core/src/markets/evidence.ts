import { formatPrice, formatQuantity, type Price, type Quantity } from '../money/units.ts'
import type { TickEvidence } from './wire.ts'

/**
 * One accepted event of a market: a trade, or a change of the best bid or ask. Every tick carries the last
 * price, the best bid and the best ask in force after it, so that a settlement needs no second record.
 * Instants are epoch milliseconds; prices are units of 1e-9 USDT, quantities units of 1e-8 coins.
 */
export type Tick = {
  readonly symbol: string
  /** The product's own sequence number for the symbol; it never repeats, also not over a restart. */
  readonly n: number
  readonly kind: 'trade' | 'book'
  /** The feed: `simulator`, `replay` or `binance`. */
  readonly source: string
  /** The source's own number of the trade or book. */
  readonly sourceSequence: string
  readonly sourceTimeMs: number
  /** The instant in the recording, when a recording is played. */
  readonly recordedTimeMs: number | null
  readonly receivedTimeMs: number
  readonly price: Price
  /** Quantity of the trade; 0 for a change of the book. */
  readonly quantity: Quantity
  /** Side of the taker; `none` for a change of the book. */
  readonly side: 'buy' | 'sell' | 'none'
  readonly bid: Price
  readonly ask: Price
  readonly previousHash: string
  readonly hash: string
}

/** The hash before the first tick of a symbol: 64 zeros. */
export const genesisHash = '0'.repeat(64)

/** A tick with its two hashes left out: what the record is made of. */
export type UnhashedTick = Omit<Tick, 'previousHash' | 'hash'>

/** The same on the wire, prices as decimal strings. */
export type UnhashedEvidence = Omit<TickEvidence, 'previousHash' | 'hash'>

const unhashedEvidence = (tick: UnhashedTick): UnhashedEvidence => ({
  symbol: tick.symbol,
  n: tick.n,
  kind: tick.kind,
  source: tick.source,
  sourceSequence: tick.sourceSequence,
  sourceTime: tick.sourceTimeMs,
  recordedTime: tick.recordedTimeMs,
  receivedTime: tick.receivedTimeMs,
  price: formatPrice(tick.price),
  quantity: formatQuantity(tick.quantity),
  side: tick.side,
  bid: formatPrice(tick.bid),
  ask: formatPrice(tick.ask),
})

/** A tick as the wire tells it. */
export const tickEvidence = (tick: Tick): TickEvidence => ({
  ...unhashedEvidence(tick),
  previousHash: tick.previousHash,
  hash: tick.hash,
})

/**
 * The canonical text of a tick told by the wire: its fields in a fixed order, one per line as `name=value`.
 * Prices and quantities are the shortest exact decimals, an absent recorded time is empty.
 *
 * @example evidenceRecord({ symbol: 'BTCUSDT', n: 7, … }) // 'symbol=BTCUSDT\nn=7\nkind=trade\n…'
 */
export const evidenceRecord = (evidence: UnhashedEvidence): string =>
  [
    `symbol=${evidence.symbol}`,
    `n=${evidence.n}`,
    `kind=${evidence.kind}`,
    `source=${evidence.source}`,
    `sourceSequence=${evidence.sourceSequence}`,
    `sourceTime=${evidence.sourceTime}`,
    `recordedTime=${evidence.recordedTime ?? ''}`,
    `receivedTime=${evidence.receivedTime}`,
    `price=${evidence.price}`,
    `quantity=${evidence.quantity}`,
    `side=${evidence.side}`,
    `bid=${evidence.bid}`,
    `ask=${evidence.ask}`,
  ].join('\n')

/** The canonical text of a tick; the same text `evidenceRecord` makes of the tick on the wire. */
export const tickRecord = (tick: UnhashedTick): string => evidenceRecord(unhashedEvidence(tick))

/** What is hashed: the hash of the tick before, a line break, the record. */
export const canonicalText = (previousHash: string, record: string): string => `${previousHash}\n${record}`

/**
 * The hash of a tick in its chain. The SHA-256 function (text to lower-case hex) is handed in, because the
 * server has it at once and a page may only have it as a promise.
 *
 * @example tickHash(firstPreviousHash, tick, sha256)
 */
export const tickHash = <Hash>(
  previousHash: string,
  tick: UnhashedTick,
  sha256: (text: string) => Hash,
): Hash => sha256(canonicalText(previousHash, tickRecord(tick)))

/** The hash a tick told by the wire must have; compare it with `evidence.hash`. */
export const evidenceHash = <Hash>(evidence: TickEvidence, sha256: (text: string) => Hash): Hash =>
  sha256(canonicalText(evidence.previousHash, evidenceRecord(evidence)))
