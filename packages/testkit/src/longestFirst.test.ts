import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rankOf } from './longestFirst.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it('knows only files that exist', () => {
  const source = readFileSync(join(import.meta.dirname, 'longestFirst.ts'), 'utf8')
  const named = [...source.matchAll(/'([^']+\.test\.ts)'/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('puts the longest before all others', () => {
  expect(rankOf('apps/server/src/markets/binance.pg.test.ts')).toBe(0)
  expect(rankOf('apps/web/e2e/access.long.web.test.ts')).toBeLessThan(
    rankOf('apps/web/e2e/fills.long.web.test.ts'),
  )
})
