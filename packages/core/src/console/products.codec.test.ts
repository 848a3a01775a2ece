import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls, type RequestOf } from '../calls.ts'
import { staffMarketsFromWire, typedMarketToWire } from '../markets/staff/codec.ts'
import { issueStates } from '../subscription/rules.ts'
import { staffIssueToWire } from '../subscription/staff/codec.ts'
import {
  foreignField,
  type ProductFields,
  productOfKindToWire,
  saveCommandFromWire,
  staffIssuesFromWire,
} from './codec.ts'

const { request, data: saved } = calls['/staff/api/productSave']
const { data: listed } = calls['/staff/api/productList']
const kinds = ['market', 'invest', 'subscription'] as const

/** Which kinds have a field, by the reference of the call. */
const kindsOf: Readonly<Record<string, readonly (typeof kinds)[number][]>> = {
  ...{ pid: ['market', 'subscription'], id: ['invest', 'subscription'], onsale: ['market', 'invest'] },
  ...{ minnumber: ['market', 'subscription'], step: ['market', 'subscription'] },
  ...{ ptitle: ['market'], icon: ['market'], lot: ['market'], multiples: ['market'], fee: ['market'] },
  ...{ protime: ['market'], proscale: ['market'], scale: ['market'] },
  ...{ type: ['invest'], name: ['invest'], picurl: ['invest'], remark: ['invest'], position: ['invest'] },
  ...{ ishot: ['invest'], cycles: ['invest'], quota: ['invest'], redeemdays: ['invest'] },
  ...{ redeemfee: ['invest'], texts: ['invest'], claims: ['invest'] },
  ...{ leaduid: ['invest'], freezedate: ['invest'], minbuymoney: ['invest'], maxbuymoney: ['invest'] },
  ...{ leadfee: ['invest'], maxmultiple: ['invest'], copystop: ['invest'], exitlevy: ['invest'] },
  ...{ price: ['subscription'], number: ['subscription'], maxnumber: ['subscription'] },
  ...{ opentime: ['subscription'], closetime: ['subscription'], finaltime: ['subscription'] },
  risksheet: ['subscription'],
}
const fieldNames = Object.keys(kindsOf)
const sent = (kind: string, names: readonly string[], value: unknown) =>
  ({ kind, ...Object.fromEntries(names.map((name) => [name, value])) }) as unknown as ProductFields

describe('a field of another kind', () => {
  it('is every field of the call that the kind does not have, even where its value is empty', () => {
    const named = Object.keys(request.shape).filter((name) => name !== 'kind')
    expect(named.toSorted()).toEqual(fieldNames.toSorted())
    for (const kind of kinds)
      for (const name of named)
        for (const value of ['1', '', 0, 0n])
          expect(foreignField(sent(kind, [name], value)), `${kind} ${name}`).toBe(
            kindsOf[name]?.includes(kind) ? null : name,
          )
  })

  it('is found among any others, and only where one was sent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.subarray(fieldNames), (kind, names) => {
        const foreign = names.filter((name) => !kindsOf[name]?.includes(kind))
        const found = foreignField(sent(kind, names, '1'))
        if (foreign.length === 0) expect(found).toBeNull()
        else expect(foreign).toContain(found)
        expect(foreignField(sent(kind, names, undefined))).toBeNull()
      }),
    )
  })
})

describe('the request to save a product', () => {
  const market = {
    ...{ pid: 1, title: 'Bitcoin', icon: 'btc', lot: '0.001', minLots: 1, stepLots: 1, leverages: '2' },
    ...{ feeRate: null, expiryMinutes: '1', payoutPercents: '70', scale: 2, isOnSale: true },
  }
  const commandOf = (body: RequestOf<'/staff/api/productSave'>) => saveCommandFromWire(request.parse(body))

  it('is a command of its kind, or names what is wrong with it', () => {
    const sentMarket = typedMarketToWire(market)
    expect(commandOf(sentMarket)).toMatchObject({ kind: 'market', command: { pid: 1, feeRate: null } })
    expect(commandOf({ kind: 'invest', id: 7 })).toMatchObject({ kind: 'invest', command: { id: 7 } })
    expect(commandOf({ kind: 'subscription', id: 7 })).toMatchObject({
      ...{ kind: 'subscription', command: { id: 7 } },
    })
    expect(commandOf({ ...sentMarket, id: 7 })).toEqual({ problem: 'id' })
    expect(commandOf({ ...sentMarket, multiples: undefined })).toEqual({ problem: 'multiples' })
    // What belongs to another kind is named before what is missing.
    expect(commandOf({ kind: 'market', id: 7 })).toEqual({ problem: 'id' })
    expect(commandOf({ kind: 'invest', fee: '0' })).toEqual({ problem: 'fee' })
  })
})

