/** Wire forms of AI ordering. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import {
  type ContractOrder,
  type ContractOrderView,
  contractOrderFromWire,
  contractOrderToWire,
} from '../contracts/codec.ts'
import { formatPrice, formatUsdt, price, type Usdt, usdt } from '../money/units.ts'
import type { SignalValues } from './momentum.ts'
import { type AiOutcome, type EndReason, type RunState, runState, runStateOf } from './run.ts'
import type { AiOrderRequest } from './tiers.ts'
import type { AiRunRow } from './wire.ts'

/** A run of AI ordering to start. */
export type PlaceRunCommand = {
  readonly pid: number
  readonly leverage: number
  /** Margin of each trade. */
  readonly stake: Usdt
  /** Trades one after the other. */
  readonly times: number
  /** Null for the usual share of the stake. */
  readonly maxLoss: Usdt | null
}

/** Parses the request of `/api/ai/aiPlaceOrder`. */
export const placeRunFromWire = (body: BodyOf<'/api/ai/aiPlaceOrder'>): PlaceRunCommand => ({
  pid: body.pid,
  leverage: body.multiple,
  stake: body.price,
  times: body.times,
  maxLoss: body.maxloss ?? null,
})

/** Formats the request of `/api/ai/aiPlaceOrder`. */
export const placeRunToWire = ({
  pid,
  leverage,
  stake,
  times,
  maxLoss,
}: PlaceRunCommand): RequestOf<'/api/ai/aiPlaceOrder'> => ({
  pid,
  multiple: leverage,
  times,
  price: formatUsdt(stake),
  ...(maxLoss === null ? {} : { maxloss: formatUsdt(maxLoss) }),
})

const runFields = {
  stake: 'price',
  times: 'times',
  leverage: 'multiple',
  maxLoss: 'maxloss',
} as const satisfies Record<keyof AiOrderRequest, keyof BodyOf<'/api/ai/aiPlaceOrder'>>

/** An issue with the field as `/api/ai/aiPlaceOrder` names it; null where there is none. */
export const runIssueToWire = <Issue extends { readonly field: keyof AiOrderRequest }>(
  issue: Issue | null,
): (Omit<Issue, 'field'> & { readonly field: string }) | null =>
  issue === null ? null : { ...issue, field: runFields[issue.field] }

/** What staff do with the switch of AI ordering: read it, or change it for a reason. */
export type SwitchCommand = { readonly isOn: boolean; readonly remark: string }

/** Parses the request of `/staff/api/aiSwitch`; null only reads. */
export const switchFromWire = ({ on, remark }: BodyOf<'/staff/api/aiSwitch'>): SwitchCommand | null =>
  on === undefined ? null : { isOn: on === 1, remark: remark?.trim() ?? '' }

/** Whether AI ordering is on for all customers, since when and why. */
export type SwitchState = {
  readonly isOn: boolean
  readonly remark: string
  /** Null before the first change. */
  readonly changedMs: number | null
  /** Runs that have not ended. */
  readonly running: number
}

/** Formats the switch for `/staff/api/aiSwitch`. */
export const switchToWire = (state: SwitchState): DataOf<'/staff/api/aiSwitch'> => ({
  ...switchToAudit(state),
  changed: state.changedMs,
  running: state.running,
})

/** Parses the switch that the server returned. */
export const switchStateFromWire = (data: DataOf<'/staff/api/aiSwitch'>): SwitchState => ({
  isOn: data.on === 1,
  remark: data.remark,
  changedMs: data.changed,
  running: data.running,
})

/** Formats the request of `/staff/api/aiSwitch` that changes it. */
export const switchCommandToWire = (command: SwitchCommand): RequestOf<'/staff/api/aiSwitch'> =>
  switchToAudit(command)

/** The switch, for the audit log. */
export const switchToAudit = ({ isOn, remark }: SwitchCommand) => ({
  on: isOn ? (1 as const) : (0 as const),
  remark,
})

