import fc from 'fast-check'
import { expect, it } from 'vitest'
import { report as example, signed } from './example.fixture.ts'
import { bookIssues, parseReport, type Report, reportText, sumHoldings, sumOfLines } from './report.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const count = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const signedUnits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const asset = fc.stringMatching(/^[A-Z]{3,5}$/)
const bookLine = fc
  .tuple(
    fc.constantFrom(
      'accrued',
      'house.fees',
      'house.interest.3',
      'outside.deposits.bank',
      'promised.interest',
    ),
    asset,
  )
  .map((parts) => parts.join('.'))
const reports: fc.Arbitrary<Report> = fc
  .record({
    key: fc.stringMatching(/^[0-9a-f]{16}$/),
    ...{ number: count, time: count, customers: count, leaves: count, transaction: count },
    parts: fc.integer({ min: 1, max: 255 }),
    day: fc.stringMatching(/^\d{8}$/),
    ...{ previous: hex, root: hex },
    assets: fc.uniqueArray(asset, { minLength: 1, maxLength: 4 }),
    owed: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    book: fc.uniqueArray(fc.tuple(bookLine, signedUnits), { selector: ([name]) => name, maxLength: 6 }),
    heads: fc.uniqueArray(fc.record({ name: asset, n: fc.nat(), hash: hex }), {
      selector: ({ name }) => name,
    }),
    holdings: fc.constantFrom('none proven', 'USDT:1.5@7', 'ETH:0.00000001@7,USDT:3@9'),
  })
  .map(({ owed, book, ...rest }) => ({
    ...rest,
    totals: new Map(rest.assets.map((name, at) => [name, owed + BigInt(at)])),
    book: new Map(book),
  }))

it('reads every report as it was written', () => {
  fc.assert(
    fc.property(reports, (report) => {
      const said = parseReport(reportText(report))
      expect(said).toMatchObject({
        ...{ ...report, heads: expect.anything(), book: expect.anything() },
      })
      expect([...(said?.book ?? [])].toSorted()).toEqual(
        [...report.book].filter(([, units]) => units !== 0n).toSorted(),
      )
      expect(new Set(said?.heads)).toEqual(new Set(report.heads))
    }),
    { numRuns: 60 },
  )
})

it('reads nothing with two lines swapped, a line dropped, doubled, added or cut', () => {
  fc.assert(
    fc.property(reports, fc.nat(), fc.nat(), fc.nat(), (report, a, b, cut) => {
      const text = reportText(report)
      const lines = text.split('\n')
      const [first, second] = [a % lines.length, b % lines.length]
      const swapped = lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '')
      if (first !== second) expect(parseReport(swapped.join('\n'))).toBeNull()
      expect(parseReport(lines.toSpliced(first, 0, lines[first] ?? '').join('\n'))).toBeNull()
      expect(parseReport(`${text}\n`)).toBeNull()
      expect(parseReport(`${text}\nfurther=1`)).toBeNull()
      const dropped = lines.toSpliced(first, 1)
      // A report may have fewer book lines and heads: those are missed in the sums and in the chain instead.
      const isOptional = /^(accrued|house|outside|promised|head)\./.test(lines[first] ?? '')
      if (!isOptional) expect(parseReport(dropped.join('\n'))).toBeNull()
      const short = text.slice(0, cut % text.lastIndexOf('\nholdings='))
      expect(parseReport(short)).toBeNull()
    }),
    { numRuns: 60 },
  )
})

it.each(['number', 'time', 'parts', 'customers', 'leaves', 'transaction'])(
  'reads nothing whose %s is no whole number, or is written in another way',
  (name) => {
    for (const value of ['NaN', '1.5', '', '+1', '01', '1e3', '9007199254740993', '100000000000000000000'])
      expect(
        parseReport(signed.text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)),
        value,
      ).toBeNull()
  },
)

it.each([
  ['total.USDT=1134.50000001', 'total.USDT=-1134.50000001'],
  ['total.USDT=1134.50000001', 'total.USDT=1134.500000010'],
  ['total.USDT=1134.50000001', 'total.USDT=01134.50000001'],
  ['total.BTC=0.25', 'total.BTC=.25'],
  ['house.trading.USDT=1000', 'house.trading.USDT=0'],
  ['house.trading.USDT=1000', 'house.trading.USDT=1,000'],
  ['assets=BTC,USDT', 'assets=BTC,USDT,USDT'],
  ['assets=BTC,USDT', 'assets=USDT,BTC'],
  ['day=20270115', 'day=2027-01-15'],
  ['day=20270115', 'day=x20270115'],
  ['day=20270115', 'day=202701150'],
  ['root=', 'root=00'],
  ['previous=', 'previous=00'],
  [example.root, example.root.toUpperCase()],
  [example.root, example.root.slice(2)],
  ['holdings=none proven', 'holdings=xUSDT:1@7 '],
  ['holdings=none proven', 'holdings=-USDT:1@7'],
  ['holdings=none proven', 'holdings=USDT:1@7x'],
  ['holdings=none proven', 'holdings=none'],
])('reads nothing with %s as %s', (from, to) => {
  expect(signed.text).toContain(from)
  expect(parseReport(signed.text.replace(from, to))).toBeNull()
})

