import { contractOrderToWire } from '@glasshouse/core/contracts/codec'
import { DomainError } from '@glasshouse/core/errors/registry'
import { poolOrderToWire } from '@glasshouse/core/invest/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { applicationToWire } from '@glasshouse/core/subscription/codec'
import type { Language } from '@glasshouse/core/wire/languages'
import { withdrawalToWire } from '@glasshouse/core/withdrawals/codec'
import { listAiDecisions, listAiRuns } from '../../ai/index.ts'
import { listAlerts } from '../../alerts/index.ts'
import { listCommunityAppeals, listCommunityLikes, listCommunityTexts } from '../../community/index.ts'
import { type ContractDeps, listPoolOrders, streamOrders } from '../../contracts/index.ts'
import { listDepositAddresses, listDeposits, transfersOf } from '../../deposits/index.ts'
import { destinationChangesOf, getBankDetails, getWithdrawalAddresses } from '../../destinations/index.ts'
import { drawingsOf } from '../../drawings/index.ts'
import { customerPolicy, limitChangesOf, readLimits, riskAnswersOf } from '../../eligibility/index.ts'
import {
  listApiKeyRows,
  listCustomerPasskeys,
  listDevices,
  listLocksOf,
  personOf,
  provenAddresses,
  sessionsOf,
} from '../../identity/index.ts'
import {
  leadDataOf,
  listCopiedPools,
  listCopyDealings,
  listInvestAccruals,
  listInvestOrders,
} from '../../invest/index.ts'
import { listKycOf, listKycViewsOf } from '../../kyc/index.ts'
import { balancesOf, streamJournal } from '../../ledger/index.ts'
import {
  exportLoanInterest,
  exportLoanPayments,
  exportLoanStandings,
  exportLoans,
  exportScoreEvents,
} from '../../loans/index.ts'
import { listNotices, listSwitches, newestMessagesTo } from '../../notifications/index.ts'
import { streamOptions } from '../../options/index.ts'
import type { Db, SortedRange } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listEarners, listIncomeOf, listReferralAccruals } from '../../referral/index.ts'
import { listComplaintsOf } from '../../reviews/index.ts'
import { exportReading, exportSubmissions, listPaidRewards, listSignins } from '../../rewards/index.ts'
import { exportAllotments, exportSubscriptions } from '../../subscription/index.ts'
import { listHouseKeys, proveLiability, streamReceipts } from '../../trust/index.ts'
import { listCustomerPictures } from '../../uploads/index.ts'
import { listWithdrawals } from '../../withdrawals/index.ts'

export type PrivacyDeps = ContractDeps & Pick<Platform, 'secrets'>

/** Rows per read: few enough that an export does not block the event loop. */
const rowsAtOnce = 100
const sessionsAtMost = 10_000
const messagesAtMost = 10_000

/** One part of an export: its name and its rows, or one record. */
type Part = { readonly name: string; readonly rows: () => AsyncIterable<unknown> | Promise<unknown> }

/** Reads page after page, oldest first, so that concurrent inserts move no row. */
async function* pages<T>(read: (page: SortedRange) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await read({ offset, limit: rowsAtOnce, direction: 'asc' })
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

/** Fields of the wire for a page, of lists whose services take them. */
const paging = ({ offset, limit, direction }: SortedRange) => ({
  pageNum: offset / limit + 1,
  pageSize: limit,
  isAsc: direction,
})

const getProfile = async (deps: PrivacyDeps, uid: number) => {
  const person = await personOf(deps.database.db, uid)
  if (person === undefined) throw new Error(`customer ${uid} does not exist`)
  const { country, policy } = await customerPolicy(deps, deps.database.db, uid)
  return { ...person, country, region: policy.region }
}

const investmentsOf = (deps: PrivacyDeps, uid: number) =>
  pages(
    async (page) =>
      (await listInvestOrders(deps, uid, { status: undefined, orderByColumn: 'id', ...paging(page) })).rows,
  )

const contractOrdersOf = async function* (deps: PrivacyDeps, key: Parameters<typeof streamOrders>[1]) {
  for await (const order of streamOrders(deps, key)) yield contractOrderToWire(order)
}

/** What the pools traded in which the customer has or had units, with receipts; open orders of those still followed. */
const copyTradesOf = async function* (deps: PrivacyDeps, uid: number) {
  for (const { product, account, isFollowing } of await listCopiedPools(deps.database.db, uid))
    yield* pages(async (page) => {
      const { rows } = await listPoolOrders(deps, account, { ...page, closedOnly: !isFollowing })
      return rows.map((row) => ({ product, ...poolOrderToWire(row) }))
    })
}

/** Dealings of copy orders, what their pools traded, and the customer as a lead. */
const copyPartsOf = (deps: PrivacyDeps, uid: number): readonly Part[] => {
  const { db } = deps.database
  return [
    { name: 'copyDealings', rows: () => pages((page) => listCopyDealings(db, uid, page)) },
    { name: 'copyTrades', rows: () => copyTradesOf(deps, uid) },
    { name: 'lead', rows: () => leadDataOf(db, uid) },
  ]
}

const journalOf = async function* ({ database: { db } }: PrivacyDeps, uid: number) {
  for await (const { sequence: _, amount, balance, ...entry } of streamJournal(db, uid))
    yield { ...entry, amount: formatUsdt(amount), balance: formatUsdt(balance) }
}

/** The names and times of passkeys; a credential's id is no use to anybody but the site. */
const passkeysOf = async (db: Db, uid: number) =>
  (await listCustomerPasskeys(db, uid)).map(({ id, name, isBackedUp, createdMs, lastUsedMs }) => ({
    id,
    name,
    is_backed_up: isBackedUp,
    created_ms: createdMs,
    last_used_ms: lastUsedMs,
  }))

/** Proof that the customer is in the newest liabilities report; null where the account is younger than it. */
const proofOf = (deps: PrivacyDeps, uid: number) =>
  proveLiability(deps, uid, null).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })

