import { bonusAmount } from '@glasshouse/core/deposits/bonus'
import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bonusCredited, depositCredited } from './postings.ts'

const amounts = fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Usdt>
const lines = ({ transfers }: ReturnType<typeof depositCredited>) =>
  transfers.map(({ from, to, amount, type }) => [accountName(from), accountName(to), amount, type])

it('a payment comes from the account of its channel, under the key that counts once', () => {
  fc.assert(
    fc.property(fc.constantFrom('sandbox', 'btcpay', 'erc20', 'trc20'), amounts, (channel, amount) => {
      const posting = depositCredited({ id: 17, uid: 10_001, channel }, 'deposit:17', amount)
      expect(lines(posting)).toEqual([
        [`outside/deposits:${channel}/USDT`, 'customer/10001/wallet/USDT', amount, journal.deposit],
      ])
      expect([posting.key, posting.cause]).toEqual(['deposit:17', { kind: 'deposit', id: 17 }])
    }),
  )
})

it('a bonus comes from the marketing reserve into the bonus credit, once per customer', () => {
  fc.assert(
    fc.property(amounts, amounts, (first, max) => {
      const amount = bonusAmount(first, max)
      expect(lines(bonusCredited(10_001, 17, amount))).toEqual([
        ['house/marketing/USDT', 'customer/10001/bonus/USDT', amount, journal.depositBonus],
      ])
      expect(amount).toBeLessThanOrEqual(max)
    }),
  )
  const keys = [17, 18].map((deposit) => bonusCredited(10_001, deposit, usdt('5')).key)
  expect(new Set(keys).size).toBe(1)
})
