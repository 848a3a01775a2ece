import { expect, it } from 'vitest'
import { price, usdt } from '../../money/units.ts'
import { type ReceiptEvent, receiptEventToWire } from './codec.ts'

const event: ReceiptEvent = {
  ...{ kind: 'opened', atMs: 1000, rule: 'user', price: price('5.5'), lots: 2, margin: usdt('10') },
  ...{ fee: usdt('0.5'), feeFromBonus: usdt('0.25'), profit: usdt('0'), insurance: usdt('0') },
  ...{ insuredProfit: usdt('0'), owed: usdt('0'), transactionId: 9, tick: null },
  ...{ account: null, entry: null, trailing: null, ai: null, apiKeyId: null, expiresMs: null },
  ...{ seenPrice: null, copyOf: null },
}

it('an event of a receipt has the names of the wire, and leaves out what does not belong to it', () => {
  expect(receiptEventToWire(event)).toEqual({
    ...{ kind: 'opened', time: 1000, rule: 'user', price: '5.5', number: 2, margin: '10', fee: '0.5' },
    ...{ feeFromBonus: '0.25', profit: '0', insurance: '0', transactionId: 9, tick: null },
  })
})

it('an event of a copy names the order of the lead, one of an API key the key, and one of a shortfall what is owed', () => {
  const more = { apiKeyId: 4, copyOf: 91, expiresMs: 2000, seenPrice: price('5.4') }
  expect(receiptEventToWire({ ...event, ...more, insuredProfit: usdt('1'), owed: usdt('2') })).toMatchObject({
    ...{ apikey: 4, copyof: 91, expireTime: 2000, seenPrice: '5.4', insuredProfit: '1', owed: '2' },
  })
})
