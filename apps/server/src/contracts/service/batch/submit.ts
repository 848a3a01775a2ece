import type { Decision, Moment } from '@glasshouse/core/contracts/decide/decision'
import type { OrderEvent } from '@glasshouse/core/contracts/order'
import type { MarginAccount } from '@glasshouse/core/contracts/tradingState'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { TradingGate } from '../../../eligibility/index.ts'
import { currentApiKey } from '../../../platform/apiKeys/index.ts'
import { type BatchResult, createBatchQueue } from '../../../platform/concurrency/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import { NotDeliveredError } from '../../../platform/events/index.ts'
import { isStatementTimeout } from '../../../platform/telemetry/index.ts'
import {
  applyMarkers,
  type CommitMarker,
  currentMarker,
  isCommitUncertain,
  transactBatch,
} from '../../../platform/transactions/index.ts'
import { inHousePart } from '../../../tradingReserve/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { type FollowedPool, followLeads, readCopyRules } from '../copy/followLeads.ts'
import type { ContractDeps } from '../deps.ts'
import { currentMarkets } from '../markets.ts'
import { accountKeyOf, accountOf, type Batch } from './batch.ts'
import { lockBatch } from './lock.ts'
import { persistBatch, recordEvents } from './record.ts'

/** A command on one wallet, to be decided on the wallet as it is when its turn comes. */
export type Command = {
  readonly key: MarginAccountKey
  /** The market it is about. */
  readonly pid: number
  /** Numbers it may take, for a new order or a new time priority. */
  readonly newIds: 0 | 1
  /** Decides in memory what happens; a refusal, returned or thrown, changes nothing. */
  readonly decide: (batch: Batch, tradingGate: TradingGate, moment: Moment) => Decision<readonly OrderEvent[]>
  /** Reads what decides about the new risk it takes; null when it takes none. */
  readonly gate: ((tx: Tx) => Promise<TradingGate>) | null
  /** What another module writes together with it, last, in the same transaction. */
  readonly write?: (tx: Tx, order: OrderRow) => Promise<void>
}

/** What came of a command: its order, what happened to it, and its account right after. */
export type CommandResult = {
  readonly order: OrderRow
  readonly events: readonly OrderEvent[]
  readonly account: MarginAccount
}

/** The result of a command, and what pools did because of it. */
type DecidedCommand = CommandResult & { readonly followed: readonly FollowedPool[] }
type SubmittedCommand = Command & { readonly mark: CommitMarker | null; readonly apiKeyId: number | null }
type BatchQueue = (requests: SubmittedCommand) => Promise<DecidedCommand>

const noTradingGate: TradingGate = () => {
  throw new Error('a command that takes a risk says so')
}

/** What decides about the risks of a batch, read at once so that those who ask share the statements. */
const tradingGatesFor = (tx: Tx, batch: readonly SubmittedCommand[]): Promise<readonly TradingGate[]> =>
  Promise.all(batch.map(({ gate }) => (gate === null ? noTradingGate : gate(tx))))

/** Names the API key in what a command added to the batch. */
const nameApiKey = (
  { transactions, events }: Batch,
  from: { readonly transactions: number; readonly events: number },
  apiKeyId: number | null,
): void => {
  if (apiKeyId === null) return
  for (const [at, one] of transactions.entries())
    if (at >= from.transactions) transactions[at] = { ...one, apiKeyId }
  for (const [at, one] of events.entries())
    if (at >= from.events) events[at] = { ...one, api_key_id: apiKeyId }
}

const decideOne = (
  deps: ContractDeps,
  batch: Batch,
  { decide, key, write, apiKeyId }: SubmittedCommand,
  gate: TradingGate,
): BatchResult<DecidedCommand> => {
  const from = { transactions: batch.transactions.length, events: batch.events.length }
  const at = currentMarkets(deps.markets)
  const [number] = batch.numbers
  try {
    const { result: events, refusal } = decide(batch, gate, { at, nowMs: batch.now })
    if (refusal !== null) throw domainError(refusal.code, refusal.data)
    const order = recordEvents(batch, key, events).at(-1)
    if (order === undefined) throw new Error('a command that is not refused changes its order')
    nameApiKey(batch, from, apiKeyId)
    if (write !== undefined) batch.writes.push((tx) => write(tx, order))
    const account = accountOf(batch, key)
    return { answer: { order, events, account, followed: followLeads(deps, batch, at) } }
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure
    // The next command takes the number that a refused one was given.
    if (number !== undefined && batch.numbers[0] !== number) batch.numbers.unshift(number)
    return { failure }
  }
}

/** Who of a batch may be a lead, with how many numbers a pool of each may need: as many as its commands. */
const leadsOf = (requests: readonly SubmittedCommand[]): ReadonlyMap<number, number> => {
  const leads = new Map<number, number>()
  for (const { key, gate, newIds } of requests)
    if (key.wallet === 'contract2') leads.set(key.uid, (leads.get(key.uid) ?? 0) + newIds)
    // New risk in the first wallet is bounded by what a lead holds in the second.
    else if (gate !== null) leads.set(key.uid, leads.get(key.uid) ?? 0)
  return leads
}