/** What the customer can verify without the product: the proof, the chain of receipts and the keys. */
const evidenceParts = (deps: PrivacyDeps, uid: number): readonly Part[] => {
  const { db } = deps.database
  return [
    { name: 'liabilityProof', rows: () => proofOf(deps, uid) },
    { name: 'receipts', rows: () => streamReceipts(db, uid, { after: 0, upTo: Number.MAX_SAFE_INTEGER }) },
    { name: 'signingKeys', rows: () => listHouseKeys(db) },
  ]
}

const messagesOf = async ({ database: { db } }: PrivacyDeps, uid: number) => {
  const person = await personOf(db, uid)
  const addresses = person === undefined ? [] : provenAddresses(person)
  const found = await Promise.all(addresses.map((address) => newestMessagesTo(db, address, messagesAtMost)))
  return found.flat().map(({ code: _, ...message }) => message)
}

const programParts = (db: PrivacyDeps['database']['db'], uid: number): readonly Part[] => [
  { name: 'loans', rows: () => pages((page) => exportLoans(db, uid, page)) },
  { name: 'loanInterest', rows: () => pages((page) => exportLoanInterest(db, uid, page)) },
  { name: 'loanStandings', rows: () => pages((page) => exportLoanStandings(db, uid, page)) },
  { name: 'loanPayments', rows: () => pages((page) => exportLoanPayments(db, uid, page)) },
  {
    name: 'subscriptions',
    rows: () => pages(async (page) => (await exportSubscriptions(db, uid, page)).map(applicationToWire)),
  },
  { name: 'allotments', rows: () => pages((page) => exportAllotments(db, uid, page)) },
  { name: 'creditScoreEvents', rows: () => pages((page) => exportScoreEvents(db, uid, page)) },
]

const referralParts = (db: PrivacyDeps['database']['db'], uid: number): readonly Part[] => [
  { name: 'referralIncome', rows: () => pages((page) => listIncomeOf(db, uid, page)) },
  { name: 'referralAccruals', rows: () => pages((page) => listReferralAccruals(db, uid, page)) },
  { name: 'referralEarners', rows: () => listEarners(db, uid) },
]

const rewardParts = (db: PrivacyDeps['database']['db'], uid: number): readonly Part[] => [
  { name: 'signIns', rows: () => pages((page) => listSignins(db, uid, page)) },
  { name: 'rewards', rows: () => listPaidRewards(db, uid) },
  { name: 'taskPictures', rows: () => pages((page) => exportSubmissions(db, uid, page)) },
  { name: 'taskReading', rows: () => exportReading(db, uid) },
]

/** Runs of AI ordering with every decision. */
const aiPartsOf = (deps: PrivacyDeps, uid: number): readonly Part[] => [
  {
    name: 'aiRuns',
    rows: () => pages(async (page) => (await listAiRuns(deps, uid, page)).rows),
  },
  { name: 'aiDecisions', rows: () => pages((page) => listAiDecisions(deps, uid, page)) },
]

