import { termsHash, termsTextOf } from '@glasshouse/core/markets/terms'
import { price, usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sha256 } from '../../platform/secrets/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listTerms } from '../store/terms.ts'
import { listProductRows } from '../store.ts'
import { announceTerms, bringTermsForward, termsChoiceOf } from './announce.ts'

let stage: OptionStage
beforeEach(async () => {
  stage = await optionFixture()
})
afterEach(() => stage.close())

const noticeMs = 600_000
const present = () => {
  const product = stage.deps.markets.product(1)
  if (product === null) throw new Error('no product 1')
  return product
}
const announce = async (percent: number) => {
  const terms = { ...termsChoiceOf(present()), payoutPercents: [percent, 75, 80, 82, 85] }
  const listed = await transact(stage.database.db, (tx) => announceTerms(tx, stage.clock, 1, terms))
  stage.deps.markets.followTerms([listed])
  return listed.fromMs
}
const percentNow = () => present().payoutPercents[0]
const rowPercent = async () => (await listProductRows(stage.database.db))[0]?.payoutPercents[0]

it('puts announced terms in force at their millisecond, also when the process restarts before or after it', async () => {
  const start = stage.clock.now()
  const from = await announce(60)
  expect(from).toBe(start + noticeMs)
  expect(stage.deps.markets.announcedTerms(1)).toMatchObject([
    { fromMs: from, payoutPercents: [60, 75, 80, 82, 85] },
  ])
  await stage.restart()
  stage.clock.set(from - 1)
  expect(percentNow()).toBe(70)
  stage.clock.set(from)
  expect(percentNow()).toBe(60)
  expect(stage.deps.markets.product(1, from - 1)?.payoutPercents[0]).toBe(70)
  expect(stage.deps.markets.announcedTerms(1)).toEqual([])
  await vi.waitFor(async () => expect(await rowPercent()).toBe(60), { timeout: 20_000 })
  const second = await announce(65)
  stage.clock.set(second + 5)
  // As if the process had been down at the instant.
  await stage.restart()
  expect([percentNow(), await rowPercent()]).toEqual([65, 65])
  const versions = await listTerms(stage.database.db, 'BTCUSDT')
  expect(versions.map((version) => version.fromMs)).toEqual([0, from, second])
})

it('follows what another connection announced without being told', async () => {
  const terms = { ...termsChoiceOf(present()), payoutPercents: [61, 75, 80, 82, 85] }
  const { fromMs } = await transact(stage.database.db, (tx) => announceTerms(tx, stage.clock, 1, terms))
  await vi.waitFor(() => expect(stage.deps.markets.announcedTerms(1)).toMatchObject([{ fromMs }]), {
    timeout: 20_000,
  })
})

it('accepts options on the terms in force and on no others', async () => {
  await stage.give(7, '1000')
  const old = termsHash(termsTextOf(present()), sha256)
  const from = await announce(60)
  expect((await stage.place(7)).percent).toBe(70)
  stage.clock.set(from)
  stage.trade('60000')
  const asked = { uid: 7 }
  expect((await stage.place(7)).percent).toBe(60)
  const { buyOption } = await import('../../options/index.ts')
  const command = {
    pid: 1,
    type: 'call' as const,
    seconds: 30,
    stake: usdt('10'),
    seenPrice: price('60000'),
    termsId: old,
  }
  await expect(buyOption(stage.deps, asked, command)).rejects.toMatchObject({
    code: 'priceChanged',
    data: { reason: 'termsChanged', terms: termsHash(termsTextOf(present()), sha256) },
  })
})

it('is reached by the practice calendar, of two changes in their order', async () => {
  const { clock } = stage
  const start = clock.now()
  await announce(60)
  clock.tick(60_000)
  await announce(65)
  const forward = async (byMs: number) => {
    clock.advance(byMs)
    await bringTermsForward(stage.deps)
  }
  await forward(300_000)
  expect(percentNow()).toBe(70)
  expect(stage.deps.markets.announcedTerms(1).map(({ fromMs }) => fromMs - start)).toEqual([300_000, 360_000])
  await forward(260_000)
  expect(percentNow()).toBe(60)
  await forward(60_000)
  expect(percentNow()).toBe(65)
  // The instants that were announced first change nothing any more.
  for (const at of [600_000, 660_000, 1_000_000]) {
    clock.set(start + at)
    expect(percentNow()).toBe(65)
  }
  await stage.restart()
  expect(percentNow()).toBe(65)
})
