import { genesisHash } from '@glasshouse/core/markets/evidence'
import {
  contractSettlementKinds,
  optionSettlementKinds,
  type SettlementRecord,
  settlementHash,
} from '@glasshouse/core/trust/settlements'
import { sha256 } from '../chains.ts'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle } from '../read.ts'
import { tickLogOf } from '../tickLog.ts'

/** What settled may be on its way to its number while a running product is exported. */
const onItsWayMs = 5000

const chainProblems = (settlements: readonly SettlementRecord[]): readonly Discrepancy[] =>
  settlements.flatMap((record, index) => {
    const before = settlements[index - 1]
    const where = `settlement ${record.n}`
    return [
      ...(settlementHash(record, sha256) === record.hash ? [] : ['its hash does not fit what it says']),
      ...(record.n === 1 && record.previous !== genesisHash ? ['it is the first and names one before'] : []),
      ...(before !== undefined && record.n === before.n ? ['its number was given twice'] : []),
      ...(before !== undefined && record.n > before.n + 1
        ? [`settlements ${before.n + 1} to ${record.n - 1} are missing`]
        : []),
      ...(before !== undefined && record.n === before.n + 1 && record.previous !== before.hash
        ? ['it does not carry the hash of the one before']
        : []),
    ].map((what) => ({ where, what }))
  })

/** One thing that settled, as a receipt tells it. */
type StatedSettlement = {
  readonly key: string
  readonly where: string
  readonly time: number
  readonly id: number
}

const keyOf = (kind: string, id: number, transaction: number | null, time: number): string =>
  `${kind} ${id} ${transaction ?? '-'} ${time}`

const statedSettlements = ({ receipts, options }: ExportBundle): readonly StatedSettlement[] => [
  ...receipts.flatMap(({ order, events }) =>
    events
      // The receipt of a part begins with how the order it was taken from was opened.
      .filter(({ kind }) => order.parentid === null || kind === 'closed')
      .map(({ kind, transactionId, time }) => ({
        key: keyOf(contractSettlementKinds[kind], order.id, transactionId, time),
        where: `order ${order.id}, ${kind}`,
        id: order.id,
        time,
      })),
  ),
  ...options.flatMap(({ order, entry, exit }) =>
    [
      { kind: 'placed' as const, ...entry },
      ...(exit === null ? [] : [{ kind: 'settled' as const, ...exit }]),
    ].map(({ kind, transactionId, time }) => ({
      key: keyOf(optionSettlementKinds[kind], order.id, transactionId, time),
      where: `option ${order.id}, ${kind}`,
      id: order.id,
      time,
    })),
  ),
]

const countOf = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const hasReceipt = ({ kind }: SettlementRecord): boolean => /^(contract|option)/.test(kind)

/** Every settlement has its receipt, and whatever receipts tell of this stretch of the chain has its number. */
const receiptProblems = (
  bundle: ExportBundle,
  settlements: readonly SettlementRecord[],
): readonly Discrepancy[] => {
  const numbered = settlements.filter(hasReceipt)
  const stated = statedSettlements(bundle)
  const statedCount = countOf(stated.map(({ key }) => key))
  const numberedCount = countOf(
    numbered.map(({ kind, id, transaction, time }) => keyOf(kind, id, transaction, time)),
  )
  const begins = settlements[0]?.n === 1
  const times = numbered.map(({ time }) => time)
  const [fromMs, toMs] = [Math.min(...times) + onItsWayMs, Math.max(...times) - onItsWayMs]
  const endMs = tickLogOf(bundle.ticks).newestMs - onItsWayMs
  const belongs = ({ time }: StatedSettlement): boolean =>
    (begins || time > fromMs) && (time < toMs || time < endMs)
  return [
    ...numbered.flatMap(({ n, kind, id, transaction, time }) =>
      (statedCount.get(keyOf(kind, id, transaction, time)) ?? 0) === 0
        ? [{ where: `settlement ${n}`, what: `no receipt tells this ${kind} of ${id}` }]
        : [],
    ),
    ...stated.flatMap((one) =>
      (statedCount.get(one.key) ?? 0) > (numberedCount.get(one.key) ?? 0) && belongs(one)
        ? [{ where: one.where, what: 'it has no number in the settlement chain' }]
        : [],
    ),
  ]
}

/** No transaction of the ledger serves two settlements, except a part that closed and the order it became. */
const transactionProblems = (settlements: readonly SettlementRecord[]): readonly Discrepancy[] => {
  const byTransaction = Map.groupBy(
    settlements.filter(({ transaction }) => transaction !== null),
    ({ transaction }) => transaction,
  )
  return [...byTransaction].flatMap(([transaction, all]) => {
    const kinds = all.map(({ kind }) => kind).sort()
    const isPart = kinds.join() === 'contractClosed,contractClosedPart'
    return all.length === 1 || isPart
      ? []
      : [
          {
            where: `transaction ${transaction}`,
            what: `settlements ${all.map(({ n }) => n).join(', ')} name it, and each needs its own`,
          },
        ]
  })
}

/** Verifies the settlement chain: numbers, hashes, and that receipts and chain tell the same. */
export const verifySettlementChain = (bundle: ExportBundle): CheckReport => {
  const settlements = bundle.settlements.toSorted((a, b) => a.n - b.n)
  return {
    name: 'settlement chain',
    counts: { settlements: settlements.length },
    differences: [
      ...chainProblems(settlements),
      ...receiptProblems(bundle, settlements),
      ...transactionProblems(settlements),
    ],
    remarks: [],
  }
}