it('reads heads of a number and a hash alone', () => {
  const head = { name: 'BTCUSDT', n: 7, hash: 'ab'.repeat(32) }
  const text = reportText({ ...example, heads: [head] })
  expect(parseReport(text)?.heads).toEqual([head])
  for (const value of ['7', `7:${'AB'.repeat(32)}`, `-7:${head.hash}`, `7:${head.hash}0`, `07:${head.hash}`])
    expect(parseReport(text.replace(`7:${head.hash}`, value)), value).toBeNull()
})

it('finds whatever one line of a balanced book is off, in its asset alone', () => {
  const lines = [
    'house.trading.USDT',
    'house.interest.3.USDT',
    'outside.deposits.sandbox.USDT',
    'credit.bonus',
  ]
  expect(bookIssues(example)).toEqual([])
  fc.assert(
    fc.property(fc.constantFrom(...lines), fc.bigInt({ min: 1n, max: 10n ** 20n }), (name, by) => {
      const off = {
        ...example,
        book: new Map([...example.book, [name, (example.book.get(name) ?? 0n) + by]]),
      }
      expect(bookIssues(off)).toEqual([{ check: 'bookIsZero', asset: 'USDT', difference: by }])
      const balanced = new Map([...off.book, ['outside.withdrawals.bank.USDT', -by]])
      expect(bookIssues({ ...off, book: balanced })).toEqual([])
    }),
  )
})

it('counts accrued interest and pool claims as owed beside the own accounts, and credit as money', () => {
  const units = (name: string, by: bigint) => [name, (example.book.get(name) ?? 0n) + by] as const
  const owes = (owed: bigint, ...lines: (readonly [string, bigint])[]) => ({
    ...example,
    totals: new Map([...example.totals, ['USDT', (example.totals.get('USDT') ?? 0n) + owed]]),
    book: new Map([...example.book, ...lines]),
  })
  expect(bookIssues(owes(7n, ['accrued.USDT', 7n]))).toEqual([])
  expect(bookIssues(owes(7n, ['pools.claims', 7n], ['pools.floating', 7n]))).toEqual([])
  const credit = [['credit.bonus', 3n] as const, ['credit.experience', 4n] as const]
  expect(bookIssues(owes(0n, ...credit, units('house.trading.USDT', -7n)))).toEqual([])
  expect(bookIssues(owes(0n, ...credit))).toEqual([{ check: 'bookIsZero', asset: 'USDT', difference: 7n }])
  // Lines of a coin that no customer holds are checked too, and lines without an asset are USDT alone.
  expect(bookIssues(owes(0n, ['house.fees.ETH', 5n], ['outside.deposits.bank.SOL', -6n]))).toEqual([
    { check: 'bookIsZero', asset: 'ETH', difference: 5n },
    { check: 'bookIsZero', asset: 'SOL', difference: -6n },
  ])
  expect(bookIssues(owes(0n, ['loans.outstanding', 5n], ['floating.gain', 6n]))).toEqual([])
  expect(sumOfLines(example, 'house.', 'USDT')).toBe(105_000_000_000n)
  expect(sumOfLines(example, 'house.', 'BTC')).toBe(0n)
})

it('compares what pools owe with what they hold and float, and interest with its reserves, to the unit', () => {
  const pools = (claims: bigint, ledger: bigint, floating: bigint) =>
    bookIssues({
      ...example,
      totals: new Map([...example.totals, ['USDT', (example.totals.get('USDT') ?? 0n) + claims]]),
      book: new Map([
        ...example.book,
        ...[['pools.claims', claims] as const, ['pools.ledger', ledger] as const],
        ...[['pools.floating', floating] as const, ['outside.deposits.bank.USDT', -ledger] as const],
      ]),
    })
  expect(pools(10n, 7n, 3n)).toEqual([])
  expect(pools(10n, 12n, -2n)).toEqual([])
  expect(pools(11n, 12n, -2n)).toEqual([{ check: 'poolClaimsCovered', asset: 'USDT', difference: 1n }])
  const promised = (units: bigint) =>
    bookIssues({ ...example, book: new Map([...example.book, ['promised.interest.USDT', units]]) })
  const reserve = sumOfLines(example, 'house.interest.', 'USDT')
  expect(promised(reserve)).toEqual([])
  expect(promised(reserve + 1n)).toEqual([{ check: 'interestFunded', asset: 'USDT', difference: 1n }])
})

it('reads the block of a holding whatever its height', () => {
  expect(sumHoldings('USDT:1@123456789,USDT:0.5@9')).toEqual(new Map([['USDT', 150_000_000n]]))
  for (const broken of [
    'x:1@7',
    'USDT:1@7;ETH:2@7',
    'USDT:1@7 ',
    ' USDT:1@7',
    'USDT:1@',
    'USDT:@7',
    ':1@7',
    'USDT:1@1234567890123456',
  ])
    expect(sumHoldings(broken), broken).toBeNull()
})

it('sums holdings per asset, each amount at most once written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(asset, fc.nat()), { minLength: 1 }), (parts) => {
      const sums = sumHoldings(parts.map(([name, whole]) => `${name}:${whole}@7`).join(','))
      const total = [...(sums?.values() ?? [])].reduce((sum, units) => sum + units, 0n)
      expect(total).toBe(parts.reduce((sum, [, whole]) => sum + BigInt(whole) * 100_000_000n, 0n))
    }),
  )
})