/** A closed trade as the push message `CLOSE_LEVER_AI_ORDER` states it. */
export type ClosedTrade = {
  readonly runId: number
  readonly done: number
  readonly times: number
  readonly title: string
  readonly type: 1 | 2
  readonly leverage: number
  readonly lots: number
  readonly openPrice: bigint
  readonly takeProfit: bigint | null
  readonly stopLoss: bigint | null
  readonly closePrice: bigint | null
  readonly margin: bigint
  readonly profit: bigint | null
  readonly fees: bigint
  readonly openedMs: number | null
  readonly closeReason: string | null
}

const priceText = (price: bigint | null): string => (price === null ? '0' : formatPrice(price))

export const closedTradeToWire = (trade: ClosedTrade) => ({
  runid: trade.runId,
  done: trade.done,
  times: trade.times,
  order: {
    type: trade.type,
    ptitle: trade.title,
    multiple: trade.leverage,
    share: trade.lots,
    openPrice: formatPrice(trade.openPrice),
    targetProfitPrice: priceText(trade.takeProfit),
    stopLossPrice: priceText(trade.stopLoss),
    newPrice: priceText(trade.closePrice),
    closePrice: priceText(trade.closePrice),
    cautionMoney: formatUsdt(trade.margin),
    factProfits: formatUsdt(trade.profit ?? 0n),
    tradeFee: formatUsdt(trade.fees),
    transactionTime: trade.openedMs,
    closeReason: trade.closeReason,
  },
})
export type AiTradeClosed = ReturnType<typeof closedTradeToWire>

/** Result of a closed trade as pages show it; null for another message. */
export const tradeResultFromWire = (
  data: Readonly<Record<string, unknown>>,
): { readonly done: number; readonly times: number; readonly profit: Usdt; readonly fees: Usdt } | null => {
  const { done, times, order } = data
  if (typeof done !== 'number' || typeof times !== 'number' || typeof order !== 'object' || order === null)
    return null
  const { factProfits, tradeFee } = order as Readonly<Record<string, unknown>>
  if (typeof factProfits !== 'string' || typeof tradeFee !== 'string') return null
  return { done, times, profit: usdt(factProfits), fees: usdt(tradeFee) }
}

/** A run of AI ordering as its customer sees it. */
export type AiRun = {
  readonly id: number
  readonly pid: number
  /** Margin of each trade. */
  readonly stake: Usdt
  readonly leverage: number
  /** Trades that it makes, and those that are done. */
  readonly times: number
  readonly done: number
  readonly maxLoss: Usdt
  /** What results and fees leave below zero. */
  readonly lost: Usdt
  readonly state: RunState
  /** Whether its open trade closes at the next fresh price. */
  readonly isStopping: boolean
  readonly reason: EndReason | null
  /** Of the reason `refused`: what the order was refused with. */
  readonly retCode: number | null
  /** Before fees. */
  readonly profit: Usdt
  readonly fees: Usdt
  readonly createdMs: number
  /** When it ends for want of time. */
  readonly untilMs: number
  readonly endedMs: number | null
}

/** Formats a run for `/api/ai/aiList`. */
export const aiRunToWire = (run: AiRun): AiRunRow => ({
  id: run.id,
  pid: run.pid,
  price: formatUsdt(run.stake),
  multiple: run.leverage,
  times: run.times,
  done: run.done,
  maxloss: formatUsdt(run.maxLoss),
  lost: formatUsdt(run.lost),
  state: runState[run.state],
  stopping: run.isStopping,
  reason: run.reason,
  retCode: run.retCode,
  profit: formatUsdt(run.profit),
  fees: formatUsdt(run.fees),
  createtime: run.createdMs,
  until: run.untilMs,
  endtime: run.endedMs,
})

/**
 * Parses a run that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const aiRunFromWire = (row: AiRunRow): AiRun => ({
  id: row.id,
  pid: row.pid,
  stake: usdt(row.price),
  leverage: row.multiple,
  times: row.times,
  done: row.done,
  maxLoss: usdt(row.maxloss),
  lost: usdt(row.lost),
  state: runStateOf(row.state),
  isStopping: row.stopping,
  reason: row.reason,
  retCode: row.retCode,
  profit: usdt(row.profit),
  fees: usdt(row.fees),
  createdMs: row.createtime,
  untilMs: row.until,
  endedMs: row.endtime,
})

/** Parses the rows of `/api/ai/aiList`; throws as `aiRunFromWire`. */
export const aiRunsFromWire = (rows: readonly AiRunRow[]): readonly AiRun[] => rows.map(aiRunFromWire)

