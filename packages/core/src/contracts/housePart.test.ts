import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, type Quantity, type Usdt, usdt } from '../money/units.ts'
import { applyPosition, type Exposure, worstCaseExposure, zeroExposure } from './exposure.ts'
import {
  assertPaidByPart,
  HousePartShort,
  isUneven,
  lackOf,
  levelledFunds,
  limitsOfPart,
} from './housePart.ts'
import type { MarketSnapshot } from './marketSnapshot.ts'
import { type Position, stressMovePpm } from './rules.ts'
import { houseShareOf } from './settlement.ts'
import { type HouseAccount, hasReserveFor } from './tradingState.ts'

const anyPosition = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.bigInt(1n, 10n ** 9n).map((units) => units as Quantity),
  openPrice: fc.bigInt(1n, 10n ** 14n).map((units) => units as Price),
})
const anyPrice = fc.bigInt(1n, 10n ** 14n).map((units) => units as Price)
const amount = fc.bigInt(0n, 10n ** 15n).map((units) => units as Usdt)
/** Opened and closed positions, of which others may have been opened elsewhere. */
const anyExposure = fc
  .array(fc.tuple(anyPosition, fc.constantFrom('add' as const, 'remove' as const)), { maxLength: 6 })
  .map((moves) => moves.reduce((sum, [one, change]) => applyPosition(sum, one, change), zeroExposure))
const total = (all: readonly Exposure[]): Exposure => ({
  longQuantity: all.reduce((sum, one) => sum + one.longQuantity, 0n) as Quantity,
  longCost: all.reduce((sum, one) => sum + one.longCost, 0n),
  shortQuantity: all.reduce((sum, one) => sum + one.shortQuantity, 0n) as Quantity,
  shortCost: all.reduce((sum, one) => sum + one.shortCost, 0n),
})
const snapshotAt = (bid: Price): MarketSnapshot => ({
  get: () => ({ product: {} as never, tick: { bid, ask: bid } as never, fresh: true }),
})
const worstAt = (exposure: Exposure, bid: Price): Usdt =>
  worstCaseExposure(exposure, { bid, ask: bid }, stressMovePpm)
const decide = (decision: () => boolean): boolean | 'short' => {
  try {
    return decision()
  } catch (error) {
    if (!(error instanceof HousePartShort)) throw error
    return 'short'
  }
}

