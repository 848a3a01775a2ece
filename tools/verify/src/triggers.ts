import { isReached, orderCondition, type PriceTriggerKind } from '@glasshouse/core/contracts/engine/triggers'
import { liquidationMarginLevelPercent, sideFromWire } from '@glasshouse/core/contracts/rules'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatUsdt, price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { followClosingOrders, maxAmendMs, onItsWayMs } from './closingOrders.ts'
import { symbolOf } from './codec.ts'
import type { CheckReport } from './difference.ts'
import { type PriceLog, priceLogs } from './log.ts'
import type { Receipt } from './read.ts'
import type { Ticks } from './tickLog.ts'
import { followTrailingStop } from './trailingStops.ts'

type Event = Receipt['events'][number]
type Kind = Exclude<PriceTriggerKind, 'closeOut' | 'closing'>
/** A price an order waits for, since the tick with this number; a resting order until it expires. */
type Waiting = {
  readonly at: string
  readonly since: number
  readonly expiresMs?: number | undefined
  /** Of a stop order: from which side it is reached. */
  readonly trigger?: 'rises' | 'falls' | null
}
type Problems = readonly string[]

const names: Readonly<Record<Kind, string>> = {
  limit: 'fixed price',
  loss: 'stop-loss',
  profit: 'stop-profit',
}
/** Checks one order, event by event, with what it waits for in between. */
const followOrder = ({ order, events }: Receipt, log: PriceLog | undefined): Problems => {
  const side = sideFromWire(order.type)
  const waiting = new Map<Kind, Waiting>()
  const watch = (kind: Kind, at: string, trigger = waiting.get(kind)?.trigger ?? null) => ({
    ...orderCondition({ side, trigger }, kind),
    price: price(at),
  })
  const reaches = (
    kind: Kind,
    at: string,
    { bid, ask }: TickEvidence,
    trigger?: 'rises' | 'falls' | null,
  ): boolean => isReached(watch(kind, at, trigger), { bid: price(bid), ask: price(ask) })

  /** The first tick after the beginning of the wait and before number `before` that had reached the price in time. */
  const reachedBefore = (kind: Kind, before: number | null) => {
    const wait = waiting.get(kind)
    const found = wait && log?.firstReaching(watch(kind, wait.at), wait.since, before)
    return found && found.receivedMs < (wait.expiresMs ?? Number.POSITIVE_INFINITY) ? found : null
  }
  /** No tick between the beginning of the wait and the event had reached the price. */
  const notBefore = (kind: Kind, before: number | null): Problems => {
    const wait = waiting.get(kind)
    const missed = reachedBefore(kind, before)
    if (!wait || !missed) return []
    if (before === null && missed.receivedMs > (log?.endMs ?? 0) - onItsWayMs) return []
    return [`tick ${missed.n} had reached its ${names[kind]} of ${wait.at}, and nothing happened then`]
  }
  /** The event's tick reached what the order waited for, and was the first to do so. */
  const fired = (kind: Kind, tick: TickEvidence): Problems => {
    const wait = waiting.get(kind)
    if (wait === undefined) return [`there was no ${names[kind]} that could fire`]
    if (!reaches(kind, wait.at, tick))
      return [`its tick ${tick.n} did not reach the ${names[kind]} of ${wait.at}`]
    if (wait.expiresMs !== undefined && tick.receivedTime >= wait.expiresMs)
      return [`its tick ${tick.n} came after its expiry`]
    return tick.n < wait.since
      ? [`its tick ${tick.n} came before its ${names[kind]} was set`]
      : notBefore(kind, tick.n)
  }
  const opened = (event: Event, tick: TickEvidence): Problems => {
    const found = /^(limit|trigger)/.test(event.rule) && waiting.has('limit') ? fired('limit', tick) : []
    waiting.delete('limit')
    // Stops of a waiting order begin to count when it opens.
    for (const [kind, { at }] of waiting) waiting.set(kind, { at, since: tick.n })
    return found
  }
  const closed = (event: Event, tick: TickEvidence): Problems => {
    const own = (['loss', 'profit'] as const).find((kind) => event.rule.startsWith(ruleOf[kind]))
    const other = own === 'loss' ? 'profit' : 'loss'
    if (own === undefined)
      return [...notBefore('loss', tick.n), ...notBefore('profit', tick.n), ...closedOut(event)]
    const loss = waiting.get('loss')
    const lossFirst = own === 'profit' && loss !== undefined && reaches('loss', loss.at, tick)
    return [
      ...fired(own, tick),
      ...notBefore(other, tick.n),
      ...(lossFirst ? ['its tick reached the stop-loss too, which goes first'] : []),
    ]
  }
  /** Its customer or a lock of the account cancelled it, and no tick heard until then had reached it: a reached order is decided. */
  const cancelled = (tick: TickEvidence): Problems => {
    const wait = waiting.get('limit')
    const reached = reachedBefore('limit', tick.n + 1)
    return wait && reached
      ? [
          `tick ${reached.n} had reached its fixed price of ${wait.at}, and it was cancelled after tick ${tick.n}`,
        ]
      : []
  }
  /** It was cancelled after its expiry, and no tick received before that had reached it. */
  const expired = ({ time }: Event): Problems => {
    const wait = waiting.get('limit')
    if (wait?.expiresMs === undefined) return ['it had no expiry']
    return [
      ...(time < wait.expiresMs ? ['it was cancelled before its expiry'] : []),
      ...notBefore('limit', null),
    ]
  }
  /** A resting order got another price: the old one was not reached before the request, and the new one is not yet. */
  const amended = ({ price: at, rule, time, expireTime }: Event, tick: TickEvidence): Problems => {
    const wait = waiting.get('limit')
    const before = reachedBefore('limit', tick.n + 1)
    const isReached = reaches('limit', at, tick, triggerIn(rule))
    const opensNow = rule === 'amendedReached'
    // One that opens at once is held against its own limit, with the worse of its two ticks.
    if (opensNow) waiting.delete('limit')
    else waiting.set('limit', { at, since: tick.n, expiresMs: expireTime, trigger: triggerIn(rule) })
    return [
      ...(wait?.expiresMs !== undefined && time >= wait.expiresMs ? ['it was amended after its expiry'] : []),
      ...(wait && before && time - before.receivedMs > maxAmendMs
        ? [`tick ${before.n} had reached its fixed price of ${wait.at}, and it was amended long after`]
        : []),
      ...(isReached === opensNow
        ? []
        : [`its tick ${tick.n} ${isReached ? 'had reached' : 'did not reach'} its new price of ${at}`]),
    ]
  }
  /** A stop order is not placed at its own trigger price, and on the side that its rule names. */
  const placed = ({ price: at, rule, expireTime }: Event, tick: TickEvidence): Problems => {
    const trigger = triggerIn(rule)
    const isThere = trigger !== null && reaches('limit', at, tick, trigger)
    waiting.set('limit', { at, since: tick.n, expiresMs: expireTime, trigger })
    return isThere ? [`its tick ${tick.n} was at its trigger price of ${at} already`] : []
  }
  const problemsOfEvent = (event: Event): Problems => {
    const { kind, rule, tick } = event
    const isCancel = rule === 'revokedByUser' || rule === 'revokedForLock'
    if (rule === 'revokedExpired') return expired(event)
    if (tick === null) return isCancel ? ['nothing tells which tick had been heard'] : []
    if (isCancel) return cancelled(tick)
    if (kind === 'placed') return placed(event, tick)
    if (kind === 'amended') return amended(event, tick)
    if (kind === 'stopsSet' && rule.startsWith('stop')) {
      const which = rule.startsWith('stopLoss') ? 'loss' : 'profit'
      if (rule.endsWith('Cleared')) waiting.delete(which)
      else waiting.set(which, { at: event.price, since: tick.n })
    } else if (kind === 'opened') return opened(event, tick)
    else if (kind === 'closed') return closed(event, tick)
    else if (kind === 'revoked' && rule !== 'revokedForLoss') return fired('limit', tick)
    return []
  }
  /** Nothing rests long after its expiry. */
  const overdue = (): Problems => {
    const { expiresMs } = waiting.get('limit') ?? {}
    return expiresMs !== undefined && expiresMs < (log?.endMs ?? 0) - onItsWayMs
      ? ['it expired and still rests']
      : []
  }
  const found = events.flatMap((event) => problemsOfEvent(event).map((what) => `${event.kind}: ${what}`))
  const kinds: readonly Kind[] = order.status === 0 ? ['limit'] : order.status === 1 ? ['loss', 'profit'] : []
  return [
    ...found,
    ...(order.status === 0 ? overdue() : []),
    ...kinds.flatMap((kind) => notBefore(kind, null).map((what) => `still waiting: ${what}`)),
  ]
}

