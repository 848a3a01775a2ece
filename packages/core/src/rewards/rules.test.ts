import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { totalState } from './codec.ts'
import {
  checkInReward,
  fitsIntoDay,
  maxCheckIns,
  maxReward,
  maxStreak,
  maxTotal,
  parseCheckInRule,
  parseTask,
  readingMs,
  rewardOf,
  rulesConflict,
  type SigninRule,
  type SigninTier,
  streakAfter,
  taskChecks,
  taskDeposit,
  taskInvitees,
  taskKeptMs,
  taskStates,
  tierFor,
} from './rules.ts'

const tier = { part: 'rule', minAssets: '0', maxAssets: '1000', money: '0.1', streakMoney: '0.2', times: '7' }
const total = { part: 'total', times: '30', money: '5' }
const isRule = (read: ReturnType<typeof parseCheckInRule>): read is SigninRule => !('problem' in read)

/** Parses a rule; an invalid one fails the test. */
const ruleOf = (fields: Readonly<Record<string, string>>): SigninRule => {
  const read = parseCheckInRule(fields)
  if (!isRule(read)) throw new Error(`cannot be taken at ${read.problem}`)
  return read
}

describe('a task', () => {
  it('is checked by the figures of the specification', () => {
    expect([taskDeposit, taskKeptMs, taskInvitees, readingMs]).toEqual([usdt('1000'), 604_800_000, 2, 10_000])
    expect(taskStates).toEqual(['undone', 'inReview', 'rejected', 'done'])
    expect([null, 1, 2, 3].map(totalState)).toEqual(['locked', 'claimable', 'claimed', 'locked'])
  })
  it('is one of five, each with a fixed check', () => {
    expect(Object.keys(taskChecks)).toEqual(['1', '2', '3', '4', '5'])
    expect(parseTask({ id: '4', money: '20' })).toEqual({ id: 4, money: usdt('20') })
  })
  it.each<[string, Record<string, string>]>([
    ['id', { money: '1' }],
    ['id', { id: '0', money: '1' }],
    ['id', { id: '6', money: '1' }],
    ['id', { id: '01', money: '1' }],
    ['id', { id: '1.0', money: '1' }],
    ['money', { id: '1' }],
    ['money', { id: '1', money: '0' }],
    ['money', { id: '1', money: '-1' }],
    ['money', { id: '1', money: '1e3' }],
    ['money', { id: '1', money: '1000.00000001' }],
    ['money', { id: '1', money: '0.000000001' }],
  ])('rejects %s: %j', (problem, fields) => expect(parseTask(fields)).toEqual({ problem }))
})

