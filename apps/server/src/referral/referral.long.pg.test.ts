import { dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import type { InvestStage } from '@glasshouse/testkit/investments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Midnight } from '../platform/jobs/index.ts'
import { payIncome } from './index.fixture.ts'
import { openReferralStage, type ReferralStage } from './referral.fixture.ts'

let stage: ReferralStage
/** The statement of the next payout at which its connection dies; null lets it live. */
let killAt: number | null = null
let deaths = 0

const dyingPayout = async (deps: InvestStage, midnight: Midnight): Promise<void> => {
  if (killAt === null || !dayOf(midnight.atMs).endsWith('01')) return payIncome(deps, midnight)
  const death = killConnectionAt(deps.database.url, killAt, killAt % 2 === 0 ? 'before' : 'after')
  killAt = null
  const ended = await payIncome(deps, midnight).then(
    () => true,
    () => false,
  )
  death.over()
  await drainDeadConnections(deps.database.pool)
  if (death.happened()) deaths += 1
  if (!ended) throw new Error('the payout died')
}

beforeAll(async () => {
  stage = await openReferralStage(dyingPayout)
  await stage.fund('10000')
})
afterAll(() => stage.close())

it('a payout on the 1st that dies at any statement pays each client and level once', async () => {
  const { client, inviters } = await stage.chain('300000')
  // The first order also pays its own share; a month later only income is left.
  await stage.buy(client, stage.fixed)
  await stage.passMonth()
  await stage.passMonth()
  for (let at = 1; at <= 14; at += 1) {
    const before = await stage.wallets(inviters)
    await stage.buy(client, stage.fixed)
    killAt = at
    await stage.passMonth()
    const after = await stage.wallets(inviters)
    // Six days of 0.42428571 and one of 0.42428574; 30, 10 and 5 % of each rounded down.
    const days = ['0.76371426', '0.25457142', '0.12728568'].map(usdt)
    const last = ['0.12728572', '0.04242857', '0.02121428'].map(usdt)
    expect(after.map((amount, level) => amount - (before[level] ?? 0n))).toEqual(
      days.map((amount, level) => amount + (last[level] ?? 0n)),
    )
    expect(killAt).toBeNull()
    expect(await stage.broken()).toEqual({})
  }
  expect(deaths).toBeGreaterThan(6)
})
