import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { usdt } from '../money/units.ts'

type InvestPath = Extract<keyof typeof calls, `/api/invest/${string}`>
const parse = (path: InvestPath, body: unknown) => calls[path].request.safeParse(body)
const accepts = (path: InvestPath, body: unknown): boolean => parse(path, body).success
/** The fields that a request is refused for. */
const refusedFor = (path: InvestPath, body: unknown): readonly string[] => {
  const parsed = parse(path, body)
  if (parsed.success) throw new Error(`${path} accepts ${JSON.stringify(body)}`)
  return [
    ...new Set(
      parsed.error.issues.map(({ path: at, code, ...issue }) => {
        if (code === 'unrecognized_keys' && 'keys' in issue) return String(issue.keys)
        return String(at[0])
      }),
    ),
  ]
}

const buy = { typeid: 1, interesttype: 1, money: '2700', withdrawpsd: 'Demo123!' }
const further = { ...buy, basicrate: 2, retesid: 3 }

describe('buy', () => {
  it('reads numbers as numbers or digits and the money as an amount', () => {
    const parsed = calls['/api/invest/buy'].request.parse({
      ...buy,
      typeid: '1',
      interesttype: '2',
      stoploss: '40',
    })
    expect(parsed).toEqual({
      ...{ typeid: 1, interesttype: 2, money: usdt('2700'), withdrawpsd: 'Demo123!', stoploss: 40 },
    })
  })

  it.each([
    ['typeid', [0, -1, 1.5, '1e3', '', 'x', null, undefined, 1_000_000_001, [1], {}]],
    ['interesttype', [0, 3, -1, '', null, undefined, true, [1], 'fixed']],
    [
      'money',
      [
        '',
        '-100',
        '1e3',
        '100.000000001',
        ' 100',
        '100 ',
        '0x10',
        100,
        null,
        undefined,
        'NaN',
        'Infinity',
        '١٠٠',
      ],
    ],
    ['withdrawpsd', [null, undefined, 5, ['x']]],
    ['stoploss', [0, 4, 96, 5.5, '', 'x', null, -40, '40%']],
  ] as readonly (readonly [string, readonly unknown[]])[])('is refused for %s', (name, values) => {
    for (const value of values)
      expect(refusedFor('/api/invest/buy', { ...buy, [name]: value }), JSON.stringify(value)).toEqual([name])
  })

  it('takes a stop-loss of whole 5 to 95 percent, or none', () => {
    const accepted = Array.from({ length: 101 }, (_, at) => at).filter((stoploss) =>
      accepts('/api/invest/buy', { ...buy, stoploss }),
    )
    expect([accepted[0], accepted.at(-1), accepted.length]).toEqual([5, 95, 91])
    expect(accepts('/api/invest/buy', buy)).toBe(true)
  })

  it('has no field by which a price, a rate or another customer could be named', () => {
    for (const name of ['rete', 'price', 'uid', 'unitprice', 'freezedate', 'onsale', 'id', '__proto__x'])
      expect(refusedFor('/api/invest/buy', { ...buy, [name]: '1' })).toEqual([name])
  })

  it('reads an amount of any size exactly', () => {
    const money = (text: string) => {
      const parsed = calls['/api/invest/buy'].request.parse({ ...buy, money: text })
      return parsed.money
    }
    expect(money('0')).toBe(0n)
    expect(money('0.00000001')).toBe(1n)
    expect(money('999999999999999.99999999')).toBe(99_999_999_999_999_999_999_999n)
  })
})

describe('buy2', () => {
  it('is of a further cycle: basicrate must be 2, and the cycle is named', () => {
    expect(accepts('/api/invest/buy2', further)).toBe(true)
    expect(accepts('/api/invest/buy2', { ...further, basicrate: '2' })).toBe(true)
    for (const basicrate of [0, 1, 3, '', null, undefined, true])
      expect(refusedFor('/api/invest/buy2', { ...further, basicrate })).toEqual(['basicrate'])
    for (const retesid of [0, -1, 1.5, '', null, undefined, 1_000_000_001])
      expect(refusedFor('/api/invest/buy2', { ...further, retesid })).toEqual(['retesid'])
  })
})

