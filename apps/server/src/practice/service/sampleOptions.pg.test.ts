import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getBalances } from '../../ledger/posting/index.ts'
import { seedPracticeData } from './sample.ts'
import { seedOptions } from './sampleOptions.ts'

let stage: OptionStage
beforeEach(async () => {
  stage = await optionFixture()
})
afterEach(() => stage.close())

const uid = 10_001
const wallet = () => getBalances(stage.database.db, [customer(uid, 'wallet'), customer(uid, 'optionStake')])

/** Lets the market rise, one trade every half second, until the sample is complete. */
const whileMarketsSpeak = async (made: Promise<boolean>): Promise<boolean> => {
  let isOver = false
  const over = made.finally(() => {
    isOver = true
  })
  for (let at = 0; !isOver; at += 1) {
    await new Promise((soon) => setTimeout(soon, 20))
    stage.trade(String(60_001 + at))
    await stage.pass(500)
  }
  return over
}

it('leaves a win and a loss with receipts, and the documented wallet balance', async () => {
  await seedPracticeData(stage.deps as Parameters<typeof seedPracticeData>[0])
  expect(await whileMarketsSpeak(seedOptions(stage.deps, 5000))).toBe(true)
  const orders = await stage.list(uid, 'settled')
  expect(orders.map(({ type, outcome, stake }) => [type, outcome, stake])).toEqual([
    ['call', 'win', usdt('10')],
    ['put', 'loss', usdt('10')],
  ])
  expect(orders.map(({ openedMs, expiresMs }) => expiresMs - openedMs)).toEqual([3000, 3000])
  expect(await wallet()).toEqual([usdt('10000'), 0n])
  expect(await stage.broken()).toEqual({})
  expect(await seedOptions(stage.deps, 5000)).toBe(false)
  expect(await stage.list(uid)).toHaveLength(2)
})

it('is continued by the next start after a kill', async () => {
  await seedPracticeData(stage.deps as Parameters<typeof seedPracticeData>[0])
  // Killed when the first of the two was accepted.
  const killed = seedOptions(
    {
      ...stage.deps,
      settling: {
        follow: () => {
          throw new Error('killed')
        },
      },
    },
    0,
  )
  await expect(killed).rejects.toThrow('killed')
  expect(await wallet()).toEqual([usdt('9990'), usdt('10')])
  await stage.restart()
  stage.trade('60000')
  expect(await whileMarketsSpeak(seedOptions(stage.deps, 5000))).toBe(true)
  expect(await stage.list(uid)).toHaveLength(1)
  expect(await wallet()).toEqual([usdt('10000'), 0n])
  expect(await stage.broken()).toEqual({})
})

it('is continued by the next start while its options are not settled', async () => {
  await seedPracticeData(stage.deps as Parameters<typeof seedPracticeData>[0])
  // No time passes, as on a machine that is too busy to settle in time.
  expect(await seedOptions(stage.deps, 0)).toBe(true)
  expect(await wallet()).toEqual([usdt('9980'), usdt('20')])
  expect(await whileMarketsSpeak(seedOptions(stage.deps, 5000))).toBe(true)
  expect(await stage.list(uid, 'settled')).toHaveLength(2)
  expect(await wallet()).toEqual([usdt('10000'), 0n])
  expect(await seedOptions(stage.deps, 5000)).toBe(false)
  expect(await stage.broken()).toEqual({})
})

it('is not created without the sample, nor with a stale feed', async () => {
  expect(await seedOptions(stage.deps, 0)).toBe(false)
  await seedPracticeData(stage.deps as Parameters<typeof seedPracticeData>[0])
  stage.clock.tick(60_000)
  expect(await seedOptions(stage.deps, 0)).toBe(false)
  expect(await stage.list(uid)).toEqual([])
  expect(await wallet()).toEqual([usdt('10000'), 0n])
})
