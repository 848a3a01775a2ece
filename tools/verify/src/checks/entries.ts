import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import type { SettlementRecord } from '@glasshouse/core/trust/settlements'
import type { CheckReport, Discrepancy } from '../difference.ts'
import type { ExportBundle, LedgerLine, OptionReceipt, Receipt } from '../read.ts'

type Event = Receipt['events'][number]
/** What a transaction moved in each account, in units of 1e-8. */
type AmountByAccount = ReadonlyMap<string, bigint>
type Problems = readonly string[]

const movedBy = (lines: readonly LedgerLine[]): AmountByAccount => {
  const moved = new Map<string, bigint>()
  for (const { account, amount } of lines) moved.set(account, (moved.get(account) ?? 0n) + usdt(amount))
  return moved
}

const sumOf = (moved: AmountByAccount, accounts: RegExp): bigint =>
  [...moved].reduce((sum, [account, amount]) => (accounts.test(account) ? sum + amount : sum), 0n)

const expectSum = (moved: AmountByAccount, accounts: RegExp, name: string, expected: bigint): Problems => {
  const found = sumOf(moved, accounts)
  return found === expected
    ? []
    : [
        `the ledger moved ${formatUsdt(found as never)} of ${name}, but the event says ${formatUsdt(expected as never)}`,
      ]
}

const customers = /^customer\//
const margin = /^customer\/contract2?Margin\//
const bonus = /^customer\/bonus\//
const free = /^customer\/contract2?\//
const fees = /^house\/(fees|contractFees)\//
const trading = /^house\/trading\//
const insurance = /^house\/insurance\//
const escrow = /^house\/optionEscrow\//

/** Accounts that an event of a kind may move besides nothing. */
const onlyIn = (moved: AmountByAccount, accounts: readonly RegExp[]): Problems =>
  [...moved]
    .filter(([account, amount]) => amount !== 0n && !accounts.some((one) => one.test(account)))
    .map(([account]) => `the ledger moved ${account}, of which the event says nothing`)

const bonusProblems = (event: Event, moved: AmountByAccount): Problems =>
  expectSum(moved, bonus, 'bonus credit', -usdt(event.feeFromBonus ?? '0'))

const openedProblems = (event: Event, moved: AmountByAccount): Problems => [
  ...expectSum(moved, margin, 'margin', usdt(event.margin)),
  ...expectSum(moved, fees, 'fees', usdt(event.fee)),
  ...bonusProblems(event, moved),
  ...expectSum(moved, customers, 'the customer’s money', -usdt(event.fee)),
  ...onlyIn(moved, [customers, fees]),
]

const closedProblems = (event: Event, moved: AmountByAccount): Problems => {
  const [profit, fee, insured] = [usdt(event.profit), usdt(event.fee), usdt(event.insurance)]
  // What neither the wallet nor the insurance fund could pay was not paid; then nothing came back to the wallet.
  const unpaid = fee - profit - (sumOf(moved, trading) + sumOf(moved, fees))
  const isShort = unpaid > 0n && sumOf(moved, free) <= 0n && profit < fee
  return [
    ...expectSum(moved, insurance, 'the insurance fund', -insured),
    ...bonusProblems(event, moved),
    ...(isShort
      ? []
      : [
          ...expectSum(moved, trading, 'the trading reserve', -profit),
          ...expectSum(moved, fees, 'fees', fee),
          ...expectSum(moved, customers, 'the customer’s money', profit - fee + insured),
        ]),
    ...onlyIn(moved, [customers, fees, trading, insurance]),
  ]
}

const contractProblems = (event: Event, moved: AmountByAccount): Problems => {
  if (event.kind === 'opened') return openedProblems(event, moved)
  if (event.kind === 'closed' || event.kind === 'closedPart') return closedProblems(event, moved)
  return [...expectSum(moved, customers, 'the customer’s money', 0n), ...onlyIn(moved, [customers])]
}

const placedProblems = ({ order, win }: OptionReceipt, moved: AmountByAccount): Problems => [
  ...expectSum(moved, /^customer\/optionStake\//, 'the stake', usdt(order.fee)),
  ...expectSum(moved, /^customer\/wallet\//, 'the wallet', -usdt(order.fee)),
  ...expectSum(moved, escrow, 'the escrow', usdt(win)),
  ...expectSum(moved, trading, 'the trading reserve', -usdt(win)),
  ...onlyIn(moved, [customers, escrow, trading]),
]

const settledProblems = ({ order, win, payout }: OptionReceipt, moved: AmountByAccount): Problems => [
  ...expectSum(moved, /^customer\/wallet\//, 'the wallet', usdt(payout ?? '0')),
  ...expectSum(moved, /^customer\/optionStake\//, 'the stake', -usdt(order.fee)),
  ...expectSum(moved, escrow, 'the escrow', -usdt(win)),
  ...expectSum(moved, trading, 'the trading reserve', usdt(order.fee) + usdt(win) - usdt(payout ?? '0')),
  ...onlyIn(moved, [customers, escrow, trading]),
]

const assetOf = ({ account }: LedgerLine): string => account.slice(account.lastIndexOf('/') + 1)

/** Per asset a transaction moves nothing in sum. */
const unbalanced = (lines: readonly LedgerLine[]): Problems =>
  [...Map.groupBy(lines, assetOf)].flatMap(([asset, own]) =>
    own.reduce((sum, { amount }) => sum + usdt(amount), 0n) === 0n
      ? []
      : [`its lines do not sum to zero ${asset}`],
  )

/** What the receipts say of a transaction, by its number. */
const eventProblems = (bundle: ExportBundle) => {
  const found = new Map<number, ((moved: AmountByAccount) => Problems)[]>()
  const add = (transaction: number | null, problems: (moved: AmountByAccount) => Problems): void => {
    if (transaction !== null) found.set(transaction, [...(found.get(transaction) ?? []), problems])
  }
  for (const { order, events } of bundle.receipts)
    for (const event of events)
      if (order.parentid === null || event.kind === 'closed')
        add(event.transactionId, (moved) => contractProblems(event, moved))
  for (const option of bundle.options) {
    add(option.entry.transactionId, (moved) => placedProblems(option, moved))
    add(option.exit?.transactionId ?? null, (moved) => settledProblems(option, moved))
  }
  return found
}

/** Verifies that the ledger moved what each settlement says, and nothing else. */
export const verifyEntries = (bundle: ExportBundle): CheckReport => {
  const { settlements, entries } = bundle
  const lines = Map.groupBy(entries, ({ transaction }) => transaction)
  const known = new Map<number, SettlementRecord>(
    settlements.flatMap((record) =>
      record.transaction === null ? [] : [[record.transaction, record] as const],
    ),
  )
  const says = eventProblems(bundle)
  const differences: Discrepancy[] = [
    ...[...known.values()]
      .filter(({ transaction }) => !lines.has(transaction ?? 0))
      .map(({ n, transaction }) => ({
        where: `settlement ${n}`,
        what: `the ledger lines of transaction ${transaction} are missing`,
      })),
    ...[...lines].flatMap(([transaction, own]) => {
      const moved = movedBy(own)
      return [
        ...(known.has(transaction) ? [] : ['no settlement names it']),
        ...unbalanced(own),
        ...new Set((says.get(transaction) ?? []).flatMap((problems) => problems(moved))),
      ].map((what) => ({ where: `transaction ${transaction}`, what }))
    }),
  ]
  return { name: 'ledger lines', counts: { lines: entries.length }, differences, remarks: [] }
}
