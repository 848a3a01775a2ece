import { expect, it } from 'vitest'
import type { DataOf } from '../../calls.ts'
import { publicContractReceipt, publicOptionReceipt } from './codec.ts'

const trade = { kind: 'closed', rule: 'closeOutSellAtBid', price: '65000', number: 10, fee: '3.25' }
const ofAccount = { account: { balance: '1234.5' }, feeFromBonus: '1', apikey: 4 }

it('leaves balances, bonus and API keys out of the receipt of a position, and nothing else', () => {
  const receipt = {
    ...{ order: { id: 7 }, lot: '0.001', feeRatePpm: 500 },
    events: [{ ...trade, ...ofAccount }],
  }
  expect(publicContractReceipt(receipt as never)).toEqual({ ...receipt, events: [trade] })
})

it('leaves the API key out of the receipt of an option, and nothing else', () => {
  const entry = { time: 5, transactionId: 41 }
  const receipt = { order: { id: 7 }, win: '7', exit: null, entry: { ...entry, apikey: 4 } }
  expect(publicOptionReceipt(receipt as unknown as DataOf<'/api/option/receipt'>)).toEqual({
    ...receipt,
    entry,
  })
})
