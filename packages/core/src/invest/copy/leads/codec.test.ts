import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart } from '../../../calendar/days.ts'
import { dayMs } from '../../../calendar/durations.ts'
import { calls } from '../../../calls.ts'
import { type Usdt, usdt } from '../../../money/units.ts'
import { leadIssueNames } from '../lead.ts'
import type { Fraction } from '../record.ts'
import { leadEndReasons } from '../wire.ts'
import {
  type LeadRecord,
  type LeadStatus,
  type LeadView,
  leadRecordFromWire,
  leadRecordToWire,
  leadStatusFromWire,
  leadStatusToWire,
  leadsFromWire,
  leadToWire,
} from './codec.ts'
import {
  applicationFiguresFromStored,
  formatFraction,
  formatLeverage,
  type LeadFigures,
  leadFiguresFromStored,
  leadFiguresToWire,
  walletFiguresToWire,
} from './figures/codec.ts'

/** A fraction of one by its percent. */
const percent = (hundredths: bigint) => (hundredths * 100_000n) as Fraction
const index = (units: bigint) => units as Fraction

const figures: LeadFigures = {
  returns: { d7: percent(125n), d30: percent(-909n), d90: null, all: percent(0n) },
  ...{ maxDrawdown: percent(1250n), volatility: 14_142_136n as Fraction },
  ...{ closed: 12, won: 7, holdingMs: 3_600_000, leverageHundredths: 750n, fees: usdt('3.5') },
  result: {
    ...{ orders: 2, putIn: usdt('3000'), profit: usdt('-6.25') },
    ...{ inProfit: percent(5000n), median: percent(-20n) },
    histogram: [
      { from: null, to: percent(-500n), orders: 1 },
      { from: percent(-500n), to: percent(0n), orders: 0 },
      { from: percent(0n), to: null, orders: 1 },
    ],
  },
  gap: 100_000n as Fraction,
}
const lead: LeadView = {
  ...figures,
  ...{ id: 3, username: 'harbour', sinceMs: 1_700_000_000_000, endedMs: null, endReason: null },
  ...{ isWaived: false, days: 40, isRecordShort: false, equity: usdt('1020.5'), pool: usdt('800') },
  ...{ followers: 4, capacity: usdt('1200'), riskScore: 5, products: [{ id: 9, name: 'Copy harbour' }] },
}
const startMs = dayStart('20270110') ?? 0
const record: LeadRecord = {
  ...lead,
  isReferrer: null,
  points: [
    { startMs, index: index(1_050_000_000n), drawdown: percent(0n) },
    { startMs: startMs + dayMs, index: index(1_009_670_750n), drawdown: 38_408_810n as Fraction },
  ],
}

