import type { Usdt } from '@glasshouse/core/money/units'
import { settleAtPrice } from '@glasshouse/core/options/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { optionBoughtPosting, optionSettledPosting } from './postings.ts'

const anyMoney = fc.record({
  id: fc.integer({ min: 1, max: 10 ** 9 }),
  uid: fc.integer({ min: 1, max: 10 ** 9 }),
  stake: fc.bigInt(1n, 10n ** 15n),
  win: fc.bigInt(0n, 10n ** 15n),
})

it('an option from acceptance to end leaves nothing held and pays what the rules say', () => {
  fc.assert(
    fc.property(anyMoney, fc.constantFrom('win', 'loss', 'draw', 'void'), (money, outcome) => {
      const story = [optionBoughtPosting(money), optionSettledPosting(money, outcome)]
      const wallet = `customer/${money.uid}/wallet/USDT`
      const { kinds, lines, moved } = movementsOf(story, wallet, 'house/trading/USDT')
      expect(kinds).toEqual(['accepted', 'accepted'])
      const exit = { win: 2n, loss: 0n, draw: 1n, void: null }[outcome]
      const { profit } = settleAtPrice(
        { style: 'call', stake: money.stake as Usdt, win: money.win as Usdt, entry: 1n as never },
        exit as never,
      )
      expect(moved(wallet)).toBe(profit)
      expect(moved('house/trading/USDT')).toBe(-profit)
      expect(moved(`customer/${money.uid}/optionStake/USDT`)).toBe(0n)
      expect(moved('house/optionEscrow/USDT')).toBe(0n)
      // One line of the wallet for the acceptance, one for what came back.
      expect(lines.filter(({ account }) => account === wallet)).toHaveLength(outcome === 'loss' ? 1 : 2)
    }),
  )
})