it('the worst case of all parts together is at most the sum of theirs, below zero too', () => {
  fc.assert(
    fc.property(fc.array(anyExposure, { maxLength: 5 }), fc.option(anyPrice), (parts, at) => {
      const best = at === null ? null : { bid: at, ask: at }
      const sum = parts.reduce((worst, one) => worst + worstCaseExposure(one, best, stressMovePpm), 0n)
      expect(worstCaseExposure(total(parts), best, stressMovePpm) <= sum).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

describe('an opening in a part', () => {
  type Part = { trading: Usdt; exposure: Exposure }
  const anyPart = fc.record({ trading: amount, exposure: anyExposure })
  const houseOf = (parts: readonly Part[], own: number): HouseAccount => {
    const part = ({ trading, exposure }: Part) => ({ trading, exposures: new Map([[1, exposure]]) })
    const [general] = parts
    if (general === undefined || parts[own] === undefined) throw new Error('there is a general part')
    return {
      ...part(parts[own]),
      insurance: 0n as Usdt,
      debt: 0n as Usdt,
      others: {
        parts: parts.filter((_, at) => at !== own).map(part),
        interest: { general: part(general).exposures, parts: parts.length - 1 },
      },
    }
  }

  it('that all parts decide at once, each by what the others had before, leaves the whole covered', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        anyPart,
        fc.array(fc.tuple(anyPart, anyPosition), { minLength: 1, maxLength: 4 }),
        anyPrice,
        (general, others, bid) => {
          const before = [general, ...others.map(([part]) => part)]
          const after = before.map((part, own) => {
            const position: Position | undefined = others[own - 1]?.[1]
            if (position === undefined) return part
            const opens = decide(() => hasReserveFor(houseOf(before, own), 1, position, snapshotAt(bid)))
            expect(opens).not.toBe(false)
            if (opens !== true) return part
            accepted += 1
            return { ...part, exposure: applyPosition(part.exposure, position, 'add') }
          })
          if (after.every((part, at) => part === before[at])) return
          const reserve = after.reduce((sum, { trading }) => sum + trading, 0n)
          expect(reserve > worstAt(total(after.map(({ exposure }) => exposure)), bid)).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('is never refused, only decided again as a whole: for its own reserve, for what others lack, with a debt, in the general part', () => {
    const position: Position = {
      side: 'long',
      quantity: (10n ** 8n) as Quantity,
      openPrice: (10n ** 11n) as Price,
    }
    const worst = worstAt(applyPosition(zeroExposure, position, 'add'), position.openPrice)
    const at = snapshotAt(position.openPrice)
    const empty = { trading: 0n as Usdt, exposure: zeroExposure }
    const own = (trading: bigint, others: readonly Part[] = [empty]) =>
      houseOf([...others, { trading: trading as Usdt, exposure: zeroExposure }], others.length)
    const opens = (house: HouseAccount) => decide(() => hasReserveFor(house, 1, position, at))
    expect(opens(own(worst))).toBe('short')
    expect(opens(own(worst + 1n))).toBe(true)
    const poor = { trading: (worst - 5n) as Usdt, exposure: applyPosition(zeroExposure, position, 'add') }
    expect(opens(own(worst + 5n, [empty, poor]))).toBe('short')
    expect(opens(own(worst + 6n, [empty, poor]))).toBe(true)
    expect(opens({ ...own(10n ** 15n), debt: 1n as Usdt })).toBe('short')
    const general = own(10n ** 15n)
    if (general.others === null) throw new Error('there are others')
    expect(opens({ ...general, others: { ...general.others, interest: null } })).toBe('short')
    expect(opens({ ...general, trading: worst, others: null })).toBe(false)
    expect(opens({ ...general, trading: (worst + 1n) as Usdt, others: null })).toBe(true)
  })
})

it('what parts may open of a market is with the general part at most the cap, and all of it but a rest', () => {
  fc.assert(
    fc.property(amount, anyPosition, fc.integer({ min: 1, max: 9 }), (interest, open, parts) => {
      const general = new Map([[1, applyPosition(zeroExposure, open, 'add')]])
      const limits = { order: usdt('1'), position: usdt('2'), interest }
      const others = { parts: [], interest: { general, parts } }
      const share = limitsOfPart(limits, others, { pid: 1, side: open.side })
      const held = (open.quantity * open.openPrice + 999_999_999n) / 1_000_000_000n
      const left = interest > held ? interest - held : 0n
      expect(share.interest * BigInt(parts) <= left).toBe(true)
      expect((share.interest + 1n) * BigInt(parts) > left).toBe(true)
      expect(share).toMatchObject({ order: limits.order, position: limits.position })
      expect(limitsOfPart(limits, { parts: [], interest: null }, { pid: 1, side: open.side }).interest).toBe(
        0n,
      )
    }),
  )
})

it('a part pays a close by itself exactly when the whole house account would pay it from the same accounts', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      amount,
      amount,
      (profit, lossUnpaid, feeUnpaid, trading, insurance) => {
        const due = { profit, lossUnpaid, feeUnpaid }
        const whole = houseShareOf(due, { trading: (10n ** 18n) as Usdt, insurance: (10n ** 18n) as Usdt })
        const share = houseShareOf(due, { trading, insurance })
        const isPaid = decide(() => {
          assertPaidByPart(due, share)
          return true
        })
        expect(isPaid).toBe(JSON.stringify(share, text) === JSON.stringify(whole, text) ? true : 'short')
      },
    ),
    { numRuns: 1000 },
  )
})
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

it('levelling divides what is not needed equally, and leaves the worst case and a share in the general part', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.array(amount),
      fc.integer({ min: 0, max: 9 }),
      (trading, insurance, worst, parts) => {
        const funds = { trading, insurance }
        const needed = worst.reduce((sum, one) => sum + one, 0n)
        const share = levelledFunds(funds, { debt: 0n as Usdt, worst }, parts)
        expect(share === null).toBe(parts === 0 || trading <= needed)
        if (share === null) return
        const general = trading - share.trading * BigInt(parts)
        expect(general - needed >= share.trading).toBe(true)
        expect(general - needed < share.trading + BigInt(parts + 1)).toBe(true)
        expect(insurance - share.insurance * BigInt(parts) >= share.insurance).toBe(true)
        expect(levelledFunds(funds, { debt: 1n as Usdt, worst }, parts)).toBeNull()
        const standing = { surplus: share.trading, insurance: share.insurance }
        if (share.trading > 0n)
          expect(isUneven(Array.from({ length: parts + 1 }, () => standing))).toBe(false)
      },
    ),
  )
  const full = { surplus: 150n, insurance: 15n as Usdt }
  const even = (surplus: bigint, insurance: bigint) =>
    isUneven([full, { surplus, insurance: insurance as Usdt }])
  expect(even(50n, 5n)).toBe(false)
  expect(even(49n, 5n)).toBe(true)
  expect(even(50n, 4n)).toBe(true)
  expect(even(-150n, 15n)).toBe(true)
})

it('a part lacks what its worst case is above its reserve, and never less than nothing', () => {
  expect(lackOf(usdt('100'), [usdt('90'), usdt('30')])).toBe(usdt('20'))
  expect(lackOf(usdt('100'), [usdt('90')])).toBe(0n)
})
