import { startOfDay } from '@glasshouse/core/calendar/days'
import type { LedgerReport } from '@glasshouse/core/ledger/wire'
import { type Tx, updatePlannerForKeys } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import {
  countRows,
  findCheck,
  findNewest,
  lockCheck,
  type Numbers,
  type StoredCheck,
  upsertCheck,
} from '../store/check.ts'
import { type Invariant, listCauses, type Range, type Series } from '../store/invariants.ts'
import { checkInvariants } from './check.ts'
import { type BrokenInvariant, type LedgerStatus, ledgerStatus, setLedgerStatus } from './status.ts'

export type MonitorDeps = Pick<Platform, 'clock' | 'log'> & {
  readonly database: Pick<Platform['database'], 'db' | 'pool' | 'checks'>
  readonly invariants: readonly Invariant[]
}

/** Numbers of a series in one statement: some 100 ms. */
const chunkSize = 2000
/** Chunks in a round; what is left waits for the next round. */
const maxChunks = 100
/** Rows of a broken invariant that are kept. */
const shown = 5

const nothing: Numbers = { transactions: 0, settlements: 0 }
/** Where the first round begins. */
const noneYet = { checked: nothing, newest: nothing, seen: nothing, horizon: null }
const allSeries: readonly Series[] = ['transactions', 'settlements']

/**
 * Loads the status that was stored last, so that the first order after a start is decided by it. A new database begins
 * sound.
 */
export const loadLedgerStatus = async ({ database }: Pick<MonitorDeps, 'database'>): Promise<void> => {
  const stored = await findCheck(database.db)
  if (stored === null) return
  const { broken, sinceMs, checkedMs } = stored
  setLedgerStatus(database, { broken, sinceMs, checkedMs, findings: ledgerStatus(database).findings })
}

/**
 * One round of the check. While the ledger is sound, it checks what became visible since the last round. While something
 * is broken, it checks the whole ledger: only a clean whole check ends the suspension.
 */
export const checkLedgerOnce = async (deps: MonitorDeps): Promise<LedgerStatus> => {
  const { findings, sinceMs } = ledgerStatus(deps.database)
  if (sinceMs !== null) return checkWholeLedger(deps)
  const { found, state } = await checkRecent(deps, await findCheck(deps.database.db))
  return apply(deps, found, state, findings)
}

/**
 * Checks the whole ledger once a day, beside the rounds of the minutes: they go on however long it takes, and when it
 * fails. Null when it is not due, or the rounds check the whole ledger anyway.
 */
export const checkWholeLedgerWhenDue = async (deps: MonitorDeps): Promise<LedgerStatus | null> => {
  const before = await findCheck(deps.database.db)
  if (before === null || ledgerStatus(deps.database).sinceMs !== null) return null
  if (startOfDay(deps.clock.now()) <= startOfDay(before.wholeMs)) return null
  return checkWholeLedger(deps)
}

const checkWholeLedger = async (deps: MonitorDeps): Promise<LedgerStatus> => {
  const { clock, database } = deps
  const { findings } = ledgerStatus(database)
  const report = await checkInvariants(database.checks, clock.now(), deps.invariants)
  return applyReport(deps, report, findings)
}

/**
 * Applies a check of the whole ledger: a violation suspends, a clean one ends the suspension unless something was found
 * after it began.
 *
 * @param findings `LedgerStatus.findings` from before the check
 */
export const applyReport = async (
  deps: Pick<MonitorDeps, 'clock' | 'log' | 'database'>,
  { invariants, at }: LedgerReport,
  findings: number,
): Promise<LedgerStatus> => {
  const found = invariants.filter(({ holds }) => !holds).map(({ name, examples }) => ({ name, examples }))
  const { checked, newest, seen, horizon } = (await findCheck(deps.database.db)) ?? noneYet
  return apply(deps, found, { checked, newest, seen, horizon, wholeMs: at }, findings)
}

type State = Pick<StoredCheck, 'checked' | 'newest' | 'seen' | 'horizon' | 'wholeMs'>

/**
 * Suspends at once and stores it afterwards; ends a suspension only after that is stored. A clean check says nothing
 * when something was found since it began, which `findings` tells: checks of the minute, of the day and of staff overlap.
 */
const apply = async (
  { clock, database, log }: Pick<MonitorDeps, 'clock' | 'log' | 'database'>,
  broken: readonly BrokenInvariant[],
  state: State,
  findings: number,
): Promise<LedgerStatus> => {
  const old = ledgerStatus(database)
  const checkedMs = clock.now()
  const isFound = broken.length > 0
  const next: LedgerStatus = {
    broken,
    sinceMs: isFound ? (old.sinceMs ?? checkedMs) : null,
    checkedMs,
    findings: old.findings + (isFound ? 1 : 0),
  }
  const isChanged = (old.sinceMs === null) !== (next.sinceMs === null)
  if (isFound) {
    setLedgerStatus(database, next)
    log.error({ broken }, 'the ledger is broken: new risk, transfers to others and withdrawals are suspended')
  }
  const isCurrent = (): boolean => isFound || ledgerStatus(database).findings === findings
  await transact(database.db, async (tx) => {
    await lockCheck(tx)
    if (!isCurrent()) return
    await upsertCheck(
      tx,
      { ...state, checkedMs, broken, sinceMs: next.sinceMs },
      isChanged ? checkedMs : null,
    )
  })
  if (isFound || !isCurrent()) return ledgerStatus(database)
  setLedgerStatus(database, next)
  if (isChanged) log.warn('the whole ledger was checked and is sound: the suspension ended')
  return next
}

