import { Refusal } from '@glasshouse/core/errors/registry'
import {
  createLane,
  type Mark,
  markNow,
  mayBeCommitted,
  setMarks,
  type Told,
  type Tx,
  transactTogether,
} from '../../../platform/index.ts'
import type { RiskGate } from '../../../protection/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { WalletKey } from '../../store/orders.ts'
import type { ContractDeps } from '../terms.ts'
import { type Batch, lockBatch, walletName } from './state.ts'
import { writeBatch } from './write.ts'

/** A command on one wallet, to be decided on the wallet as it is when its turn comes. */
export type Command = {
  readonly wallet: WalletKey
  /** The market it is about. */
  readonly pid: number
  /** Decides in memory and notes what is to be written; a refusal notes nothing. */
  readonly decide: (batch: Batch, mayRisk: RiskGate) => OrderRow
  /** Reads what decides about the new risk it takes; null when it takes none. */
  readonly gate: ((tx: Tx) => Promise<RiskGate>) | null
}

type Asked = Command & { readonly mark: Mark | null }
type Lane = (asked: Asked) => Promise<OrderRow>

const noRisk: RiskGate = () => {
  throw new Error('a command that takes a risk says so')
}

/** What decides about the risks of a batch, read at once so that those who ask share the statements. */
const gatesFor = (tx: Tx, batch: readonly Asked[]): Promise<readonly RiskGate[]> =>
  Promise.all(batch.map(({ gate }) => (gate === null ? noRisk : gate(tx))))

const decideOne = (batch: Batch, { decide }: Asked, gate: RiskGate): Told<OrderRow> => {
  try {
    return { answer: decide(batch, gate) }
  } catch (failure) {
    if (failure instanceof Refusal) return { failure }
    throw failure
  }
}

/** Requests that lost their places while they waited, so that the batch undoes itself and goes without them. */
class PlacesLost extends Error {
  readonly lost: readonly Mark[]
  constructor(lost: readonly Mark[]) {
    super('requests of a batch lost their places')
    this.lost = lost
  }
}

/**
 * One transaction for all: locks in the house's usual order, decides one after the other in the order of
 * acceptance, writes once, marks the requests that did something.
 */
const runOnce = (deps: ContractDeps, asked: readonly Asked[]): Promise<readonly Told<OrderRow>[]> =>
  transactTogether(deps.database, async (tx) => {
    const { clock, markets } = deps
    const keys = new Map(asked.map(({ wallet }) => [walletName(wallet), wallet]))
    const pids = asked.map(({ pid }) => pid)
    const wanted = { pids, orders: asked.length, ask: () => gatesFor(tx, asked) }
    const { batch, answer: gates } = await lockBatch(tx, [...keys.values()], clock.now(), wanted)
    const told = asked.map((one, at) => decideOne(batch, one, gates[at] ?? noRisk))
    const done = asked.filter((_, at) => told[at] !== undefined && 'answer' in told[at])
    const marks = done.flatMap(({ mark }) => (mark === null ? [] : [mark]))
    await writeBatch(tx, markets, batch, clock.business(), async () => {
      const lost = await setMarks(tx, marks)
      if (lost.length > 0) throw new PlacesLost(lost)
    })
    return told
  })

const runWithoutLost = async (
  deps: ContractDeps,
  asked: readonly Asked[],
): Promise<readonly Told<OrderRow>[]> => {
  const out = new Set<Mark>()
  for (;;) {
    const staying = asked.filter(({ mark }) => mark === null || !out.has(mark))
    try {
      const told = staying.length === 0 ? [] : [...(await runOnce(deps, staying))]
      return asked.map(({ mark }) => {
        if (mark !== null && out.has(mark)) return { failure: mark.lost() }
        const one = told.shift()
        if (one === undefined) throw new Error('a batch tells of every request')
        return one
      })
    } catch (error) {
      if (!(error instanceof PlacesLost)) throw error
      for (const mark of error.lost) out.add(mark)
    }
  }
}

/** One lane for each database and set of markets: everything in it follows one order of acceptance. */
const lanes = new WeakMap<object, WeakMap<object, Lane>>()

const laneOf = (deps: ContractDeps): Lane => {
  const ofDatabase = lanes.get(deps.database) ?? new WeakMap<object, Lane>()
  lanes.set(deps.database, ofDatabase)
  const lane =
    ofDatabase.get(deps.markets) ??
    createLane((asked: readonly Asked[]) => runWithoutLost(deps, asked), mayBeCommitted)
  ofDatabase.set(deps.markets, lane)
  return lane
}

/**
 * Does a command together with whatever other commands are asked for at the same time: one transaction and one
 * durable commit for all of them, each with its own answer or refusal. Alone it waits for nobody.
 */
export const together = (deps: ContractDeps, command: Command): Promise<OrderRow> =>
  laneOf(deps)({ ...command, mark: markNow() })