describe('orders', () => {
  it('are named by whole numbers', () => {
    for (const id of [
      0,
      -1,
      1.5,
      '',
      'x',
      null,
      undefined,
      Number.MAX_SAFE_INTEGER + 2,
      '99999999999999999999',
    ])
      expect(refusedFor('/api/invest/redemption', { id })).toEqual(['id'])
    expect(accepts('/api/invest/redemption', { id: Number.MAX_SAFE_INTEGER })).toBe(true)
    expect(accepts('/api/invest/redemption', { id: '7' })).toBe(true)
  })

  it('end with their period unless they say now', () => {
    expect(calls['/api/invest/overBySelf'].request.parse({ id: 7 })).toEqual({ id: 7, when: 'period' })
    expect(calls['/api/invest/overBySelf'].request.parse({ id: 7, when: 'now' })).toEqual({
      id: 7,
      when: 'now',
    })
    for (const when of ['', 'NOW', 'later', 1, null])
      expect(refusedFor('/api/invest/overBySelf', { id: 7, when })).toEqual(['when'])
  })

  it('are listed in processing, finished or all, newest first', () => {
    expect(calls['/api/invest/myFinancial'].request.parse({})).toMatchObject({
      ...{ pageNum: 1, orderByColumn: 'createtime', isAsc: 'desc' },
    })
    for (const status of [0, 1, '0', '1']) expect(accepts('/api/invest/myFinancial', { status })).toBe(true)
    for (const status of [2, -1, 'all'])
      expect(refusedFor('/api/invest/myFinancial', { status })).toEqual(['status'])
    for (const orderByColumn of ['createtime', 'endtime', 'id'])
      expect(accepts('/api/invest/myFinancial', { orderByColumn })).toBe(true)
    for (const orderByColumn of ['uid', 'principal', 'id; drop table', ''])
      expect(refusedFor('/api/invest/myFinancial', { orderByColumn })).toEqual(['orderByColumn'])
  })
})

describe('products', () => {
  it('are listed by six kinds, in the order of their positions unless told otherwise', () => {
    expect(calls['/api/invest/productlist'].request.parse({})).toMatchObject({
      ...{ type: 0, ishot: 0, isAsc: 'asc', pageNum: 1 },
    })
    for (const type of [0, 1, 2, 3, 4, 5]) expect(accepts('/api/invest/productlist', { type })).toBe(true)
    for (const type of [6, -1, 'all', 1.5])
      expect(refusedFor('/api/invest/productlist', { type })).toEqual(['type'])
    for (const orderByColumn of ['position', 'createtime', 'minbuymoney', 'rete'])
      expect(accepts('/api/invest/productlist', { orderByColumn })).toBe(true)
    expect(refusedFor('/api/invest/productlist', { orderByColumn: 'sold' })).toEqual(['orderByColumn'])
  })

  it('have pages from 1 of at most a hundred rows', () => {
    for (const pageSize of [1, 100]) expect(accepts('/api/invest/productlist', { pageSize })).toBe(true)
    for (const pageSize of [0, 101, -1])
      expect(refusedFor('/api/invest/productlist', { pageSize })).toEqual(['pageSize'])
    for (const pageNum of [0, -1, 1.5])
      expect(refusedFor('/api/invest/productlist', { pageNum })).toEqual(['pageNum'])
  })
})

describe('who may call', () => {
  const paths = Object.keys(calls).filter((path): path is InvestPath => path.startsWith('/api/invest/'))

  it('is every visitor for what all may see, and only who is signed in for the rest', () => {
    const open = paths.filter((path) => calls[path].audience === 'visitor')
    expect(open.toSorted()).toEqual([
      ...[
        '/api/invest/leadDetail',
        '/api/invest/leadList',
        '/api/invest/poolDealings',
        '/api/invest/poolTrades',
      ],
      ...['/api/invest/productDetail', '/api/invest/productType', '/api/invest/productlist'],
    ])
    for (const path of paths) expect(['visitor', 'user']).toContain(calls[path].audience)
  })

  it('is no API key for anything that changes, and a restricted customer never buys but always ends', () => {
    const changing = paths.filter((path) => 'changes' in calls[path] && calls[path].changes === true)
    expect(changing.toSorted()).toEqual([
      ...['/api/invest/buy', '/api/invest/buy2', '/api/invest/freebuy', '/api/invest/leadApply'],
      ...['/api/invest/leadStop', '/api/invest/overBySelf', '/api/invest/redemption'],
    ])
    for (const path of changing) expect(calls[path], path).toMatchObject({ apiKeyScope: 'none' })
    for (const path of ['/api/invest/buy', '/api/invest/buy2', '/api/invest/freebuy'] as const)
      expect(calls[path].restricted).toBe('refused')
    for (const path of ['/api/invest/redemption', '/api/invest/overBySelf'] as const)
      expect(calls[path].restricted).toBe('allowed')
  })

  it('knows the refusals of the specification for each purchase', () => {
    const named = ['/api/invest/buy', '/api/invest/buy2'] as const
    const all = [
      ...[
        'notFound',
        'invalidState',
        'invalidCredentials',
        'tooManyRequests',
        'notAllowed',
        'selfLimitReached',
      ],
      ...['riskCheckRequired', 'notTradable', 'outOfRange', 'tooManyOrders', 'insufficientBalance'],
      ...['insufficientReserve', 'ledgerSuspended'],
    ]
    for (const path of named) expect(calls[path].refusals.toSorted()).toEqual(all.toSorted())
    // Trial funds need no password.
    const trial = all.filter((code) => code !== 'invalidCredentials' && code !== 'tooManyRequests')
    expect(calls['/api/invest/freebuy'].refusals.toSorted()).toEqual(trial.toSorted())
  })
})
