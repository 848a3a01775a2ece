/** The signed liabilities report (trust.md 3): its text, and the checks that every reader can make on it. */
import { amountScale, formatDecimal } from '../../money/units.ts'
import type { NamedHead } from '../heads.ts'
import { fieldsOf, signedLines } from '../signedTexts.ts'
import type { TreeContext } from './tree.ts'

const reportKind = 'glasshouse.report.v1'
/** The hash before the first report, and before a customer's first receipt. */
export const noHash = '0'.repeat(64)
export const noneProven = 'none proven'

/** What a report says; amounts in units of 1e-8. */
export type Report = TreeContext & {
  readonly key: string
  readonly time: number
  readonly previous: string
  readonly customers: number
  readonly leaves: number
  readonly root: string
  /** Per asset, what customers are owed. */
  readonly totals: ReadonlyMap<string, bigint>
  /** Lines such as `house.trading.USDT`; those of zero are left out of the text. */
  readonly book: ReadonlyMap<string, bigint>
  /** The highest ledger id counted. */
  readonly transaction: number
  readonly heads: readonly NamedHead[]
  readonly holdings: string
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0
const amountText = (units: bigint): string => formatDecimal(units, amountScale)

/** The text of a report. */
export const reportText = (report: Report): string =>
  signedLines(reportKind, [
    ['key', report.key],
    ['number', String(report.number)],
    ['day', report.day],
    ['time', String(report.time)],
    ['previous', report.previous],
    ['assets', report.assets.join(',')],
    ['parts', String(report.parts)],
    ['customers', String(report.customers)],
    ['leaves', String(report.leaves)],
    ['root', report.root],
    ...report.assets.map((asset) => [`total.${asset}`, amountText(report.totals.get(asset) ?? 0n)] as const),
    ...[...report.book]
      .filter(([, units]) => units !== 0n)
      .sort(byName)
      .map(([name, units]) => [name, amountText(units)] as const),
    ['transaction', String(report.transaction)],
    ...report.heads.map(({ name, n, hash }) => [`head.${name}`, `${n}:${hash}`] as const).toSorted(byName),
    ['holdings', report.holdings],
  ])

/** Sums per asset of a `holdings` line, in units of 1e-8; none where none are proven, null where the line is malformed. */
export const sumHoldings = (line: string): ReadonlyMap<string, bigint> | null => {
  const sums = new Map<string, bigint>()
  if (line === noneProven) return sums
  for (const part of line.split(',')) {
    const match = /^([A-Z0-9]{1,16}):(\d{1,31}(?:\.\d{1,8})?)@\d{1,15}$/.exec(part)
    const units = unitsOf(match?.[2] ?? '')
    if (match === null || units === null) return null
    sums.set(match[1] ?? '', (sums.get(match[1] ?? '') ?? 0n) + units)
  }
  return sums
}

const maxParts = 255

const bookName = /^(accrued|credit|floating|house|loans|outside|pools|promised)\.[A-Za-z0-9._-]{1,80}$/

const unitsOf = (text: string): bigint | null => {
  const match = /^(-?)(\d{1,31})(?:\.(\d{1,8}))?$/.exec(text)
  if (match === null) return null
  const units = BigInt((match[2] ?? '') + (match[3] ?? '').padEnd(amountScale, '0'))
  return match[1] === '-' ? -units : units
}

const headOf = (name: string, value: string): NamedHead | null => {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(value)
  return match === null ? null : { name, n: Number.parseInt(match[1] ?? '', 10), hash: match[2] ?? '' }
}

/** Reads a report; null when the text is none, or not exactly what `reportText` writes for what it says. */
export const parseReport = (text: string): Report | null => {
  const fields = fieldsOf(reportKind, text)
  if (fields === null) return null
  const value = (name: string): string => fields.get(name) ?? ''
  const whole = (name: string): number => Number.parseInt(value(name), 10)
  const [totals, book] = [new Map<string, bigint>(), new Map<string, bigint>()]
  const heads: NamedHead[] = []
  for (const [name, said] of fields) {
    if (name.startsWith('head.')) {
      const head = headOf(name.slice('head.'.length), said)
      if (head === null) return null
      heads.push(head)
    } else if (name.startsWith('total.') || bookName.test(name)) {
      const units = unitsOf(said)
      if (units === null) return null
      if (name.startsWith('total.')) totals.set(name.slice('total.'.length), units)
      else book.set(name, units)
    }
  }
  const report: Report = {
    ...{ key: value('key'), number: whole('number'), day: value('day'), time: whole('time') },
    ...{ previous: value('previous'), assets: value('assets').split(','), parts: whole('parts') },
    ...{ customers: whole('customers'), leaves: whole('leaves'), root: value('root') },
    ...{ totals, book, transaction: whole('transaction'), heads, holdings: value('holdings') },
  }
  const { number, time, parts, customers, leaves, transaction } = report
  const isWhole =
    [number, time, customers, leaves, transaction].every(Number.isSafeInteger) &&
    // The part of a leaf is one byte, and a report without parts would have proofs that reach no root.
    parts >= 1 &&
    parts <= maxParts &&
    /^[0-9a-f]{64}$/.test(report.previous) &&
    /^[0-9a-f]{64}$/.test(report.root) &&
    /^\d{8}$/.test(report.day) &&
    [...totals.values()].every((units) => units >= 0n) &&
    sumHoldings(report.holdings) !== null
  return isWhole && reportText(report) === text ? report : null
}

/** A check of a report that fails: which one, of which asset, and by how much. */
export type BookIssue = {
  readonly check: 'bookIsZero' | 'poolClaimsCovered' | 'interestFunded'
  readonly asset: string
  /** Units of 1e-8; what the book is off zero, or what is missing. */
  readonly difference: bigint
}

const purposeAndAsset = (name: string): readonly [string, string] => {
  const at = name.lastIndexOf('.')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** Sum of the lines of one asset whose name begins so; `house.` of USDT sums `house.fees.USDT` and the others. */
export const sumOfLines = (report: Report, prefix: string, asset: string): bigint =>
  [...report.book]
    .filter(([name]) => name.startsWith(prefix) && purposeAndAsset(name)[1] === asset)
    .reduce((sum, [, units]) => sum + units, 0n)

/** Assets of a report: of its customers, and of the house accounts and the outside. */
const assetsOf = (report: Report): readonly string[] =>
  [
    ...new Set([
      ...report.assets,
      ...[...report.book.keys()]
        .filter((name) => name.startsWith('house.') || name.startsWith('outside.'))
        .map((name) => purposeAndAsset(name)[1]),
    ]),
  ].sort()

/**
 * The checks that a report allows: the whole book sums to zero per asset; what pools owe is not above what they hold;
 * promised and accrued interest is not above the interest reserves. Lines without an asset are USDT.
 */
export const bookIssues = (report: Report): readonly BookIssue[] => {
  const line = (name: string): bigint => report.book.get(name) ?? 0n
  const issues: BookIssue[] = []
  for (const asset of assetsOf(report)) {
    const ofUsdt = (units: bigint): bigint => (asset === 'USDT' ? units : 0n)
    const own = (report.totals.get(asset) ?? 0n) - line(`accrued.${asset}`) - ofUsdt(line('pools.claims'))
    const rest =
      ofUsdt(line('credit.bonus') + line('credit.experience') + line('pools.ledger')) +
      sumOfLines(report, 'house.', asset) +
      sumOfLines(report, 'outside.', asset)
    if (own + rest !== 0n) issues.push({ check: 'bookIsZero', asset, difference: own + rest })
    const missing =
      line(`promised.interest.${asset}`) +
      line(`accrued.${asset}`) -
      sumOfLines(report, 'house.interest.', asset)
    if (missing > 0n) issues.push({ check: 'interestFunded', asset, difference: missing })
  }
  const uncovered = line('pools.claims') - line('pools.ledger') - line('pools.floating')
  if (uncovered > 0n) issues.push({ check: 'poolClaimsCovered', asset: 'USDT', difference: uncovered })
  return issues
}