describe('a check-in rule', () => {
  it('is a tier or a total', () => {
    expect(ruleOf(tier)).toEqual({
      part: 'rule',
      minAssets: 0n,
      maxAssets: usdt('1000'),
      money: usdt('0.1'),
      streakMoney: usdt('0.2'),
      times: 7,
    })
    expect(ruleOf(total)).toEqual({ part: 'total', times: 30, money: usdt('5') })
  })
  it.each<[string, Record<string, string>]>([
    ['part', {}],
    ['part', { ...tier, part: 'tier' }],
    ['minAssets', { ...tier, minAssets: 'all' }],
    ['maxAssets', { ...tier, maxAssets: '0' }],
    ['maxAssets', { ...tier, minAssets: '1000' }],
    ['money', { ...tier, money: '0' }],
    ['money', { ...tier, money: '1001', streakMoney: '1001' }],
    ['streakMoney', { ...tier, streakMoney: '0.09999999' }],
    ['streakMoney', { ...tier, streakMoney: '1001' }],
    ['times', { ...tier, times: '1' }],
    ['times', { ...tier, times: '366' }],
    ['times', { ...tier, times: '7.5' }],
    ['times', { ...total, times: '0' }],
    ['times', { ...total, times: '3651' }],
    ['money', { ...total, money: '10000.1' }],
    ['minAssets', { ...total, minAssets: '0' }],
    ['streakMoney', { ...total, streakMoney: '6' }],
  ])('rejects %s: %j', (problem, fields) => expect(parseCheckInRule(fields)).toEqual({ problem }))
  it('is accepted at its limits: the longest, the largest, and a streak that earns no more than a day', () => {
    expect(ruleOf({ ...tier, times: '365', money: '1000', streakMoney: '1000' })).toMatchObject({
      ...{ times: maxStreak, money: maxReward, streakMoney: maxReward },
    })
    expect(ruleOf({ ...tier, times: '2' })).toMatchObject({ times: 2 })
    expect(ruleOf({ ...total, times: '3650', money: '10000' })).toMatchObject({
      ...{ times: maxCheckIns, money: maxTotal },
    })
    expect(ruleOf({ ...total, times: '1' })).toMatchObject({ times: 1 })
    expect(parseTask({ id: '5', money: '1000' })).toEqual({ id: 5, money: maxReward })
  })
  it.each(['minAssets', 'maxAssets', 'money', 'streakMoney', 'times'] as const)('needs %s', (name) => {
    const { [name]: _, ...others } = tier
    expect(parseCheckInRule(others)).toEqual({ problem: name })
  })
  it('of a total takes no field of a tier', () => {
    for (const name of ['minAssets', 'maxAssets', 'streakMoney'])
      expect(parseCheckInRule({ ...total, [name]: '1' })).toEqual({ problem: name })
  })
  it('of one kind never conflicts with one of the other, not even for the same number of days', () => {
    const [days, sum] = [ruleOf({ ...tier, times: '30' }), ruleOf(total)]
    expect([rulesConflict(days, sum), rulesConflict(sum, days)]).toEqual([false, false])
  })
  it('does not conflict with an adjacent tier, but with another total for the same number', () => {
    const above = ruleOf({ ...tier, minAssets: '1000', maxAssets: '2000' })
    expect([rulesConflict(ruleOf(tier), above), rulesConflict(above, ruleOf(tier))]).toEqual([false, false])
    expect(rulesConflict(ruleOf(tier), ruleOf({ ...tier, minAssets: '999.99999999' }))).toBe(true)
    expect(rulesConflict(ruleOf(total), ruleOf({ ...total, money: '6' }))).toBe(true)
    expect(rulesConflict(ruleOf(total), ruleOf({ ...total, times: '31' }))).toBe(false)
    expect(rulesConflict(ruleOf(tier), ruleOf(total))).toBe(false)
  })
})

const amounts = fc.bigInt({ min: 0n, max: usdt('5000') }).map((units) => units as Usdt)
const rewards = fc.bigInt({ min: 0n, max: usdt('1050') }).map((units) => units as Usdt)
const tiers = fc
  .tuple(amounts, amounts, rewards, rewards, fc.integer({ min: 0, max: 400 }))
  .map(([minAssets, maxAssets, money, streakMoney, times]) => ({
    part: 'rule',
    minAssets: formatUsdt(minAssets),
    maxAssets: formatUsdt(maxAssets),
    money: formatUsdt(money),
    streakMoney: formatUsdt(streakMoney),
    times: String(times),
  }))

