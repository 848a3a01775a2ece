import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openBucket, type TestBucket } from '@glasshouse/testkit/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../../platform/settings/index.ts'
import { UpstreamError } from '../../../platform/telemetry/index.ts'
import type { DayStore } from './dayStore.ts'
import { openDayStore } from './openDayStore.ts'

let bucket: TestBucket
let dataDir: string
beforeAll(async () => {
  bucket = await openBucket()
  dataDir = await mkdtemp(join(tmpdir(), 'glasshouse-days-'))
})
afterAll(async () => {
  await bucket.close()
  await rm(dataDir, { recursive: true, force: true })
})

const storeWith = (settings: Readonly<Record<string, string>> = {}): DayStore =>
  openDayStore(readSettings({ DATA_DIR: dataDir, ...settings }))

/** Writes a file of a day as the product does and puts it into a store. */
const put = async (store: DayStore, day: string, name: string, content: string): Promise<void> => {
  const path = join(await store.scratchFolder(day), `${name}.part`)
  await writeFile(path, content)
  await store.put(day, name, path)
}

const read = async (store: DayStore, day: string, name: string, from?: number, to?: number) => {
  const range = from === undefined || to === undefined ? null : { from, to }
  const file = await store.open(day, name, range)
  return file === null ? null : text(file)
}

describe.each([
  ['the data folder', () => ({})],
  ['a bucket', () => bucket.settings],
])('day files in %s', (_, settings) => {
  it('are read back whole and in parts, and a file that is not there is null', async () => {
    const store = storeWith(settings())
    await put(store, '20270115', 'settlements.jsonl', '{"n":1}\n{"n":2}\n')
    expect(await read(store, '20270115', 'settlements.jsonl')).toBe('{"n":1}\n{"n":2}\n')
    expect(await read(store, '20270115', 'settlements.jsonl', 8, 14)).toBe('{"n":2}')
    expect(await read(store, '20270115', 'terms.json')).toBeNull()
    expect(await read(store, '20270116', 'settlements.jsonl')).toBeNull()
  })

  it('are replaced by a later file of the same name', async () => {
    const store = storeWith(settings())
    await put(store, '20270117', 'keys.json', '[1]')
    await put(store, '20270117', 'keys.json', '[1,2]')
    expect(await read(store, '20270117', 'keys.json')).toBe('[1,2]')
  })
})

it('leaves nothing on this machine once a file is in the bucket', async () => {
  const store = storeWith(bucket.settings)
  await put(store, '20270118', 'heads.jsonl', 'one head')
  expect(await readdir(await store.scratchFolder('20270118'))).toEqual([])
  expect(bucket.names()).toContain('day-files/20270118/heads.jsonl')
})

it('is refused with another secret', async () => {
  const store = storeWith({ ...bucket.settings, UPLOADS_S3_SECRET: 'another' })
  await expect(put(store, '20270118', 'keys.json', '[]')).rejects.toThrow('answered 403 to PUT')
  await expect(store.open('20270118', 'heads.jsonl', null)).rejects.toThrow('answered 403 to GET')
})

it('keeps the file on this machine and reports a fault while the bucket is away', async () => {
  const store = storeWith(bucket.settings)
  await bucket.stop()
  await expect(put(store, '20270119', 'log.jsonl', 'a log')).rejects.toThrow(UpstreamError)
  await expect(store.open('20270119', 'log.jsonl', null)).rejects.toThrow(UpstreamError)
  expect(await readdir(await store.scratchFolder('20270119'))).toEqual(['log.jsonl.part'])
  await bucket.start()
  await store.put('20270119', 'log.jsonl', join(await store.scratchFolder('20270119'), 'log.jsonl.part'))
  expect(await read(store, '20270119', 'log.jsonl')).toBe('a log')
})
