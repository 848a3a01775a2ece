import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { verifyReceipts } from '@glasshouse/core/trust/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CopiedExport, exportCopies } from './copiedExport.fixture.ts'
import { type CopyDealing, type CopyExport, readCopyExport } from './read.ts'
import { verifyCopyExport } from './verify.ts'

let copied: CopiedExport
let sound: CopyExport
beforeAll(async () => {
  copied = await exportCopies()
  sound = await readCopyExport(copied.path)
})
afterAll(() => copied?.remove())

const crypto = webCrypto(globalThis.crypto.subtle)
/** Differences, and money without its receipt: with either the export is not called sound. */
const differencesOf = async (read: CopyExport): Promise<number> => {
  const { differences, unsigned } = verifyCopyExport(read)
  const ofReceipts = await verifyReceipts(crypto, read.receipts, read.signingKeys)
  return differences.length + unsigned.length + ofReceipts.length
}

/** A figure of another size: the last digit of a decimal changes, a number grows by one. */
const other = <T>(value: T): T => {
  if (typeof value === 'bigint') return (value + 1n) as T
  if (typeof value === 'number') return (value + 1) as T
  if (typeof value !== 'string') throw new Error(`no figure: ${String(value)}`)
  const last = value.at(-1)
  return (value.includes('.') ? `${value.slice(0, -1)}${last === '9' ? '8' : '9'}` : `${value}.00000001`) as T
}
type Fields = Record<string, unknown>
const change = (record: Fields | undefined, field: string): void => {
  if (record === undefined || !(field in record)) throw new Error(`nothing to tamper with: ${field}`)
  record[field] = other(record[field])
}

