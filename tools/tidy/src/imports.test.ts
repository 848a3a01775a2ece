import { expect, it } from 'vitest'
import { importsOf, resolveImport } from './imports.ts'
import { maskSource } from './maskSource.ts'

const read = (text: string) => importsOf(maskSource(text))

it('lists static, type, side-effect, re-exported and lazy imports', () => {
  const found = read(`import a from './a.ts'
import type { B } from './b.ts'
import { type C, type D } from './c.ts'
import e, { type F } from './e.ts'
import {
  g,
  type H,
} from './g.ts'
import './i.css'
export { j } from './j.ts'
export type { K } from './k.ts'
const later = () => import('./l.ts')
const folder = new URL('../m/', import.meta.url)
import n from './n.json' with { type: 'json' }
`)
  expect(found.map(({ target, line, typeOnly, lazy }) => [target, line, typeOnly, lazy])).toEqual([
    ['./a.ts', 1, false, false],
    ['./b.ts', 2, true, false],
    ['./c.ts', 3, true, false],
    ['./e.ts', 4, false, false],
    ['./g.ts', 8, false, false],
    ['./i.css', 9, false, false],
    ['./j.ts', 10, false, false],
    ['./k.ts', 11, true, false],
    ['./n.json', 14, false, false],
    ['./l.ts', 12, false, true],
    ['../m/', 13, false, true],
  ])
})

it('ignores imports in strings and comments', () => {
  expect(read("const planted = `import x from './x.ts'`\n// import y from './y.ts'\n")).toEqual([])
})

it('resolves to the file of the repository', () => {
  expect(resolveImport('apps/server/src/ledger/service.ts', '../platform/time/index.ts')).toBe(
    'apps/server/src/platform/time/index.ts',
  )
  expect(resolveImport('apps/web/src/main.tsx', '@glasshouse/ui/Button')).toBe('packages/ui/src/Button.tsx')
  expect(resolveImport('apps/web/src/main.tsx', '@glasshouse/ui/tokens.css')).toBe(
    'packages/ui/src/tokens.css',
  )
  expect(resolveImport('a.ts', '@glasshouse/core/money/units')).toBe('packages/core/src/money/units.ts')
  expect(resolveImport('a.ts', 'zod')).toBeNull()
})
