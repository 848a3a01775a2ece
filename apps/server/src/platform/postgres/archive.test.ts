import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveCommand } from './archive.ts'

const name = '000000010000000000000007'
let folder: string
let archive: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse archive-'))
  archive = join(folder, 'archive')
  await mkdir(archive)
})
afterEach(() => rm(folder, { recursive: true }))

/** Archives a piece of the log as PostgreSQL does; true when it notes it as copied. */
const archived = async (content: string): Promise<boolean> => {
  const path = join(folder, name)
  await writeFile(path, content)
  const command = archiveCommand(archive).replaceAll('%p', path).replaceAll('%f', name)
  const { status: exitCode } = spawnSync('sh', ['-c', command])
  return exitCode === 0
}
const kept = () => readFile(join(archive, name), 'utf8')

it('copies a piece as a whole, over what an interrupted copy left', async () => {
  await writeFile(join(archive, `${name}.part`), 'half of')
  expect(await archived('a piece of the log')).toBe(true)
  expect(await kept()).toBe('a piece of the log')
  expect(await readdir(archive)).toEqual([name])
})

it('takes the same piece again, as after a crash before its copy was noted', async () => {
  await archived('a piece of the log')
  expect(await archived('a piece of the log')).toBe(true)
  expect(await kept()).toBe('a piece of the log')
})

it('never overwrites a piece by another one of its name', async () => {
  await archived('a piece of the log')
  for (const other of ['a piece of another', 'a piece', '']) expect(await archived(other), other).toBe(false)
  expect(await kept()).toBe('a piece of the log')
  expect(await readdir(archive)).toEqual([name])
})

it('fails without a folder to copy to, so that PostgreSQL keeps the piece', async () => {
  await rm(archive, { recursive: true })
  expect(await archived('a piece of the log')).toBe(false)
})
