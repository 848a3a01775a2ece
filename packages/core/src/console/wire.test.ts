import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { formatQuantity, formatUsdt } from '../money/units.ts'
import { consoleCalls, productCalls, reserves } from './wire.ts'

const ofConsole = { ...consoleCalls, ...productCalls }
type Path = keyof typeof ofConsole
type Fields = Readonly<Record<string, unknown>>
const paths = Object.keys(ofConsole) as Path[]
const read = (path: Path, fields: Fields): Fields | null => {
  const result = ofConsole[path].request.safeParse(fields)
  return result.success ? (result.data as Fields) : null
}
const fund = { reserve: 'insurance', direction: 'in', amount: '1', remark: 'why' }
const grant = { uid: 10_001, amount: '1', remark: 'why' }
const largest = '999999999999999.99999999'

describe('who may make a call', () => {
  it('a manager alone moves money, sets products up and repeats jobs; the role service reads', () => {
    const managers = ['/staff/api/experienceGrant', '/staff/api/fund', '/staff/api/jobRetry']
    const changing = [...managers, '/staff/api/productSave']
    for (const path of paths) {
      const { audience, requiredRole, ...rest } = ofConsole[path]
      expect([path, audience]).toEqual([path, 'staff'])
      expect([path, requiredRole]).toEqual([path, changing.includes(path) ? 'manager' : 'service'])
      expect([path, 'changes' in rest && rest.changes]).toEqual([path, changing.includes(path)])
    }
  })

  it('no call takes a balance, a price of a market or the outcome of an order', () => {
    const complete: Readonly<Record<Path, Fields>> = {
      '/staff/api/fund': fund,
      '/staff/api/experienceGrant': grant,
      '/staff/api/reserveList': {},
      '/staff/api/fundList': {},
      '/staff/api/metrics': {},
      '/staff/api/jobRetry': { id: '4e7a2f10-9a39-4b9c-8f3e-0d1f6f6f8a11', name: 'uploads.sweep' },
      '/staff/api/ledgerCheck': {},
      '/staff/api/productList': { kind: 'market' },
      '/staff/api/productSave': { kind: 'market' },
    }
    for (const path of paths) {
      expect(read(path, complete[path]), path).not.toBeNull()
      for (const field of ['balance', 'wallet', 'outcome', 'last', 'result'])
        expect(read(path, { ...complete[path], [field]: '1' }), `${path} ${field}`).toBeNull()
    }
    for (const field of ['uid', 'price']) expect(read('/staff/api/fund', { ...fund, [field]: 1 })).toBeNull()
  })
})

describe('an amount that staff type', () => {
  const places = [
    ['/staff/api/fund', fund, 'amount'],
    ['/staff/api/experienceGrant', grant, 'amount'],
    ['/staff/api/productSave', { kind: 'market' }, 'lot'],
    ['/staff/api/productSave', { kind: 'invest' }, 'quota'],
  ] as const

  it.each(places)('of %s %o keeps every unit of %s, up to the largest', (path, rest, field) => {
    const units = fc.bigInt(0n, 10n ** 23n - 1n)
    fc.assert(
      fc.property(units, (amount) => {
        expect(read(path, { ...rest, [field]: formatUsdt(amount) })?.[field]).toBe(amount)
        expect(formatQuantity(amount)).toBe(formatUsdt(amount))
      }),
    )
    expect(read(path, { ...rest, [field]: largest })?.[field]).toBe(10n ** 23n - 1n)
    // Zero is well-formed: a rule of the call refuses it.
    for (const text of ['0', '0.00000000', '000'])
      expect(read(path, { ...rest, [field]: text })?.[field]).toBe(0n)
  })

  it.each(places)('of %s %o is refused as %s when it is no plain decimal text', (path, rest, field) => {
    const odd = [
      '',
      ' ',
      '1 ',
      '-1',
      '+1',
      '1e3',
      '1.',
      '.5',
      '1,5',
      '1.000000001',
      '1000000000000000',
      '1\n',
    ]
    for (const amount of [...odd, 'NaN', '0x1', '１', '٣', 1, 0.5, 1n, null, true, [], ['1'], {}])
      expect(read(path, { ...rest, [field]: amount }), String(amount)).toBeNull()
  })

  it('of capital and of a grant is required', () => {
    const { amount: _, ...withoutAmount } = fund
    expect(read('/staff/api/fund', withoutAmount)).toBeNull()
    expect(read('/staff/api/experienceGrant', { uid: 1, remark: 'why' })).toBeNull()
  })
})