describe('figures of a lead', () => {
  it('have the fields of the wire', () => {
    expect(leadToWire(lead)).toEqual({
      ...{ id: 3, username: 'harbour', since: 1_700_000_000_000, ended: null, endreason: null, waived: 0 },
      ...{ days: 40, returns: { d7: '1.25', d30: '-9.09', d90: null, all: '0' }, maxdrawdown: '12.5' },
      ...{ volatility: '1.4142136', closed: 12, won: 7, holding: 3_600_000, leverage: '7.5', fees: '3.5' },
      ...{ equity: '1020.5', pool: '800', followers: 4, capacity: '1200', riskscore: 5, note: null },
      result: {
        ...{ putin: '3000', profit: '-6.25', inprofit: '50', median: '-0.2', orders: 2 },
        histogram: [
          { from: null, to: '-5', orders: 1 },
          { from: '-5', to: '0', orders: 0 },
          { from: '0', to: null, orders: 1 },
        ],
      },
      ...{ gap: '0.01', products: [{ id: 9, name: 'Copy harbour' }] },
    })
  })

  it('say on the wire how a lead ended, that the record is short, and that the days of record were waived', () => {
    for (const endReason of leadEndReasons) {
      const ended = { ...lead, endedMs: 5, endReason }
      expect(leadToWire(ended)).toMatchObject({ ended: 5, endreason: endReason })
      expect(leadsFromWire([leadToWire(ended)])).toEqual([ended])
    }
    const sample = { ...lead, isWaived: true, isRecordShort: true, days: 0, riskScore: null }
    expect(leadToWire(sample)).toMatchObject({ waived: 1, note: 'tooShort', riskscore: null })
    expect(leadsFromWire([leadToWire(sample)])).toEqual([sample])
  })

  it('are accepted by the schemas of the calls', () => {
    expect(calls['/api/invest/leadList'].data.parse([leadToWire(lead)])).toEqual([leadToWire(lead)])
    expect(calls['/api/invest/leadDetail'].data.parse(leadRecordToWire(record))).toEqual(
      leadRecordToWire(record),
    )
  })

  it('of a wallet that never traded are unknown, not 0', () => {
    const none = {
      ...figures,
      returns: { d7: null, d30: null, d90: null, all: null },
      ...{ volatility: null, holdingMs: null, leverageHundredths: null, closed: 0, won: 0 },
      result: { ...figures.result, inProfit: null, median: null, orders: 0, histogram: [] },
      gap: null,
    }
    expect(leadFiguresToWire(none)).toMatchObject({
      ...{ volatility: null, holding: null, leverage: null, gap: null },
      result: { inprofit: null, median: null, histogram: [] },
    })
    expect(leadFiguresFromStored(leadFiguresToWire(none))).toEqual(none)
  })

  it.each([
    ['maxdrawdown', '12,5'],
    ['maxdrawdown', '12.50000000'],
    ['volatility', ''],
    ['leverage', '7.505'],
    ['leverage', '-7'],
    ['fees', '1e3'],
    ['equity', 'NaN'],
    ['pool', ' 1'],
    ['capacity', '0.000000001'],
    ['gap', '--1'],
  ])('with %s %j are refused', (name, value) => {
    const row = { ...leadToWire(lead), [name]: value }
    expect(() => leadsFromWire([row])).toThrow(RangeError)
  })

  it.each([
    ['putin', 'much'],
    ['profit', '+1'],
    ['inprofit', '50 %'],
    ['median', '-'],
  ])('whose followers have %s %j are refused', (name, value) => {
    const row = leadToWire(lead)
    expect(() => leadsFromWire([{ ...row, result: { ...row.result, [name]: value } }])).toThrow(RangeError)
  })

  it('with a bound of a range that is none are refused', () => {
    const row = leadToWire(lead)
    const histogram = [{ from: 'low', to: null, orders: 1 }]
    expect(() => leadsFromWire([{ ...row, result: { ...row.result, histogram } }])).toThrow(RangeError)
  })

  it.each(['d7', 'd30', 'd90', 'all'] as const)('with an unreadable return %s are refused', (name) => {
    const row = leadToWire(lead)
    expect(() => leadsFromWire([{ ...row, returns: { ...row.returns, [name]: '1/2' } }])).toThrow(RangeError)
  })
})

describe('stored figures', () => {
  it('come back as they were stored', () => {
    expect(leadFiguresFromStored(JSON.parse(JSON.stringify(leadFiguresToWire(figures))))).toEqual(figures)
    const { result, gap, ...wallet } = figures
    expect(applicationFiguresFromStored(JSON.parse(JSON.stringify(walletFiguresToWire(wallet))))).toEqual(
      wallet,
    )
    expect(walletFiguresToWire(wallet)).not.toHaveProperty('result')
  })

  it('of a lead without a midnight are those of one who never traded', () => {
    const none = leadFiguresFromStored({})
    expect(none).toEqual({
      returns: { d7: null, d30: null, d90: null, all: null },
      ...{ maxDrawdown: 0n, volatility: null, closed: 0, won: 0, holdingMs: null },
      ...{ leverageHundredths: null, fees: 0n, gap: null },
      result: { orders: 0, putIn: 0n, profit: 0n, inProfit: null, median: null, histogram: [] },
    })
  })

  it('that are newer than the row are empty, the others as stored', () => {
    const { result, gap, ...older } = leadFiguresToWire(figures)
    const { histogram, ...ranges } = result
    const read = leadFiguresFromStored({ ...older, result: ranges })
    expect(read).toEqual({ ...figures, gap: null, result: { ...figures.result, histogram: [] } })
    expect(leadFiguresFromStored({ leverage: '4.5' }).leverageHundredths).toBe(450n)
  })

  it('of an application made before they were kept are none', () => {
    expect(applicationFiguresFromStored({})).toBeNull()
    expect(applicationFiguresFromStored({ leverage: '4' })).toBeNull()
    expect(applicationFiguresFromStored({ maxdrawdown: '3' })).toMatchObject({
      maxDrawdown: percent(300n),
      volatility: null,
    })
  })

  it('that are no figures are refused', () => {
    expect(() => leadFiguresFromStored({ maxdrawdown: 'deep' })).toThrow(RangeError)
    expect(() => applicationFiguresFromStored({ maxdrawdown: 'deep' })).toThrow(RangeError)
    expect(() => leadFiguresFromStored({ result: { profit: '' } })).toThrow(RangeError)
  })
})