describe('a list of products', () => {
  const announced = { from: 1, lot: '1', multiples: '2', fee: '0', protime: '', proscale: '' }
  const market = {
    ...{ pid: 1, procode: 'BTCUSDT', ptitle: 'BTC/USDT', icon: 'btc', lot: '0.001', minnumber: 1, step: 1 },
    ...{ multiples: '2', fee: '0.0005', protime: '1', proscale: '70', kind: 'crypto', scale: 2, onsale: 0 },
    ...{ running: false, changed: null, announced: [] },
  } as const
  const markets = [
    market,
    { ...market, kind: 'ipo', running: true, changed: 7, announced: [announced, announced] },
    { ...market, approvals: 1 },
  ] as const
  const product = {
    ...{ id: 1, name: 'Sample', picurl: '', remark: '', position: 0, onsale: 1, ishot: 0, status: 2 },
    cycles: [
      {
        ...{ id: 1, interesttype: 2, rete: '0.0054', freezedate: 30 },
        minbuymoney: '100',
        maxbuymoney: '200',
      },
    ],
    ...{ quota: '0', redeemdays: 1, redeemfee: '0.5', texts: { en: { source: 'x' } }, claims: {} },
    ...{ sold: '0', promised: '0', reserve: '0', free: '0', createtime: 1, changed: 1, approvals: 0 },
  } as const
  const pool = {
    ...{ leadid: 1, leaduid: 10_001, account: 1001, freezedate: 30, minbuymoney: '100', maxbuymoney: '200' },
    ...{ leadfee: '10', maxmultiple: 10, copystop: '50', exitlevy: '0.1', state: 'copying' },
    ...{ waiting: '0', units: '0', unitprice: '1' },
  } as const
  const products = [
    { ...product, kind: 'yield' },
    { ...product, kind: 'experience', claims: { agency: { text: 'x', source: 'https://x' } } },
    { ...product, kind: 'copy', copy: pool, approvals: 1 },
  ] as const
  const issue = {
    ...{ id: 3, kind: 'subscription', pid: 3, procode: 'SOLUSDT', ptitle: 'SOL/USDT', price: '0.000000001' },
    ...{ number: '600', step: '10', minnumber: '10', maxnumber: '500', opentime: 1, closetime: 2 },
    ...{ finaltime: '20260630', risksheet: '', asked: '0', applications: 0, promised: '0' },
    ...{ reserve: '0', paid: '0', createtime: 1, changed: 1 },
  } as const
  const issues = issueStates.map((state) => ({ ...issue, state }))
  const all = [...markets, ...products, ...issues]

  it('keeps every field of every kind on the wire, in the list and in the answer to a change', () => {
    expect(listed.parse(all)).toEqual(all)
    for (const one of all) expect(saved.parse(one)).toEqual(one)
    const unknown = { ...issue, state: 'paid' }
    for (const odd of [{ ...market, running: undefined }, { ...product, kind: 'loan' }, unknown])
      expect(listed.safeParse([odd]).success, JSON.stringify(odd)).toBe(false)
  })

  it('has its markets and its issues told apart, in their order, and each returns as it came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (some) => {
        const rows = listed.parse(some)
        const isMarket = (row: (typeof all)[number]) => row.kind === 'crypto' || row.kind === 'ipo'
        expect(
          staffMarketsFromWire(rows).map((product) => productOfKindToWire({ kind: 'market', product })),
        ).toEqual(some.filter(isMarket))
        expect(staffIssuesFromWire(rows).map(staffIssueToWire)).toEqual(
          some.filter(({ kind }) => kind === 'subscription'),
        )
      }),
    )
  })
})