/** The dealing in the middle of the longest order: it is chained on both sides, and the pool holds positions. */
const middle = ({ copyDealings }: CopyExport): CopyDealing => {
  const [longest = []] = [...Map.groupBy(copyDealings, ({ order }) => order).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const found = longest.slice(1, -1).find(({ pool }) => pool.positions.length > 1)
  if (found === undefined) throw new Error('no dealing between two others')
  return found
}
const closedTrade = ({ copyTrades }: CopyExport) =>
  copyTrades.find(({ parentid, status }) => parentid === null && status === 3)
const eventOf = (read: CopyExport, kind: 'opened' | 'closed') =>
  closedTrade(read)?.receipt.find((event) => event.kind === kind)

type Tampering = readonly [name: string, tamper: (read: CopyExport) => void]
const inRow = (field: keyof CopyDealing): Tampering => [field, (read) => change(middle(read), field)]
const inPool = (field: keyof CopyDealing['pool']): Tampering => [
  `pool.${field}`,
  (read) => change(middle(read).pool, field),
]
const inPosition = (field: string): Tampering => [
  `position.${field}`,
  (read) => change(middle(read).pool.positions[0], field),
]
const inTick = (field: string): Tampering => [
  `tick.${field}`,
  (read) => change(middle(read).pool.ticks[0]?.tick as Fields | undefined, field),
]
const exitOf = (reason: CopyDealing['exitReason']) => (read: CopyExport) => {
  const found = read.copyDealings.find(({ exitReason }) => exitReason === reason)
  if (found === undefined) throw new Error(`nobody left by ${reason}`)
  return found
}

const tamperings: readonly Tampering[] = [
  ...(
    [
      ...(['product', 'midnight', 'daily', 'money', 'periodDays', 'stopLossPercent', 'leadFeePpm'] as const),
      ...([
        'exitLevyPpm',
        'unitsBefore',
        'feeUnits',
        'fee',
        'unitsAfter',
        'value',
        'putIn',
        'paidOut',
      ] as const),
      ...(['levy', 'profit'] as const),
    ] as const
  ).map(inRow),
  ...(
    [
      'unitsBefore',
      'unitsAfter',
      'entryPrice',
      'exitPrice',
      'balance',
      'bid',
      'offer',
      'closingCost',
    ] as const
  ).map(inPool),
  ...['id', 'pid', 'quantity', 'openPrice', 'lots', 'leverage', 'margin', 'feeRatePpm'].map(inPosition),
  ...['n', 'bid', 'ask', 'price', 'receivedTime', 'symbol', 'previousHash', 'hash'].map(inTick),
  ['an order', (read) => change(middle(read), 'order')],
  ['the fee of an opening', (read) => change(eventOf(read, 'opened'), 'fee')],
  ['the price of an opening', (read) => change(eventOf(read, 'opened'), 'price')],
  ['the lots of an opening', (read) => change(eventOf(read, 'opened'), 'number')],
  ['the fee of a close', (read) => change(eventOf(read, 'closed'), 'fee')],
  ['the price of a close', (read) => change(eventOf(read, 'closed'), 'price')],
  ['the profit of a close', (read) => change(eventOf(read, 'closed'), 'profit')],
  ...['lots', 'lot', 'price', 'closePrice', 'difference', 'multiple', 'feeRatePpm', 'pid', 'order'].map(
    (field): Tampering => [`trade.${field}`, (read) => change(closedTrade(read), field)],
  ),
  ['the change of an order of the pool', (read) => change(middle(read).changes[0], 'change')],
  ['the order of a change', (read) => change(middle(read).changes[0], 'order')],
  ['the share of a change', (read) => change(middle(read).attribution[0], 'profit')],
  ['the rest of a day', (read) => change(middle(read).attribution.at(-1), 'profit')],
  ['a change left out', (read) => void middle(read).changes.shift()],
  ['a row of the day left out', (read) => void middle(read).attribution.shift()],
  ['a position left out', (read) => void middle(read).pool.positions.shift()],
  ['a tick left out', (read) => void middle(read).pool.ticks.shift()],
  ['the receipt of a close left out', (read) => void closedTrade(read)?.receipt.pop()],
  [
    'a trade left out',
    (read) => void read.copyTrades.splice(read.copyTrades.indexOf(closedTrade(read) as never), 1),
  ],
  ['a dealing left out', (read) => void read.copyDealings.splice(read.copyDealings.indexOf(middle(read)), 1)],
  [
    'a dealing twice',
    (read) => void read.copyDealings.splice(read.copyDealings.indexOf(middle(read)), 0, middle(read)),
  ],
  ['a stop-loss told as an exit', (read) => Object.assign(exitOf('stopLoss')(read), { exitReason: 'now' })],
  ['an exit told as a stop-loss', (read) => Object.assign(exitOf('now')(read), { exitReason: 'stopLoss' })],
  ['an exit told as worthless', (read) => Object.assign(exitOf('now')(read), { exitReason: 'worthless' })],
  ['an exit at an end of a period', (read) => Object.assign(exitOf('now')(read), { exitReason: 'period' })],
  ['an exit hidden', (read) => Object.assign(exitOf('now')(read), { exitReason: null })],
  ['the levy of an exit', (read) => change(exitOf('now')(read), 'levy')],
  ['the payment of an exit', (read) => change(exitOf('now')(read), 'paidOut')],
  ['a signed receipt left out', (read) => void read.receipts.splice(1, 1)],
  ['the last signed receipt left out', (read) => void read.receipts.pop()],
  [
    'an amount of a signed receipt',
    (read) => {
      const found = read.receipts.find(({ text }) => text.includes('cause=copyLeft:'))
      if (found === undefined) throw new Error('nobody left')
      Object.assign(found, { text: found.text.replace(/(line=wallet,USDT,22,\d)/, '$11') })
    },
  ],
]

/** Places of every figure and text of a record, as paths. */
const placesOf = (
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] => {
  if (['bigint', 'number', 'string', 'boolean'].includes(typeof value)) return [path]
  if (typeof value !== 'object' || value === null) return []
  // Of a list the first entry stands for the others.
  if (Array.isArray(value)) return value.length === 0 ? [] : placesOf(value[0], [...path, 0])
  return Object.entries(value).flatMap(([name, entry]) => placesOf(entry, [...path, name]))
}
const changeAt = (record: unknown, [name = '', ...rest]: readonly (string | number)[]): void => {
  const fields = record as Record<string | number, unknown>
  if (rest.length > 0) changeAt(fields[name], rest)
  else fields[name] = typeof fields[name] === 'boolean' ? !fields[name] : other(fields[name])
}
/** Fields of a record whose change nothing tells. */
const overlooked = async (recordOf: (read: CopyExport) => unknown): Promise<readonly string[]> => {
  const missed: string[] = []
  for (const path of placesOf(recordOf(sound))) {
    const read = structuredClone(sound)
    changeAt(recordOf(read), path)
    if ((await differencesOf(read)) === 0) missed.push(path.filter((name) => name !== 0).join('.'))
  }
  return missed
}

it('tells a change of every field of a dealing and of a trade but those that nothing follows from', async () => {
  // The share of an opening fee that a partly closed position keeps decides nothing any more.
  expect(await overlooked(middle)).toEqual(['pool.positions.openFee'])
  // Names, stops and times of the list, and what belongs to the ledger: amounts follow from none of them.
  expect(await overlooked(closedTrade)).toEqual([
    ...['id', 'time', 'ptitle', 'targetProfitPrice', 'stopLossPrice', 'closeReason', 'status', 'reduced'],
    ...['time', 'rule', 'feeFromBonus', 'profit', 'insurance', 'transactionId', 'copyof'].map(
      (field) => `receipt.${field}`,
    ),
  ])
})

describe('refuses every tampering of an export', () => {
  it('and nothing else', async () => expect(await differencesOf(structuredClone(sound))).toBe(0))
  it.each(tamperings)('%s', async (_, tamper) => {
    const read = structuredClone(sound)
    tamper(read)
    expect(await differencesOf(read)).toBeGreaterThan(0)
  })
})