describe('capital of the operator', () => {
  const namedAs = (reserve: unknown) => read('/staff/api/fund', { ...fund, reserve })?.reserve

  it('goes into one of five reserves, or into that of a product or an issue by its id', () => {
    expect([...reserves]).toEqual(['trading', 'fees', 'marketing', 'insurance', 'loans'])
    for (const reserve of reserves) expect(namedAs(reserve)).toBe(reserve)
    fc.assert(
      fc.property(fc.constantFrom('interest', 'subscription'), fc.integer({ min: 1 }), (kind, id) => {
        expect(namedAs(`${kind}:${id}`)).toBe(`${kind}:${id}`)
      }),
    )
    expect(namedAs('interest:9999999999')).toBe('interest:9999999999')
  })

  it('goes nowhere else: into no account of customers, of holds or of debts, and by no second spelling', () => {
    const accounts = ['referral', 'optionEscrow', 'contractFees', 'rounding', 'houseDebt', 'operatorCapital']
    const customers = ['wallet', 'contract', 'customer/10001/wallet/USDT', 'house/trading/USDT']
    for (const name of [...accounts, ...customers, '', 'Trading', 'trading ', null, 1])
      expect(namedAs(name), String(name)).toBeUndefined()
    for (const kind of ['interest', 'subscription'])
      for (const id of [
        '',
        '0',
        '01',
        '-1',
        '+1',
        '1.0',
        '1e3',
        ' 1',
        '1 ',
        '1\n',
        '0x1',
        '10000000000',
        'NaN',
        '１',
      ])
        expect(namedAs(`${kind}:${id}`), `${kind}:${id}`).toBeUndefined()
    for (const name of ['interest', 'interest:1:2', 'loans:1', 'Interest:1', 'xinterest:1'])
      expect(namedAs(name), name).toBeUndefined()
  })

  it('goes in or out, with a remark, in USDT unless a coin is named', () => {
    expect(read('/staff/api/fund', fund)).toEqual({ ...fund, amount: 100_000_000n, asset: 'USDT' })
    const coin = { ...fund, reserve: 'subscription:3', direction: 'out', asset: 'SOL' }
    expect(read('/staff/api/fund', coin)).toEqual({ ...coin, amount: 100_000_000n })
    for (const direction of ['', 'IN', 'both', 1, null])
      expect(read('/staff/api/fund', { ...fund, direction }), String(direction)).toBeNull()
    for (const asset of ['x'.repeat(21), 1, null])
      expect(read('/staff/api/fund', { ...fund, asset })).toBeNull()
    for (const path of ['/staff/api/fund', '/staff/api/experienceGrant'] as const) {
      const body: Fields = path === '/staff/api/fund' ? fund : grant
      expect(read(path, { ...body, remark: 'x'.repeat(500) })).not.toBeNull()
      for (const remark of ['x'.repeat(501), undefined, null, 1, ['why']])
        expect(read(path, { ...body, remark }), path).toBeNull()
    }
  })

  it('is listed a page at a time, the newest first unless asked otherwise', () => {
    const first = { pageNum: 1, pageSize: 10, orderByColumn: 'id', isAsc: 'desc' }
    expect(read('/staff/api/fundList', {})).toEqual(first)
    expect(
      read('/staff/api/fundList', { orderByColumn: 'createtime', pageSize: '100', isAsc: 'asc' }),
    ).toEqual({
      ...{ ...first, pageSize: 100, isAsc: 'asc' },
    })
    for (const odd of [
      { pageSize: 0 },
      { pageSize: 101 },
      { pageNum: 0 },
      { orderByColumn: 'amount' },
      { isAsc: '' },
    ])
      expect(read('/staff/api/fundList', odd), JSON.stringify(odd)).toBeNull()
  })
})

