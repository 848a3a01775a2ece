import { formatPrice, formatQuantity, type Price, type Quantity } from '../money/units.ts'
import type { TickEvidence } from './wire.ts'

/**
 * One accepted event of a market: a trade, or a change of the best bid or ask.
 *
 * Every tick carries the latest price, best bid and best ask after it, so that a settlement needs no second record.
 * Instants are epoch milliseconds, prices units of 1e-9 USDT, quantities units of 1e-8 coins.
 */
export type Tick = {
  readonly symbol: string
  /** The product's sequence number per symbol; never repeated, also not after a restart. */
  readonly n: number
  readonly kind: 'trade' | 'book'
  /** The feed: `simulator`, `replay` or `binance`. */
  readonly source: string
  /** The source's own number of the trade or book. */
  readonly sourceSequence: string
  readonly sourceTimeMs: number
  /** Instant in the recording during a replay. */
  readonly recordedTimeMs: number | null
  readonly receivedTimeMs: number
  readonly price: Price
  /** Quantity of the trade; 0 for a change of the book. */
  readonly quantity: Quantity
  /** Side of the taker; `none` for a change of the book. */
  readonly side: 'buy' | 'sell' | 'none'
  readonly bid: Price
  readonly ask: Price
  /** It came more than 5 s after the source sent it: it counts for candles and the log and decides nothing. */
  readonly late?: true
  /** It was fetched from the source's record after a gap of the connection or the process: it settles, but triggers nothing. */
  readonly fetched?: true
  readonly previousHash: string
  readonly hash: string
}

/** Previous hash of the first tick of a symbol: 64 zeros. */
export const genesisHash = '0'.repeat(64)

/** A tick without its two hashes: the input of the record. */
export type UnhashedTick = Omit<Tick, 'previousHash' | 'hash'>

/** The same in wire form, prices as decimal strings. */
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
  ...(tick.late === undefined ? {} : { late: tick.late }),
  ...(tick.fetched === undefined ? {} : { fetched: tick.fetched }),
})

/** A tick in wire form. */
export const tickEvidence = (tick: Tick): TickEvidence => ({
  ...unhashedEvidence(tick),
  previousHash: tick.previousHash,
  hash: tick.hash,
})

/**
 * The canonical text of a tick told by the wire: its fields in a fixed order, one per line as `name=value`.
 * Prices and quantities are the shortest exact decimals, an absent recorded time is empty. A tick that came late or was
 * fetched says so in a line of its own at the end.
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
    ...(evidence.late === undefined ? [] : ['late=true']),
    ...(evidence.fetched === undefined ? [] : ['fetched=true']),
  ].join('\n')

/** Canonical text of a tick; equal to `evidenceRecord` of its wire form. */
export const tickRecord = (tick: UnhashedTick): string => evidenceRecord(unhashedEvidence(tick))

/** Input of the hash: the previous hash, a line break, the record. */
export const canonicalText = (previousHash: string, record: string): string => `${previousHash}\n${record}`

/**
 * Hash of a tick in its chain. The SHA-256 function (text to lower-case hex) is a parameter because it is synchronous
 * on the server and asynchronous in pages.
 *
 * @example tickHash(firstPreviousHash, tick, sha256)
 */
export const tickHash = <Hash>(
  previousHash: string,
  tick: UnhashedTick,
  sha256: (text: string) => Hash,
): Hash => sha256(canonicalText(previousHash, tickRecord(tick)))

/** Expected hash of a tick in wire form; compare it with `evidence.hash`. */
export const evidenceHash = <Hash>(evidence: TickEvidence, sha256: (text: string) => Hash): Hash =>
  sha256(canonicalText(evidence.previousHash, evidenceRecord(evidence)))
