import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** What was written. */
export type WrittenFile = { readonly hash: string; readonly bytes: number }

/**
 * Writes text into a file, packed where its name ends in `.gz`, and flushes it to the disk. It holds one chunk of text at
 * a time, however long the file becomes.
 */
export const writeDayFile = async (path: string, chunks: AsyncIterable<string>): Promise<WrittenFile> => {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 })
  const sink = createWriteStream(path, { mode: 0o644, flush: true })
  if (path.replace(/\.part$/, '').endsWith('.gz')) await pipeline(source, createGzip(), measure, sink)
  else await pipeline(source, measure, sink)
  return { hash: hash.digest('hex'), bytes }
}