describe('any input', () => {
  it('an accepted rule promises an amount within its limits, and a streak at least as much as a day', () => {
    fc.assert(
      fc.property(tiers, fc.integer({ min: 1, max: 800 }), (fields, streak) => {
        const read = parseCheckInRule(fields)
        if (!isRule(read) || read.part !== 'rule') return
        const earned = rewardOf(read, streak)
        expect(earned > 0n && earned <= maxReward).toBe(true)
        expect(rewardOf(read, streak + 1) >= earned).toBe(true)
        expect(read.minAssets < read.maxAssets).toBe(true)
      }),
    )
  })
  it('rules without conflicts assign at most one tier, and conflicts are symmetric', () => {
    fc.assert(
      fc.property(fc.array(tiers, { maxLength: 12 }), amounts, (drafts, assets) => {
        const accepted: SigninTier[] = []
        for (const fields of drafts) {
          const read = parseCheckInRule(fields)
          if (!isRule(read) || read.part !== 'rule') continue
          for (const other of accepted) expect(rulesConflict(read, other)).toBe(rulesConflict(other, read))
          if (!accepted.some((other) => rulesConflict(read, other))) accepted.push(read)
        }
        const fitting = accepted.filter(
          ({ minAssets, maxAssets }) => minAssets <= assets && assets < maxAssets,
        )
        expect(fitting.length).toBeLessThanOrEqual(1)
        expect(tierFor(accepted, assets)).toBe(fitting[0] ?? null)
      }),
    )
  })
  it('a total pays within its limit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxTotal * 2n }), fc.integer(), (money, times) => {
        const fields = { part: 'total', money: formatUsdt(money as Usdt), times: String(times) }
        const read = parseCheckInRule(fields)
        if (isRule(read)) expect(read.money > 0n && read.money <= maxTotal && times > 0).toBe(true)
        else expect(money === 0n || money > maxTotal || times < 1 || times > 3650).toBe(true)
      }),
    )
  })
})

describe('a sign-in', () => {
  const day = { part: 'rule', times: 7 } as const
  const tiers: readonly SigninRule[] = [
    { ...day, minAssets: usdt('0'), maxAssets: usdt('1000'), money: usdt('0.1'), streakMoney: usdt('0.2') },
    {
      ...day,
      minAssets: usdt('1000'),
      maxAssets: usdt('10000'),
      money: usdt('0.3'),
      streakMoney: usdt('0.6'),
    },
  ]

  it('is in the tier that begins at its assets, not in the one that ends there', () => {
    expect([usdt('0'), usdt('999.99999999')].map((assets) => tierFor(tiers, assets))).toEqual([
      ...[tiers[0], tiers[0]],
    ])
    expect(tierFor(tiers, usdt('1000'))).toBe(tiers[1])
    expect(tierFor(tiers, usdt('10000'))).toBeNull()
    expect(tierFor([{ part: 'total', times: 1, money: usdt('5') }], usdt('0'))).toBeNull()
  })

  it('earns the higher reward from the last day of the streak on, and not the day before', () => {
    const at = (streak: number) => checkInReward(tiers, { now: usdt('1'), atMidnight: usdt('2') }, streak)
    expect([1, 6, 7, 8].map(at)).toEqual(['0.1', '0.1', '0.2', '0.2'].map(usdt))
  })

  it('continues the streak of yesterday only', () => {
    expect(streakAfter({ day: 20260630, streak: 6 }, 20260630)).toBe(7)
    expect(streakAfter({ day: 20260629, streak: 6 }, 20260630)).toBe(1)
    expect(streakAfter(null, 20260630)).toBe(1)
  })

  it('is judged by the smaller of two figures, so that money sent round counts once', () => {
    const units = fc.bigInt({ min: 0n, max: 2n * 10n ** 12n }).map((amount) => amount as Usdt)
    fc.assert(
      fc.property(units, units, fc.integer({ min: 1, max: 10 }), (now, atMidnight, streak) => {
        const both = checkInReward(tiers, { now, atMidnight }, streak)
        const alone = [now, atMidnight].map((assets) =>
          checkInReward(tiers, { now: assets, atMidnight: assets }, streak),
        )
        const outside = now >= usdt('10000') && atMidnight >= usdt('10000')
        expect(both).toBe(alone[now < atMidnight ? 0 : 1])
        if (outside) expect(both).toBe(0n)
      }),
    )
    expect(checkInReward(tiers, { now: usdt('5000'), atMidnight: usdt('999') }, 7)).toBe(usdt('0.2'))
  })

  it('is paid while the day has room for all of it', () => {
    expect(fitsIntoDay(usdt('1'), usdt('999'), usdt('1000'))).toBe(true)
    expect(fitsIntoDay(usdt('1.00000001'), usdt('999'), usdt('1000'))).toBe(false)
  })
})
