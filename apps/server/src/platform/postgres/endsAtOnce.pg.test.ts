import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { choosePlace, own, type Place } from './place.ts'
import { startPostmaster } from './postmaster.ts'

// A busy machine on which a postmaster has ended before the product could close its log.
const ends = vi.hoisted(() => ({ of: [] as Promise<unknown>[] }))
vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>()
  const spawn = (...given: Parameters<typeof actual.spawn>): ChildProcess => {
    const child = actual.spawn(...given)
    if (String(given[0]).endsWith('/postgres')) ends.of.push(once(child, 'exit'))
    return child
  }
  return { ...actual, spawn }
})
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof import('node:fs/promises')>()
  const open = async (...given: Parameters<typeof actual.open>): Promise<FileHandle> => {
    const file = await actual.open(...given)
    const close = file.close.bind(file)
    file.close = async () => {
      await ends.of.at(-1)
      await close()
    }
    return file
  }
  return { ...actual, open }
})

let folder: string
let place: Place
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-ends-'))
  await chmod(folder, 0o755)
  place = await choosePlace(folder)
  await mkdir(place.folder, { mode: 0o700 })
  await own(place.folder, place.account)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('says why a postmaster ended before its log was closed', async () => {
  const starting = startPostmaster(place, { url: 'postgresql://localhost/none?host=/nowhere', tcpPort: 0 }, 0)
  await expect(starting).rejects.toThrow(/ended while starting:\npostgres: could not access/)
  expect(ends.of).toHaveLength(1)
})