/** The five values of a closed candle, and when it opened. */
export type CandleSignal = { readonly openMs: number; readonly values: SignalValues }

/** Formats the values of a candle. */
export const signalToWire = ({ openMs, values: { s7, s30, c, c15, a } }: CandleSignal) => ({
  candle: openMs / 1000,
  s7: formatPrice(s7),
  s30: formatPrice(s30),
  c: formatPrice(c),
  c15: formatPrice(c15),
  a: formatPrice(a),
})

type StatusData = DataOf<'/api/ai/aiStatus'>
type RunningRow = NonNullable<StatusData['running']>

const signalFromWire = (row: NonNullable<RunningRow['waitingFor']>): CandleSignal => ({
  openMs: row.candle * 1000,
  values: {
    s7: price(row.s7),
    s30: price(row.s30),
    c: price(row.c),
    c15: price(row.c15),
    a: price(row.a),
  },
})

/** A run that has not ended, with what it is at. */
export type RunningAiRun<Order> = AiRun & {
  /** Of the newest closed candle; null while candles are missing. */
  readonly signal: CandleSignal | null
  /** About the newest candle that was judged. */
  readonly decision: {
    readonly outcome: AiOutcome
    readonly openMs: number
    readonly retCode: number | null
  } | null
  /** The open trade. */
  readonly order: Order | null
}

/** Access of a customer, today's runs, the one that has not ended and the newest one that has. */
export type AiStatus<Order = ContractOrder> = {
  readonly isActive: boolean
  /** By the business calendar; null while it is not active. */
  readonly untilMs: number | null
  /** False while staff have switched AI ordering off for all customers. */
  readonly isOn: boolean
  /** Runs of the business day, stopped ones too, and how many there may be. */
  readonly today: number
  readonly max: number
  readonly running: RunningAiRun<Order> | null
  readonly last: AiRun | null
}

const runningToWire = ({ signal, decision, order, ...run }: RunningAiRun<ContractOrderView>): RunningRow => ({
  ...aiRunToWire(run),
  waitingFor: signal === null ? null : signalToWire(signal),
  decision:
    decision === null
      ? null
      : { outcome: decision.outcome, candle: decision.openMs / 1000, retCode: decision.retCode },
  ...(order === null ? {} : { order: contractOrderToWire(order) }),
})

/** Formats the answer of `/api/ai/aiStatus`. */
export const aiStatusToWire = (status: AiStatus<ContractOrderView>): StatusData => ({
  active: status.isActive,
  until: status.untilMs,
  on: status.isOn,
  today: status.today,
  max: status.max,
  ...(status.running === null ? {} : { running: runningToWire(status.running) }),
  ...(status.last === null ? {} : { last: aiRunToWire(status.last) }),
})

const runningFromWire = ({
  waitingFor,
  decision,
  order,
  ...run
}: RunningRow): RunningAiRun<ContractOrder> => ({
  ...aiRunFromWire(run),
  signal: waitingFor === null ? null : signalFromWire(waitingFor),
  decision:
    decision === null
      ? null
      : { outcome: decision.outcome, openMs: decision.candle * 1000, retCode: decision.retCode },
  order: order === undefined ? null : contractOrderFromWire(order),
})

/** Parses the answer of `/api/ai/aiStatus`; throws as `aiRunFromWire`. */
export const aiStatusFromWire = (data: StatusData): AiStatus => ({
  isActive: data.active,
  untilMs: data.until,
  isOn: data.on,
  today: data.today,
  max: data.max,
  running: data.running === undefined ? null : runningFromWire(data.running),
  last: data.last === undefined ? null : aiRunFromWire(data.last),
})