const partsOf = (deps: PrivacyDeps, uid: number, lang: Language): readonly Part[] => {
  const { db } = deps.database
  return [
    { name: 'profile', rows: () => getProfile(deps, uid) },
    {
      name: 'balances',
      rows: async () =>
        (await balancesOf(db, uid)).map(({ balance, ...account }) => ({
          ...account,
          balance: formatUsdt(balance),
        })),
    },
    { name: 'sessions', rows: () => sessionsOf(db, uid, sessionsAtMost) },
    { name: 'devices', rows: () => pages((page) => listDevices(db, uid, page)) },
    { name: 'apiKeys', rows: () => listApiKeyRows(db, uid) },
    { name: 'passkeys', rows: () => passkeysOf(db, uid) },
    { name: 'limits', rows: () => readLimits(deps, uid) },
    {
      name: 'limitChanges',
      rows: async () =>
        (await limitChangesOf(db, uid)).map(({ value, ...change }) => ({
          ...change,
          value: value === null ? null : value.toString(),
        })),
    },
    { name: 'riskAnswers', rows: () => riskAnswersOf(db, uid) },
    { name: 'drawings', rows: () => drawingsOf(db, uid) },
    {
      name: 'deposits',
      rows: () =>
        pages(async (page) => (await listDeposits(deps, uid, { state: null, orderBy: 'id', ...page })).rows),
    },
    { name: 'depositAddresses', rows: () => listDepositAddresses(db, uid) },
    { name: 'reportedTransfers', rows: () => transfersOf(db, uid) },
    {
      name: 'withdrawals',
      rows: () =>
        pages(async (page) =>
          (await listWithdrawals(deps, uid, { orderBy: 'id', ...page })).rows.map(withdrawalToWire),
        ),
    },
    { name: 'bankData', rows: () => getBankDetails(deps, uid) },
    { name: 'coldWallets', rows: () => getWithdrawalAddresses(deps, uid) },
    { name: 'destinationChanges', rows: () => destinationChangesOf(db, uid) },
    { name: 'pictures', rows: () => listCustomerPictures(db, uid) },
    { name: 'identityChecks', rows: () => pages((page) => listKycOf(deps, uid, page)) },
    { name: 'identityLooks', rows: () => pages((page) => listKycViewsOf(db, uid, page)) },
    { name: 'contractOrders', rows: () => contractOrdersOf(deps, { uid, wallet: 'contract' }) },
    { name: 'secondContractOrders', rows: () => contractOrdersOf(deps, { uid, wallet: 'contract2' }) },
    { name: 'options', rows: () => streamOptions(deps, uid) },
    ...aiPartsOf(deps, uid),
    { name: 'investments', rows: () => investmentsOf(deps, uid) },
    { name: 'investmentAccruals', rows: () => pages((page) => listInvestAccruals(db, uid, page)) },
    ...referralParts(db, uid),
    ...rewardParts(db, uid),
    ...copyPartsOf(deps, uid),
    ...programParts(db, uid),
    { name: 'journal', rows: () => journalOf(deps, uid) },
    { name: 'communityTexts', rows: () => listCommunityTexts(db, uid) },
    { name: 'communityAppeals', rows: () => listCommunityAppeals(db, uid) },
    { name: 'communityLikes', rows: () => listCommunityLikes(db, uid) },
    ...evidenceParts(deps, uid),
    { name: 'complaints', rows: () => listComplaintsOf(db, uid) },
    { name: 'locks', rows: () => listLocksOf(db, uid) },
    { name: 'messages', rows: () => messagesOf(deps, uid) },
    { name: 'priceAlerts', rows: () => listAlerts(db, deps.markets, uid) },
    { name: 'noticeSwitches', rows: () => listSwitches(db, uid) },
    {
      name: 'notices',
      rows: () =>
        pages(
          async (page) => (await listNotices(db, uid, { onlyUnread: false, tab: null, ...page }, lang)).rows,
        ),
    },
  ]
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * All stored data of a customer except passwords and secrets, as chunks of one JSON text. Streamed, so that a long
 * journal is never completely in memory.
 */
export async function* everythingAbout(
  deps: PrivacyDeps,
  uid: number,
  lang: Language,
): AsyncGenerator<string> {
  const head = { format: 'glasshouse-export/1', uid, madeMs: deps.clock.business(), lang }
  yield JSON.stringify(head).slice(0, -1)
  for (const { name, rows } of partsOf(deps, uid, lang)) {
    yield `,\n${JSON.stringify(name)}:`
    const value = rows()
    if (!isStream(value)) {
      yield JSON.stringify(await value)
      continue
    }
    let before = '['
    for await (const row of value) {
      yield `${before}\n${JSON.stringify(row)}`
      before = ','
    }
    yield before === '[' ? '[]' : '\n]'
  }
  yield '}\n'
}