describe('the record of a lead', () => {
  it('has the index and the fall of each day on the wire, and whether the lead invited the reader', () => {
    const wire = leadRecordToWire(record)
    expect(wire.index).toEqual([
      ['20270110', '1.05'],
      ['20270111', '1.00967075'],
    ])
    expect(wire.drawdown).toEqual([
      ['20270110', '0'],
      ['20270111', '3.840881'],
    ])
    expect(wire).toMatchObject({ ...leadToWire(lead), referrer: null })
    for (const [isReferrer, referrer] of [
      [true, 1],
      [false, 0],
      [null, null],
    ] as const) {
      const one = { ...record, isReferrer }
      expect(leadRecordToWire(one).referrer).toBe(referrer)
      expect(leadRecordFromWire(leadRecordToWire(one))).toEqual(one)
    }
    expect(wire).not.toHaveProperty('points')
  })

  it('may have no day yet', () => {
    const fresh = { ...record, points: [] }
    expect(leadRecordToWire(fresh)).toMatchObject({ index: [], drawdown: [] })
    expect(leadRecordFromWire(leadRecordToWire(fresh))).toEqual(fresh)
  })

  it('is refused with a day that is none, or an index without its fall', () => {
    const wire = leadRecordToWire(record)
    const withIndex = (day: string, value: string) => ({
      ...wire,
      index: [[day, value] as [string, string]],
      drawdown: [[day, '0'] as [string, string]],
    })
    expect(leadRecordFromWire(withIndex('20270110', '1')).points).toHaveLength(1)
    for (const day of ['20270230', '2027-01-10', '', '202701'])
      expect(() => leadRecordFromWire(withIndex(day, '1')), day).toThrow('not a day')
    for (const value of ['one', '1.0000000001', ''])
      expect(() => leadRecordFromWire(withIndex('20270110', value)), value).toThrow(RangeError)
    expect(() => leadRecordFromWire({ ...wire, drawdown: wire.drawdown.slice(1) })).toThrow(
      'index and drawdown differ',
    )
    const shifted = wire.drawdown.map(([, fall], at): [string, string] => [`2027011${at + 1}`, fall])
    expect(() => leadRecordFromWire({ ...wire, drawdown: shifted })).toThrow('no drawdown of 20270110')
    const unreadable = wire.drawdown.map(([day]): [string, string] => [day, 'x'])
    expect(() => leadRecordFromWire({ ...wire, drawdown: unreadable })).toThrow(RangeError)
  })
})

describe('where a customer stands', () => {
  const status: LeadStatus = {
    lead: null,
    application: null,
    own: { isKycApproved: false, days: 12, trades: 3, equity: usdt('250.75'), riskScore: null },
    needed: { days: 30, trades: 20, equity: usdt('1000'), maxRiskScore: 7 },
    missing: ['kyc', 'days', 'trades', 'equity', 'riskScore'],
  }

  it('has the fields of the wire, which its schema accepts', () => {
    const wire = leadStatusToWire(status)
    expect(wire).toEqual({
      ...{ lead: null, application: null },
      figures: { kyc: 0, days: 12, trades: 3, equity: '250.75', riskscore: null },
      needed: { days: 30, trades: 20, equity: '1000', riskscore: 7 },
      missing: ['kyc', 'days', 'trades', 'equity', 'riskScore'],
    })
    expect(calls['/api/invest/leadStatus'].data.parse(wire)).toEqual(wire)
    expect(leadStatusFromWire(wire)).toEqual(status)
  })

  it.each([
    ['pending', 0],
    ['approved', 1],
    ['rejected', 2],
  ] as const)('names an application that is %s by %d', (state, number) => {
    const remark = state === 'rejected' ? 'Too few days.' : null
    const applied = { ...status, application: { id: 8, createdMs: 1_700_000_000_001, state, remark } }
    const wire = leadStatusToWire(applied)
    expect(wire.application).toEqual({ id: 8, createtime: 1_700_000_000_001, status: number, remark })
    expect(leadStatusFromWire(wire)).toEqual(applied)
  })

  it.each([3, -1, 0.5])('refuses the state %d of an application', (number) => {
    const application = { id: 8, createtime: 1, status: number, remark: null }
    expect(() => leadStatusFromWire({ ...leadStatusToWire(status), application })).toThrow(
      'no state of an application',
    )
  })

  it('shows the figures of who leads, and an equity that no fresh price gives as unknown', () => {
    const leading: LeadStatus = {
      ...status,
      lead,
      own: { ...status.own, isKycApproved: true, equity: null, riskScore: 4 },
      missing: ['leading'],
    }
    const wire = leadStatusToWire(leading)
    expect(wire.lead).toEqual(leadToWire(lead))
    expect(wire.figures).toEqual({ kyc: 1, days: 12, trades: 3, equity: null, riskscore: 4 })
    expect(leadStatusFromWire(wire)).toEqual(leading)
  })

  it('is refused with an amount that is none', () => {
    const wire = leadStatusToWire(status)
    const own = { ...wire.figures, equity: 'x' }
    expect(() => leadStatusFromWire({ ...wire, figures: own })).toThrow(RangeError)
    const needed = { ...wire.needed, equity: '1,000' }
    expect(() => leadStatusFromWire({ ...wire, needed })).toThrow(RangeError)
  })

  it('keeps everything that is missing, in its order', () => {
    fc.assert(
      fc.property(fc.subarray([...leadIssueNames]), (missing) => {
        expect(leadStatusFromWire(leadStatusToWire({ ...status, missing })).missing).toEqual(missing)
      }),
    )
  })
})

