import { DomainError } from '@glasshouse/core/errors/registry'
import {
  applyMarkers,
  type BatchResult,
  type CommitMarker,
  createBatchQueue,
  currentApiKey,
  currentMarker,
  isCommitUncertain,
  isStatementTimeout,
  type Tx,
  transactBatch,
} from '../../../platform/index.ts'
import type { TradingGate } from '../../../protection/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { ContractDeps } from '../terms.ts'
import { accountKeyOf, type Batch, lockBatch } from './state.ts'
import { persistBatch } from './write.ts'

/** A command on one wallet, to be decided on the wallet as it is when its turn comes. */
export type Command = {
  readonly wallet: MarginAccountKey
  /** The market it is about. */
  readonly pid: number
  /** Decides in memory and notes what is to be written; a refusal notes nothing. */
  readonly decide: (batch: Batch, mayRisk: TradingGate) => OrderRow
  /** Reads what decides about the new risk it takes; null when it takes none. */
  readonly gate: ((tx: Tx) => Promise<TradingGate>) | null
}

type SubmittedCommand = Command & { readonly mark: CommitMarker | null; readonly apiKeyId: number | null }
type BatchQueue = (asked: SubmittedCommand) => Promise<OrderRow>

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
  batch: Batch,
  { decide, apiKeyId }: SubmittedCommand,
  gate: TradingGate,
): BatchResult<OrderRow> => {
  const from = { transactions: batch.transactions.length, events: batch.events.length }
  try {
    const answer = decide(batch, gate)
    nameApiKey(batch, from, apiKeyId)
    return { answer }
  } catch (failure) {
    if (failure instanceof DomainError) return { failure }
    throw failure
  }
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
 * One transaction for all: locks in the house's usual order, decides one after the other in the order of
 * acceptance, writes once, marks the requests that did something.
 */
const runBatch = (
  deps: ContractDeps,
  asked: readonly SubmittedCommand[],
): Promise<readonly BatchResult<OrderRow>[]> =>
  transactBatch(deps.database, async (tx) => {
    const { clock, markets } = deps
    const keys = new Map(asked.map(({ wallet }) => [accountKeyOf(wallet), wallet]))
    const pids = asked.map(({ pid }) => pid)
    const wanted = { pids, orders: asked.length, ask: () => tradingGatesFor(tx, asked) }
    const { batch, answer: gates } = await lockBatch(tx, [...keys.values()], clock.now(), wanted)
    const told = asked.map((one, at) => decideOne(batch, one, gates[at] ?? noTradingGate))
    const done = asked.filter((_, at) => told[at] !== undefined && 'answer' in told[at])
    const marks = done.flatMap(({ mark }) => (mark === null ? [] : [mark]))
    await persistBatch(tx, markets, batch, clock.business(), async () => {
      const lost = await applyMarkers(tx, marks)
      if (lost.length > 0) throw new IdempotencyKeysLost(lost)
    })
    return told
  })

const runExcludingLost = async (
  deps: ContractDeps,
  asked: readonly SubmittedCommand[],
): Promise<readonly BatchResult<OrderRow>[]> => {
  const out = new Set<CommitMarker>()
  for (;;) {
    const staying = asked.filter(({ mark }) => mark === null || !out.has(mark))
    try {
      const told = staying.length === 0 ? [] : [...(await runBatch(deps, staying))]
      return asked.map(({ mark }) => {
        if (mark !== null && out.has(mark)) return { failure: mark.lost() }
        const one = told.shift()
        if (one === undefined) throw new Error('batch returned fewer results than requests')
        return one
      })
    } catch (error) {
      if (!(error instanceof IdempotencyKeysLost)) throw error
      for (const mark of error.lost) out.add(mark)
    }
  }
}

/** One lane for each database and set of markets: everything in it follows one order of acceptance. */
const queues = new WeakMap<object, WeakMap<object, BatchQueue>>()

const queueFor = (deps: ContractDeps): BatchQueue => {
  const ofDatabase = queues.get(deps.database) ?? new WeakMap<object, BatchQueue>()
  queues.set(deps.database, ofDatabase)
  const lane =
    ofDatabase.get(deps.markets) ??
    createBatchQueue(
      (asked: readonly SubmittedCommand[]) => runExcludingLost(deps, asked),
      isCommitUncertain,
      isStatementTimeout,
    )
  ofDatabase.set(deps.markets, lane)
  return lane
}

/**
 * Does a command together with whatever other commands are asked for at the same time: one transaction and one
 * durable commit for all of them, each with its own answer or refusal. Alone it waits for nobody.
 */
export const submitCommand = (deps: ContractDeps, command: Command): Promise<OrderRow> =>
  queueFor(deps)({ ...command, mark: currentMarker(), apiKeyId: currentApiKey() })
