import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { impossibleActions, testKey } from '@glasshouse/core/trust/impossible'
import { languages } from '@glasshouse/core/wire/languages'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildIdOf } from './buildId.ts'
import { createImpossibleList } from './list.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'))
  for (const path of ['apps/server/src/a.ts', 'apps/server/migrations/1.sql', 'packages/core/src/b/c.ts'])
    await put(path, path)
})
afterEach(async () => rm(root, { recursive: true }))

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
const record = async (build: string) =>
  put(
    'test-record.json',
    JSON.stringify({
      build,
      passed: Object.fromEntries(impossibleActions.map(({ test }) => [testKey(test), 7])),
    }),
  )
const timesOf = async () => (await createImpossibleList(root)('en')).map(({ lastRun }) => lastRun)

it('says when a test passed only for the sources with which it passed', async () => {
  expect(new Set(await timesOf())).toEqual(new Set([null]))
  await record(await buildIdOf(root))
  expect(new Set(await timesOf())).toEqual(new Set([7]))
  await put('test-record.json', 'no JSON')
  expect(new Set(await timesOf())).toEqual(new Set([null]))
  await record(await buildIdOf(root))
  await put('packages/core/src/b/c.ts', 'changed')
  expect(new Set(await timesOf())).toEqual(new Set([null]))
})

it('has another id for every change of a path or a text', async () => {
  const ids = [await buildIdOf(root)]
  await put('apps/server/src/a.test.ts', '')
  ids.push(await buildIdOf(root))
  await put('apps/server/src/a.test.ts', 'it')
  ids.push(await buildIdOf(root))
  await rm(join(root, 'apps/server/src/a.test.ts'))
  await put('apps/server/src/d/a.test.ts', 'it')
  ids.push(await buildIdOf(root))
  await put('README.md', 'no source')
  expect(new Set([...ids, await buildIdOf(root)]).size).toBe(4)
})

it('answers every action in every language', async () => {
  const list = createImpossibleList(root)
  const texts = await Promise.all(
    languages.map(async (language) => (await list(language)).map(({ what }) => what)),
  )
  expect(texts.every((whats) => whats.length === impossibleActions.length)).toBe(true)
  expect(new Set(texts.flat()).size).toBe(languages.length * impossibleActions.length)
})