const fraction = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }) as fc.Arbitrary<Fraction>
const share = fc.bigInt({ min: 0n, max: 10n ** 9n }) as fc.Arbitrary<Fraction>
const amount = fc.bigInt({ min: 0n, max: 10n ** 22n }) as fc.Arbitrary<Usdt>
const gain = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }) as fc.Arbitrary<Usdt>
const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })
const anyFigures = fc.record({
  returns: fc.record({
    ...{
      d7: fc.option(fraction),
      d30: fc.option(fraction),
      d90: fc.option(fraction),
      all: fc.option(fraction),
    },
  }),
  ...{ maxDrawdown: share, volatility: fc.option(share), closed: fc.nat(), won: fc.nat(), fees: amount },
  holdingMs: fc.option(fc.nat()),
  leverageHundredths: fc.option(fc.bigInt({ min: 0n, max: 20_000n })),
  result: fc.record({
    ...{ orders: fc.nat(), putIn: amount, profit: gain, inProfit: fc.option(share) },
    median: fc.option(fraction),
    histogram: fc.array(fc.record({ from: fc.option(fraction), to: fc.option(fraction), orders: fc.nat() }), {
      maxLength: 8,
    }),
  }),
  gap: fc.option(fraction),
}) satisfies fc.Arbitrary<LeadFigures>
const ending = fc.oneof(
  fc.constant({ endedMs: null, endReason: null }),
  fc.record({ endedMs: instant, endReason: fc.constantFrom(...leadEndReasons) }),
)
const anyLead = fc
  .tuple(
    anyFigures,
    ending,
    fc.record({
      ...{ id: instant, username: fc.string(), sinceMs: instant, isWaived: fc.boolean(), days: fc.nat(3650) },
      ...{ isRecordShort: fc.boolean(), equity: gain, pool: amount, followers: fc.nat(), capacity: amount },
      riskScore: fc.option(fc.integer({ min: 1, max: 10 })),
      products: fc.array(fc.record({ id: instant, name: fc.string() }), { maxLength: 3 }),
    }),
  )
  .map(([some, end, rest]): LeadView => ({ ...some, ...end, ...rest }))
const anyPoints = fc
  .tuple(fc.nat(20_000), fc.array(fc.record({ index: share, drawdown: share }), { maxLength: 40 }))
  .map(([first, days]) => days.map((day, at) => ({ startMs: (first + at) * dayMs - 3_600_000, ...day })))

describe('whatever the figures', () => {
  it('a list of leads comes back from the wire as it was sent', () => {
    fc.assert(
      fc.property(fc.array(anyLead, { maxLength: 3 }), (leads) => {
        const sent = JSON.parse(JSON.stringify(leads.map(leadToWire)))
        expect(leadsFromWire(sent)).toEqual(leads)
      }),
      { numRuns: 200 },
    )
  })

  it('a record comes back with every day, in order', () => {
    fc.assert(
      fc.property(anyLead, anyPoints, fc.option(fc.boolean()), (one, points, isReferrer) => {
        const sent = { ...one, points, isReferrer }
        expect(leadRecordFromWire(JSON.parse(JSON.stringify(leadRecordToWire(sent))))).toEqual(sent)
      }),
      { numRuns: 200 },
    )
  })

  it('stored figures come back, to the last unit', () => {
    fc.assert(
      fc.property(anyFigures, (some) => {
        expect(leadFiguresFromStored(JSON.parse(JSON.stringify(leadFiguresToWire(some))))).toEqual(some)
      }),
      { numRuns: 200 },
    )
  })

  it('a percentage is a hundred times its fraction, and a leverage its hundredths divided by a hundred', () => {
    expect([1_100_000n, -200_000_000n, 1n, 0n].map((one) => formatFraction(one as Fraction))).toEqual([
      ...['0.11', '-20', '0.0000001', '0'],
    ])
    expect([750n, 1000n, 1n].map(formatLeverage)).toEqual(['7.5', '10', '0.01'])
    fc.assert(
      fc.property(share, (one) => {
        const [whole = '', decimals = ''] = formatFraction(one).split('.')
        expect(BigInt(whole + decimals.padEnd(7, '0'))).toBe(one)
      }),
    )
  })
})