it('a customer is named by a whole number from 1', () => {
  for (const [uid, known] of [
    [1, 1],
    ['10001', 10_001],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ] as const)
    expect(read('/staff/api/experienceGrant', { ...grant, uid })?.uid).toBe(known)
  for (const uid of [0, -1, 1.5, '', ' 1', '1e4', Number.MAX_SAFE_INTEGER + 1, 'x', null, [1], undefined])
    expect(read('/staff/api/experienceGrant', { ...grant, uid }), String(uid)).toBeNull()
})

it('a job is named by the id of its run and by its name', () => {
  const job = { id: '4e7a2f10-9a39-4b9c-8f3e-0d1f6f6f8a11', name: 'x'.repeat(100) }
  expect(read('/staff/api/jobRetry', job)).toEqual(job)
  for (const id of ['', '7', `${job.id}0`, job.id.replaceAll('-', ''), `{${job.id}}`, "' or 1=1", 7, null])
    expect(read('/staff/api/jobRetry', { ...job, id }), String(id)).toBeNull()
  for (const name of ['x'.repeat(101), 7, null, undefined])
    expect(read('/staff/api/jobRetry', { ...job, name })).toBeNull()
})

it('a check of the ledger reads the audit log from its last reading unless the whole is asked for', () => {
  const whole = (value: unknown) => read('/staff/api/ledgerCheck', { whole: value })?.whole
  expect(['0', 0, undefined, '1', 1].map(whole)).toEqual([0, 0, 0, 1, 1])
  for (const value of [2, -1, '', 'true', true, null, '1.0'])
    expect(whole(value), String(value)).toBeUndefined()
})

describe('fields of a product', () => {
  const saved = (field: string, value: unknown) =>
    read('/staff/api/productSave', { kind: 'market', [field]: value })?.[field]

  it.each([
    ['pid', 1, 1_000_000_000],
    ['id', 1, 1_000_000_000],
    ['minnumber', 1, 1_000_000],
    ['step', 1, 1_000_000],
    ['scale', 0, 9],
    ['onsale', 0, 1],
    ['ishot', 0, 1],
    ['position', 0, 1_000_000],
    ['number', 1, 1_000_000_000],
    ['maxnumber', 1, 1_000_000_000],
    ['redeemdays', 0, 10_000],
    ['maxmultiple', 1, 20],
    ['freezedate', 1, 365],
  ])('%s is a whole number from %i to %i', (field, min, max) => {
    for (const value of [min, max]) {
      expect(saved(field, value)).toBe(value)
      expect(saved(field, String(value))).toBe(value)
    }
    for (const value of [min - 1, max + 1, min + 0.5, `${max}.0`, '', ' 1', '１', null, true, [max]])
      expect(saved(field, value), String(value)).toBeUndefined()
  })

  it.each([
    ['ptitle', 40],
    ['icon', 32],
    ['multiples', 60],
    ['fee', 9],
    ['protime', 100],
    ['proscale', 60],
    ['name', 40],
    ['picurl', 300],
    ['remark', 200],
    ['cycles', 20_000],
    ['price', 30],
    ['finaltime', 8],
    ['risksheet', 20_000],
  ])('%s is a text of at most %i characters', (field, max) => {
    expect(saved(field, 'x'.repeat(max))).toBe('x'.repeat(max))
    for (const value of ['x'.repeat(max + 1), 1, null, ['x']]) expect(saved(field, value)).toBeUndefined()
  })

  it('are of one of three kinds', () => {
    for (const path of ['/staff/api/productList', '/staff/api/productSave'] as const) {
      for (const kind of ['market', 'invest', 'subscription']) expect(read(path, { kind })).toEqual({ kind })
      for (const kind of ['', 'Market', 'option', 0, null, undefined]) expect(read(path, { kind })).toBeNull()
    }
  })
})