/** A close-out was called for by the account it tells: a risk rate of 50 % or less, or another order's loss. */
const closedOut = ({ rule, account }: Event): Problems => {
  if (!rule.startsWith('closeOut')) return []
  if (account === undefined) return ['it was closed out, and nothing tells at which risk rate']
  const [balance, margin, profit] = [usdt(account.balance), usdt(account.margin), usdt(account.profit)]
  return account.forOrder !== null ||
    (balance + profit) * 100n <= margin * BigInt(liquidationMarginLevelPercent)
    ? []
    : [`closed out with ${formatUsdt((balance + profit) as Usdt)} left for a margin of ${account.margin}`]
}

/** From which side a stop order is reached, by the rule of its placing or change; null for a limit order. */
const triggerIn = (rule: string): 'rises' | 'falls' | null =>
  rule.endsWith('Rises') ? 'rises' : rule.endsWith('Falls') ? 'falls' : null

const ruleOf = { loss: 'stopLoss', profit: 'stopProfit' } as const

const problemsOf = (receipt: Receipt, log: PriceLog | undefined): Problems => [
  ...followOrder(receipt, log),
  ...followClosingOrders(receipt, log),
  ...followTrailingStop(receipt, log),
]

/**
 * Holds every fixed price, stop-profit, stop-loss, trailing stop and closing order against the log: it fired at a tick that reached it, that
 * tick was the first since it was set, and none that was reached is still waiting or was cancelled by its customer. A
 * close-out had a reason.
 */
export const verifyTriggers = (receipts: readonly Receipt[], ticks: Ticks): CheckReport => {
  const logs = priceLogs(ticks)
  const fired = receipts.flatMap(({ events }) =>
    events.filter(
      ({ kind, rule }) =>
        /^(limit|trigger|(stop(Loss|Profit)|trailingStop|closingOrder)(Buy|Sell))/.test(rule) &&
        kind !== 'stopsSet',
    ),
  )
  return {
    name: 'contract triggers',
    counts: { orders: receipts.length, fired: fired.length },
    differences: receipts.flatMap((receipt) =>
      problemsOf(receipt, logs.get(symbolOf(receipt.order))).map((what) => ({
        where: `order ${receipt.order.id}`,
        what,
      })),
    ),
    remarks: [],
  }
}
