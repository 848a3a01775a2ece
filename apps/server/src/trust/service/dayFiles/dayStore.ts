import type { Readable } from 'node:stream'

/** A part of a file in bytes, both ends included. */
export type ByteRange = { readonly from: number; readonly to: number }

/** Where the files of days lie. */
export type DayStore = {
  /** The folder in which a file of a day is written before it is put. */
  readonly scratchFolder: (day: string) => Promise<string>
  /** Moves a written and flushed file to where it is served, as a whole or not at all. */
  readonly put: (day: string, name: string, path: string) => Promise<void>
  /** Opens a file, or a part of it; null when it is not there. */
  readonly open: (day: string, name: string, range: ByteRange | null) => Promise<Readable | null>
}
