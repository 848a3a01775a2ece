import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { trailingView } from './trailing.ts'

const trailing = { distance: { kind: 'price', by: price('500') } as const, best: price('66000') }

it('follows the market beyond the best price of the server, and stays there when it comes back', () => {
  expect(trailingView({ side: 'long', trailing }, price('66100'))?.trigger).toBe(price('65600'))
  expect(trailingView({ side: 'long', trailing }, price('65700'))?.trigger).toBe(price('65500'))
  expect(trailingView({ side: 'short', trailing }, price('65700'))?.trigger).toBe(price('66200'))
  expect(trailingView({ side: 'short', trailing }, price('66100'))?.trigger).toBe(price('66500'))
  expect(trailingView({ side: 'long', trailing: null }, price('65700'))).toBeNull()
})