describe('an answer', () => {
  const row = { reserve: 'fees', asset: 'USDT', balance: largest, promised: '0', free: '-0.00000001' }
  const job = { id: 'a', name: 'x', time: 1, attempts: 3, failure: '' }
  const symbol = { symbol: 'BTCUSDT', stale: true, ageMs: null, dropped: 0, missed: 2 }
  const health = {
    ...{ mode: 'practice', time: 1, facts: { waiting: 0, oldestMs: null, dead: 0 }, jobs: [job] },
    feed: { source: 'simulator', connected: false, lost: 1, symbols: [symbol] },
    queues: [{ name: 'reviews_pending', labels: { kind: 'kyc' }, value: 0.5 }],
    ...{ pool: { open: 1, idle: 0, waiting: 0 }, memoryMiB: 90, ledger: null, audit: null },
  }
  const broken = { at: 2, balanced: false, since: 1, broken: [{ name: 'sum', examples: ['a', 'b'] }] }
  const known: readonly (readonly [Path, readonly unknown[]])[] = [
    [
      '/staff/api/fund',
      [
        { ...row, waits: true, id: null },
        { ...row, owed: '5', waits: false, id: 1 },
      ],
    ],
    ['/staff/api/experienceGrant', [{ waits: false, id: 1, experiencefund: largest }]],
    [
      '/staff/api/reserveList',
      [[], [{ ...row, reserve: 'interest:7', days: [{ day: '20260616', balance: '0' }] }]],
    ],
    [
      '/staff/api/fundList',
      [
        [
          {
            ...{ id: 1, reserve: 'subscription:3', asset: 'SOL', direction: 'out' },
            amount: '1',
            remark: '',
            staffid: 1,
            time: 1,
          },
        ],
      ],
    ],
    [
      '/staff/api/metrics',
      [health, { ...health, mode: 'live', ledger: broken, audit: { n: 1, hash: 'ab' } }],
    ],
    ['/staff/api/jobRetry', [true]],
    ['/staff/api/ledgerCheck', [{ balanced: true, at: 1, invariants: [] }]],
  ]

  it.each(known)('of %s arrives as it was sent', (path, answers) => {
    for (const answer of answers) expect(calls[path].data.parse(answer)).toEqual(answer)
  })

  it('has no amount as a number, no reserve that cannot be funded, and no value left out', () => {
    const refused = (path: Path, answer: unknown) => !calls[path].data.safeParse(answer).success
    const done = { ...row, waits: false, id: 1 }
    for (const field of ['balance', 'promised', 'free', 'owed'])
      for (const value of [1, 1n, null])
        expect(refused('/staff/api/fund', { ...done, [field]: value }), field).toBe(true)
    for (const reserve of ['referral', 'interest:0', 'interest:x'])
      expect(refused('/staff/api/fund', { ...done, reserve })).toBe(true)
    for (const field of Object.keys(done))
      expect(refused('/staff/api/fund', { ...done, [field]: undefined }), field).toBe(true)
    for (const field of Object.keys(health))
      expect(refused('/staff/api/metrics', { ...health, [field]: undefined }), field).toBe(true)
    for (const odd of [
      { mode: 'test' },
      { time: 1.5 },
      { ledger: { ...broken, since: undefined } },
      { audit: {} },
    ])
      expect(refused('/staff/api/metrics', { ...health, ...odd }), JSON.stringify(odd)).toBe(true)
  })
})
