import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls, type RequestOf } from '../calls.ts'
import { type ProductField, type RawProductTerms, readProductTerms } from '../markets/productRules.ts'
import { type Quantity, quantity } from '../money/units.ts'
import { issueStates } from '../subscription/rules.ts'
import { staffIssueToWire } from '../subscription/staff/codec.ts'
import {
  foreignField,
  type MarketFields,
  marketFieldsOf,
  marketProductsFromWire,
  type ProductFields,
  productFieldFromWire,
  productFieldToWire,
  rawTermsOf,
  saveMarketToWire,
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

const bitcoin = {
  ...{ pid: 1, ptitle: 'Bitcoin', icon: 'btc', lot: quantity('0.001'), minnumber: 1, step: 1 },
  ...{ multiples: '2,5,10,20', protime: '0.5,1,3', proscale: '70,75,80', scale: 2, onsale: 1 },
} as const satisfies MarketFields

describe('the fields of a market', () => {
  const required = Object.keys(bitcoin) as (keyof typeof bitcoin)[]

  it('are complete without a fee rate alone; otherwise the first one that is missing is named', () => {
    fc.assert(
      fc.property(fc.subarray(required), fc.boolean(), (present, hasFee) => {
        const some = Object.fromEntries(present.map((name) => [name, bitcoin[name]]))
        const body = { kind: 'market', ...some, ...(hasFee ? { fee: '0.0005' } : {}) } as ProductFields
        const missing = required.find((name) => !present.includes(name))
        expect(marketFieldsOf(body)).toEqual(missing === undefined ? { fields: body } : { missing })
      }),
    )
  })

  it('may be 0 or empty: that is a value to judge, not one left out', () => {
    const empty = { ptitle: '', icon: '', lot: 0n as Quantity, multiples: '', protime: '', proscale: '' }
    const body: ProductFields = { kind: 'market', ...bitcoin, ...empty, scale: 0, onsale: 0 }
    expect(marketFieldsOf(body)).toEqual({ fields: body })
  })

  it('are read with the fee rate that holds, whatever was sent', () => {
    for (const fee of [undefined, '0.002']) {
      const raw = rawTermsOf({ ...bitcoin, fee }, '0.0005')
      expect([raw.title, raw.fee, raw.lot, 'ptitle' in raw]).toEqual(['Bitcoin', '0.0005', 100_000n, false])
      expect(readProductTerms(raw, 85)).toEqual({
        ...{
          title: 'Bitcoin',
          icon: 'btc',
          lot: 100_000n,
          minLots: 1,
          stepLots: 1,
          multiples: [2, 5, 10, 20],
        },
        ...{ feeRatePpm: 500, expiryMinutes: ['0.5', '1', '3'], payoutPercents: [70, 75, 80] },
        ...{ scale: 2, onSale: true },
      })
    }
  })

  it('have the name under which the call takes them, there and back', () => {
    const { ptitle, pid: _, ...terms } = bitcoin
    const raw: RawProductTerms = { ...terms, title: ptitle, fee: '0' }
    for (const field of Object.keys(raw) as ProductField[]) {
      const name = productFieldToWire(field)
      expect(kindsOf[name]).toContain('market')
      expect(productFieldFromWire(name)).toBe(field)
    }
    expect(productFieldFromWire(undefined)).toBeUndefined()
    expect(productFieldFromWire('redeemfee')).toBe('redeemfee')
  })
})

it('a market that the console saves arrives complete, with nothing of another kind', () => {
  const text = (max: number) => fc.string({ maxLength: max })
  const drawn = fc.record({
    ...{
      title: text(40),
      icon: text(32),
      multiples: text(60),
      fee: text(9),
      protime: text(100),
      proscale: text(60),
    },
    lot: fc.bigInt(0n, 10n ** 23n - 1n),
    ...{ pid: fc.integer({ min: 1, max: 10 ** 9 }), minnumber: fc.integer({ min: 1, max: 10 ** 6 }) },
    ...{ step: fc.integer({ min: 1, max: 10 ** 6 }), scale: fc.integer({ min: 0, max: 9 }) },
    onsale: fc.constantFrom(0, 1),
  })
  fc.assert(
    fc.property(drawn, ({ lot, ...terms }) => {
      const digits = lot.toString().padStart(9, '0')
      const body: RequestOf<'/staff/api/productSave'> = saveMarketToWire({
        ...terms,
        lot: `${digits.slice(0, -8)}.${digits.slice(-8)}`,
      })
      const fields = request.parse(body)
      expect([fields.kind, foreignField(fields)]).toEqual(['market', null])
      const market = marketFieldsOf(fields)
      if ('missing' in market) throw new Error(market.missing)
      expect(rawTermsOf(market.fields, terms.fee)).toMatchObject({ ...terms, lot })
    }),
  )
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

  it('has its markets and its issues told apart, in their order and with the names of the market', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all), (some) => {
        const rows = listed.parse(some)
        const named = (row: { readonly procode: string; readonly ptitle: string }) => {
          const { procode, ptitle, ...rest } = row
          return { ...rest, symbol: procode, title: ptitle }
        }
        expect(marketProductsFromWire(rows)).toEqual(
          some.flatMap((row) => (row.kind === 'crypto' || row.kind === 'ipo' ? [named(row)] : [])),
        )
        expect(staffIssuesFromWire(rows).map(staffIssueToWire)).toEqual(
          some.flatMap((row) => (row.kind === 'subscription' ? [row] : [])),
        )
      }),
    )
  })
})
