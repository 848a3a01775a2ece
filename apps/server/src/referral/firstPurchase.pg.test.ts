import { usdt } from '@glasshouse/core/money/units'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payIncome } from './index.fixture.ts'
import { openReferralStage, type ReferralStage } from './referral.fixture.ts'

let stage: ReferralStage
beforeAll(async () => {
  stage = await openReferralStage(payIncome)
})
afterAll(() => stage.close())

it('a first purchase that the month cut at the sale is not paid again when the order ends in the next month', async () => {
  const { client, inviters } = await stage.chain()
  // 26 June: the order ends in July.
  await stage.pass(11)
  await stage.set('referral_month_max', '0.2')
  const order = await stage.buy(client, stage.sure)
  await stage.set('referral_month_max', null)
  const paidAtOnce = ['0.2', '0.1782', '0.1188'].map(usdt)
  expect(await stage.wallets(inviters)).toEqual(paidAtOnce)
  await stage.pass(7)
  expect((await stage.promisesOf(order.id)).map(({ firstPaid, state }) => [firstPaid, state])).toEqual(
    paidAtOnce.map((amount) => [amount, 'over']),
  )
  expect(await stage.broken()).toEqual({})
})
