import { house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { houseLedger, marginAccountLedger, positionClosedPosting } from './postings.ts'

const nothing = usdt('0')
const accounts = { ...marginAccountLedger(10001, 'contract'), ...houseLedger(null) }
const paid = {
  released: usdt('36.2175'),
  takenMargin: nothing,
  profit: nothing,
  lossFromWallet: usdt('30'),
  ...{ profitFromReserve: nothing, profitFromInsurance: nothing, profitOwed: nothing },
  lossFromInsurance: usdt('2'),
  lossUnpaid: nothing,
  feeFromBonus: nothing,
  feeFromWallet: usdt('0.3'),
  feeFromInsurance: usdt('0.06'),
  feeUnpaid: nothing,
}

it.each([
  ['user', journal.contractProfit],
  ['profit', journal.contractProfit],
  ['loss', journal.contractProfit],
  ['ai', journal.contractProfit],
  ['liquidation', journal.liquidation],
] as const)('a close by %s tells its result as type %d, its margin and fees as ever', (reason, type) => {
  const { transfers } = positionClosedPosting(7, accounts, paid, reason)
  expect(transfers).toEqual([
    { from: accounts.margin, to: accounts.free, amount: paid.released, type: journal.margin },
    { from: accounts.free, to: house('trading'), amount: paid.lossFromWallet, type },
    { from: house('insurance'), to: house('trading'), amount: paid.lossFromInsurance, type },
    { from: accounts.free, to: house('contractFees'), amount: paid.feeFromWallet, type: journal.contractFee },
    {
      from: house('insurance'),
      to: house('contractFees'),
      amount: paid.feeFromInsurance,
      type: journal.contractFee,
    },
  ])
})
