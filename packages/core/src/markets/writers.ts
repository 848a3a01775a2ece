/** Records in the hash chain of a tick log that say which process wrote it, and from when until when. */
import { z } from 'zod'
import { instant } from '../wire/fields.ts'
import { canonicalText } from './evidence.ts'

/** A process began to write (after a clean stop, or for the first time), stopped, or went on where another one ended. */
export const writerEvents = ['start', 'stop', 'takeover'] as const

/** One such record as it is exported; `n` is its place among the ticks of the symbol. */
export const writerRecord = z.object({
  symbol: z.string(),
  n: z.number().int(),
  event: z.enum(writerEvents),
  writer: z.string(),
  time: instant,
  previousHash: z.string(),
  hash: z.string(),
})
export type WriterRecord = z.infer<typeof writerRecord>

/**
 * The hash of a writer's record: of the hash before and its fields, one per line.
 *
 * @example writerHash({ symbol: 'BTCUSDT', n: 1, event: 'start', … }, sha256)
 */
export const writerHash = <Hash>(
  { symbol, n, event, writer, time, previousHash }: Omit<WriterRecord, 'hash'>,
  sha256: (text: string) => Hash,
): Hash =>
  sha256(
    canonicalText(
      previousHash,
      [`symbol=${symbol}`, `n=${n}`, `event=${event}`, `writer=${writer}`, `time=${time}`].join('\n'),
    ),
  )