/** Requests that lost their places while they waited, so that the batch undoes itself and goes without them. */
class IdempotencyKeysLost extends Error {
  readonly lost: readonly CommitMarker[]
  constructor(lost: readonly CommitMarker[]) {
    super('requests of a batch lost their places')
    this.lost = lost
  }
}

/**
 * One transaction for all: locks in the global order, decides one after the other in the order of acceptance,
 * writes once, marks the requests that had an effect.
 */
const runBatch = (
  deps: ContractDeps,
  requests: readonly SubmittedCommand[],
  part: number | null,
): Promise<readonly BatchResult<DecidedCommand>[]> =>
  transactBatch(deps.database, async (tx) => {
    const { clock, markets } = deps
    const keys = new Map(requests.map(({ key }) => [accountKeyOf(key), key]))
    const pids = requests.map(({ pid }) => pid)
    const wanted = {
      pids,
      orders: requests.reduce((sum, { newIds }) => sum + newIds, 0),
      postings: requests.length,
      leads: leadsOf(requests),
      copyRules: () => readCopyRules(tx),
      ask: () => tradingGatesFor(tx, requests),
      part,
    }
    const [isLed, { batch, answer: gates }] = await Promise.all([
      deps.engine?.holds(
        tx,
        requests.map(({ key }) => key.uid),
      ) ?? false,
      lockBatch(tx, [...keys.values()], clock.now(), wanted),
    ])
    if (!isLed && deps.onlyHeld)
      throw new NotDeliveredError('this engine does not decide on all customers of a batch')
    const results = requests.map((one, at) => decideOne(deps, batch, one, gates[at] ?? noTradingGate))
    const done = requests.filter((_, at) => results[at] !== undefined && 'answer' in results[at])
    const marks = done.flatMap(({ mark }) => (mark === null ? [] : [mark]))
    const also = async (): Promise<void> => {
      const lost = await applyMarkers(tx, marks)
      if (lost.length > 0) throw new IdempotencyKeysLost(lost)
    }
    await persistBatch(tx, markets, batch, { atMs: clock.business(), isLed, also })
    return results
  })

const runInPart = (
  deps: ContractDeps,
  requests: readonly SubmittedCommand[],
): Promise<readonly BatchResult<DecidedCommand>[]> =>
  inHousePart(deps, deps.engine?.housePart, (part) => runBatch(deps, requests, part))

const runExcludingLost = async (
  deps: ContractDeps,
  requests: readonly SubmittedCommand[],
): Promise<readonly BatchResult<DecidedCommand>[]> => {
  const out = new Set<CommitMarker>()
  for (;;) {
    const staying = requests.filter(({ mark }) => mark === null || !out.has(mark))
    try {
      const results = staying.length === 0 ? [] : [...(await runInPart(deps, staying))]
      return requests.map(({ mark }) => {
        if (mark !== null && out.has(mark)) return { failure: mark.lost() }
        const one = results.shift()
        if (one === undefined) throw new Error('batch returned fewer results than requests')
        return one
      })
    } catch (error) {
      if (!(error instanceof IdempotencyKeysLost)) throw error
      for (const mark of error.lost) out.add(mark)
    }
  }
}

/**
 * One queue for each database and set of markets: all commands in it follow one order of acceptance. Those that only the
 * holder of their customers may decide have one of their own, because others are decided wherever they are.
 */
const queues = new WeakMap<object, WeakMap<object, BatchQueue>>()

const queueFor = (deps: ContractDeps): BatchQueue => {
  const ofDatabase = queues.get(deps.database) ?? new WeakMap<object, BatchQueue>()
  queues.set(deps.database, ofDatabase)
  const key = (deps.onlyHeld && deps.engine) || deps.markets
  const queue =
    ofDatabase.get(key) ??
    createBatchQueue(
      (requests: readonly SubmittedCommand[]) => runExcludingLost(deps, requests),
      isCommitUncertain,
      isStatementTimeout,
    )
  ofDatabase.set(key, queue)
  return queue
}

/**
 * Does a command together with all commands that arrive at the same time: one transaction and one
 * durable commit for all of them, each with its own answer or error. A single command starts at once.
 */
export const submitCommand = async (deps: ContractDeps, command: Command): Promise<CommandResult> => {
  const request = { ...command, mark: currentMarker(), apiKeyId: currentApiKey() }
  const { followed, ...result } = await queueFor(deps)(request)
  notifyPools(deps, result.order, followed)
  return result
}

/**
 * The pools of a command are committed: their orders are armed from the tick by which they were evaluated. The tick
 * buffer of the lead's order still has the ticks since.
 */
const notifyPools = (
  { engine, markets }: ContractDeps,
  { pid }: OrderRow,
  followed: readonly FollowedPool[],
): void => {
  const symbol = followed.length === 0 ? undefined : markets.product(pid)?.symbol
  for (const { account, judged } of followed) {
    const following =
      symbol === undefined ? undefined : engine?.follow(symbol, { uid: account, wallet: 'contract' })
    if (judged === null || following === undefined) {
      following?.end()
      engine?.changed(account, 'contract')
    } else engine?.changed(account, 'contract', { orderId: judged.id, following })
  }
}
