import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ticksOf } from './day.fixture.ts'

// Without packing, this many ticks take 600 MB of heap.
const count = 400_000
const heapMb = 96

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-large-'))
  const lines = function* () {
    for (const tick of ticksOf('BTCUSDT', count, 1)) yield `${JSON.stringify(tick)}\n`
  }
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 1 }),
    createWriteStream(join(folder, 'ticks.jsonl.gz')),
  )
})
afterAll(() => rm(folder, { recursive: true }))

it('a day of many ticks is verified in a small heap', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [`--max-old-space-size=${heapMb}`, main, folder], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  expect(printed).toContain(`tick chains: ${count} ticks, ${count} BTCUSDT; no differences`)
})