/** Numbers that were looked at together, and how many rows had them. */
type Part = Range & { readonly rows: number }

/** Everything that became visible since the last round, in chunks, each on one snapshot. */
const checkRecent = async (
  deps: MonitorDeps,
  before: StoredCheck | null,
): Promise<{ readonly found: readonly BrokenInvariant[]; readonly state: State }> => {
  const { checked, newest, seen, horizon } = before ?? noneYet
  const wholeMs = before?.wholeMs ?? deps.clock.now()
  // Read before the chunks: what they see includes every row that was committed by then.
  const now = await findNewest(deps.database.checks, horizon)
  const found = new Map<string, readonly string[]>()
  const parts: Record<Series, readonly Part[]> = { transactions: [], settlements: [] }
  for (const series of allSeries) {
    const old = { after: checked[series], upTo: newest[series] }
    const known = await unchanged(deps, series, old, seen[series])
    parts[series] = [
      ...known,
      ...(await checkChunks(deps, series, { old, known, newest: now.newest[series] }, found)),
    ]
  }
  const broken = [...found].map(([name, examples]) => ({ name, examples }))
  // What is broken is looked at again until it is whole.
  if (broken.length > 0) return { found: broken, state: { checked, newest, seen, horizon: null, wholeMs } }
  return { found: broken, state: { ...advance({ checked, newest }, parts, now), wholeMs } }
}

/** Numbers that the last round looked at, unless rows of them have become visible since: those of transactions that ran on. */
const unchanged = async (
  { database }: MonitorDeps,
  series: Series,
  old: Range,
  rows: number,
): Promise<readonly Part[]> =>
  old.upTo <= old.after || (await inSnapshot(database.checks, (tx) => countRows(tx, series, old))) !== rows
    ? []
    : [{ ...old, rows }]

/** Looks at what the last round did not see, or also again at what it did; a chunk never has numbers of both. */
const checkChunks = async (
  deps: MonitorDeps,
  series: Series,
  { old, known, newest }: { readonly old: Range; readonly known: readonly Part[]; readonly newest: number },
  found: Map<string, readonly string[]>,
): Promise<readonly Part[]> => {
  const chunks: Part[] = []
  let after = known.length === 0 ? old.after : old.upTo
  while (chunks.length < maxChunks && after < newest) {
    const upTo = Math.min(after + chunkSize, after < old.upTo ? old.upTo : newest)
    chunks.push({ after, upTo, rows: await checkRange(deps, series, { after, upTo }, found) })
    after = upTo
  }
  return chunks
}

/**
 * A row may become visible after rows with higher numbers, as long as its transaction runs. The mark moves only to what
 * was newest a round ago, and only once every transaction of that time has ended; of what is newer the rows are counted, and it is
 * looked at again when they have become more.
 */
const advance = (
  { checked, newest }: Pick<State, 'checked' | 'newest'>,
  parts: Readonly<Record<Series, readonly Part[]>>,
  { isPast, horizon }: Awaited<ReturnType<typeof findNewest>>,
): Pick<State, 'checked' | 'newest' | 'seen' | 'horizon'> => {
  const bySeries = (numberOf: (series: Series) => number): Numbers => ({
    transactions: numberOf('transactions'),
    settlements: numberOf('settlements'),
  })
  const reached = bySeries((series) => parts[series].at(-1)?.upTo ?? checked[series])
  const next = bySeries((series) =>
    isPast ? Math.max(checked[series], Math.min(newest[series], reached[series])) : checked[series],
  )
  const seen = bySeries((series) =>
    parts[series].reduce((sum, { after, rows }) => (after < next[series] ? sum : sum + rows), 0),
  )
  return { checked: next, newest: reached, seen, horizon }
}

/** Reads on one snapshot, found by keys whatever the planner believes of the tables. */
const inSnapshot = <Result>(checks: MonitorDeps['database']['checks'], read: (tx: Tx) => Promise<Result>) =>
  checks
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await updatePlannerForKeys(tx)
      return read(tx)
    })

/** Checks a range and returns how many rows it has. */
const checkRange = async (
  { database, invariants }: MonitorDeps,
  series: Series,
  range: Range,
  found: Map<string, readonly string[]>,
): Promise<number> =>
  inSnapshot(database.checks, async (tx) => {
    const present = series === 'transactions' ? await listCauses(tx, range) : new Set<string>()
    for (const { name, recent } of invariants) {
      if (recent?.series !== series) continue
      if (recent.causes?.every((cause) => !present.has(cause))) continue
      const broken = await recent.broken(tx, range)
      if (broken.length === 0) continue
      found.set(name, [...(found.get(name) ?? []), ...broken].slice(0, shown))
    }
    return countRows(tx, series, range)
  })
