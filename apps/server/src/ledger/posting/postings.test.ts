import { accountName, reserveAccounts } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reserveWithdrawnPosting } from './postings.ts'

const cause = { kind: 'fund', id: 1 } as const
const units = fc.bigInt({ min: 0n, max: 10n ** 20n })

it('capital that leaves the fees is paid by fees first and by fees of contracts after it', () => {
  const { transfers } = reserveWithdrawnPosting('fees', usdt('50'), cause, 'USDT', [usdt('30'), usdt('40')])
  expect(transfers.map(({ from, amount }) => [accountName(from), amount])).toEqual([
    ['house/fees/USDT', usdt('30')],
    ['house/contractFees/USDT', usdt('20')],
  ])
})

it('capital that leaves a reserve is the amount, never more of an account than it holds where the reserve holds it', () => {
  fc.assert(
    fc.property(units, units, units, fc.constantFrom('fees', 'marketing'), (fees, apart, wanted, reserve) => {
      const accounts = reserveAccounts(reserve, 'USDT')
      const held = [fees, apart].slice(0, accounts.length)
      const all = held.reduce((sum, one) => sum + one, 0n)
      fc.pre(wanted > 0n && wanted <= all)
      const { transfers } = reserveWithdrawnPosting(reserve, wanted as Usdt, cause, 'USDT', held)
      expect(transfers.reduce((sum, { amount }) => sum + amount, 0n)).toBe(wanted)
      for (const { from, to, amount } of transfers) {
        const at = accounts.findIndex((account) => accountName(account) === accountName(from))
        expect(amount > 0n && amount <= (held[at] ?? -1n)).toBe(true)
        expect(accountName(to)).toBe('outside/operatorCapital/USDT')
      }
    }),
  )
})
