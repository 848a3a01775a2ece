import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

it('names every file with tests that may be skipped in tools/launcher/skips.mjs, without which such a skip fails the run', () => {
  const reasons = readFileSync(join(root, 'tools', 'launcher', 'skips.mjs'), 'utf8')
  const withSkips = globSync(
    ['apps', 'packages', 'tools'].map((folder) => `${folder}/*/{src,e2e}/**/*.test.ts`),
    {
      cwd: root,
    },
  ).filter((path) => /\bskipIf\(/.test(readFileSync(join(root, path), 'utf8')))
  expect(withSkips.length).toBeGreaterThan(10)
  expect(
    withSkips.map((path) => path.split(sep).join('/')).filter((path) => !reasons.includes(`'${path}'`)),
  ).toEqual([])
})
