import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveImport } from './imports.ts'
import { functionsIn } from './rules/sizes.ts'
import { isCode, readTree } from './tree.ts'

// A rule that reads no files finds nothing. These tests assert that the real repository is read.
const tree = readTree(join(import.meta.dirname, '..', '..', '..'))
const sources = tree.files.filter(({ path }) => isCode(path))

it('reads the complete repository', () => {
  expect(sources.length).toBeGreaterThan(200)
  for (const path of ['apps/server/src/main.ts', 'apps/web/src/start.tsx', 'packages/core/src/calls.ts'])
    expect(tree.find(path), path).toBeDefined()
})

it('finds every import at the beginning of a line', () => {
  for (const file of sources) {
    // Strings are blanked out, so a planted source inside a test does not count.
    const begun = [...file.readings().code.matchAll(/^(?:import|export)\s[^=;('"]*?\bfrom '|^import '/gm)]
      .length
    const seen = file.imports().filter(({ lazy }) => !lazy).length
    expect(seen, file.path).toBe(begun)
  }
})

it('resolves every internal import to a file', () => {
  const lost = sources.flatMap((file) =>
    file
      .imports()
      .filter(({ target }) => /\.(?:tsx?|mjs|css|json)$/.test(target) || target.startsWith('@glasshouse/'))
      .map(({ target }) => ({ from: file.path, to: resolveImport(file.path, target) }))
      .filter(({ to }) => to !== null && tree.find(to) === undefined),
  )
  expect(lost).toEqual([])
})

it('matches every bracket', () => {
  for (const file of sources) {
    const { code } = file.readings()
    const count = (char: string) => code.split(char).length - 1
    expect([file.path, count('{'), count('(')]).toEqual([file.path, count('}'), count(')')])
  }
})

it('finds the functions of a file', () => {
  const clock = tree.find('apps/server/src/platform/time/clock.ts')
  expect(functionsIn(clock?.readings().code ?? '').length).toBeGreaterThan(1)
})

it('pins one version of the runtime for every platform', () => {
  const manifest = JSON.parse(tree.find('package.json')?.text ?? '{}') as {
    optionalDependencies?: Record<string, string>
  }
  const runtimes = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) =>
    name.startsWith('node-'),
  )
  expect(runtimes).toHaveLength(5)
  expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1)
})
