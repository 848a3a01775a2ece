import {
  closingReason,
  distancesOf,
  lotsFor,
  type Signal,
  type SignalValues,
  sideOfSignal,
  signalOf,
  signalValues,
  stopPrice,
  strategyParameters,
} from '@glasshouse/core/ai/momentum'
import { fillPrice } from '@glasshouse/core/contracts/rules'
import { DomainError } from '@glasshouse/core/errors/registry'
import { intervalMs } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import type { PublicMessage } from '@glasshouse/core/markets/topics'
import { divide, type Price, scaleUnits } from '@glasshouse/core/money/units'
import {
  type ContractDeps,
  closePosition,
  type Engine,
  listOrders,
  placeOrder,
} from '../../contracts/index.ts'
import type { Pools } from '../../invest/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { findState, upsertState } from '../store.ts'
import { readSampleLeads } from './sampleCopying.ts'

type TradeDeps = ContractDeps & {
  readonly markets: Pick<Markets, 'candles'>
  readonly pools: Pick<Pools, 'leadEquity'>
}

/** What the sample leads trade with. */
type LeadBotDeps = TradeDeps &
  Pick<Platform, 'log'> & {
    readonly markets: Pick<Markets, 'onMessage' | 'productNamed'>
    readonly engine: Pick<Engine, 'watches'>
  }

/** A sample lead: the first follows the signal, the second does the opposite. */
type LeadBot = { readonly uid: number; readonly isReversed: boolean }

/** The published rule: leverage, share of the equity that is the margin of a position, and positions at once. */
const rule = { leverage: 5, marginPercent: 5n, maxPositions: 2 } as const

/** A closed candle that is heard of later than this is not judged. */
const latestMs = 15_000

/** Feeds whose prices belong to practice; a feed of real prices is also what tests steer. */
const practiceFeeds: readonly Settings['MARKET_FEED'][] = ['simulator', 'replay']

/** Whether the sample leads trade by themselves where they are not stopped. */
export const hasLeadBots = ({ MODE, MARKET_FEED }: Pick<Settings, 'MODE' | 'MARKET_FEED'>): boolean =>
  MODE === 'practice' && practiceFeeds.includes(MARKET_FEED)

const stateName = 'practice.leadBots'

/** Stored, so that every process and the next start keep to it. */
const areBotsRunning = async ({ database }: Pick<Platform, 'database'>): Promise<boolean> =>
  (await findState(database.db, stateName)) !== 'stopped'

/** Stops or starts the sample leads and returns whether they trade now; open positions stay. */
export const setLeadBots = async (
  { settings, database }: Pick<Platform, 'settings' | 'database'>,
  run: 0 | 1,
): Promise<0 | 1> => {
  await upsertState(database.db, stateName, run === 1 ? 'running' : 'stopped')
  return hasLeadBots(settings) ? run : 0
}

/**
 * Trades the wallets of the sample leads by the published rule `momentum-1` with half its distances: at each closed minute
 * at most one order per lead and market, through the functions that customers' calls use. A restart goes on with the next
 * candle; what is open is read from the orders. A refused order is not repeated.
 */
export const startLeadBots = (deps: LeadBotDeps): { readonly close: () => Promise<void> } => {
  const { engine, log, markets } = deps
  let closed = false
  let working: Promise<void> = Promise.resolve()
  const judge = async (product: Product, openMs: number): Promise<void> => {
    if (closed || !engine.watches() || deps.clock.now() > openMs + intervalMs['1m'] + latestMs) return
    if (!(await areBotsRunning(deps))) return
    await judgeCandle(deps, product, openMs)
  }
  const hear = (message: PublicMessage): void => {
    if (message.e !== 'KLINE' || message.i !== '1m' || !message.k.x) return
    const product = markets.productNamed(message.s)
    if (product === null) return
    working = working
      .then(() => judge(product, message.k.t * 1000))
      .catch((err: unknown) =>
        log.warn({ err }, 'a sample lead could not trade; it goes on with the next candle'),
      )
  }
  const unsubscribe = markets.onMessage((_, message) => hear(message))
  return {
    close: async () => {
      closed = true
      unsubscribe()
      await working
    },
  }
}

/** Lets every sample lead decide on a closed minute of a market. */
export const judgeCandle = async (deps: TradeDeps, product: Product, openMs: number): Promise<void> => {
  const beforeMs = openMs + intervalMs['1m']
  const minutes = await deps.markets.candles(product.pid, {
    interval: '1m',
    beforeMs,
    limit: strategyParameters.candles,
  })
  const isGap =
    minutes === null || minutes.at(-1)?.openMs !== openMs || minutes.some((one) => one.volume === 0n)
  const values = isGap ? null : signalValues(minutes)
  for (const [at, uid] of (await readSampleLeads(deps)).entries())
    await trade(deps, { uid, isReversed: at === 1 }, { product, openMs, values }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
}

type JudgedMinute = {
  readonly product: Product
  readonly openMs: number
  readonly values: SignalValues | null
}

const opposite = { buy: 'sell', sell: 'buy', wait: 'wait' } as const satisfies Record<Signal, Signal>

const trade = async (deps: TradeDeps, bot: LeadBot, minute: JudgedMinute): Promise<void> => {
  const { product, openMs, values } = minute
  const seen = values === null ? 'wait' : signalOf(values)
  const signal = bot.isReversed ? opposite[seen] : seen
  const { rows } = await listOrders(deps, bot, {
    ...{ wallet: 'contract2', states: ['resting', 'open', 'closing'], pid: null },
    ...{ page: 1, pageSize: 100, orderBy: 'id', direction: 'asc' },
  })
  const own = rows.filter(({ pid }) => pid === product.pid)
  for (const order of own)
    if (closingReason(order.side, order.createdMs, openMs, signal) !== null)
      await closePosition(deps, bot, { id: order.id, lots: null })
  if (own.length > 0 || rows.length >= rule.maxPositions || values === null || signal === 'wait') return
  await open(deps, bot, { product, values, signal })
}

const open = async (
  deps: TradeDeps,
  { uid }: LeadBot,
  {
    product,
    values,
    signal,
  }: { readonly product: Product; readonly values: SignalValues; readonly signal: Exclude<Signal, 'wait'> },
): Promise<void> => {
  const side = sideOfSignal(signal)
  const inForce = deps.markets.inForce(product.symbol)
  const equity = await deps.pools.leadEquity(deps.database.db, uid)
  if (inForce === null || inForce.stale || equity === null) return
  const fill = fillPrice(side, inForce.tick)
  const stake = scaleUnits(equity, rule.marginPercent, 100n, 'floor')
  const lots = lotsFor(stake, fill, rule.leverage, product)
  if (lots === 0) return
  const { loss, profit } = distancesOf(values)
  const stopAt = (stop: 'loss' | 'profit', distance: Price): Price =>
    stopPrice(side, stop, fill, divide(distance, 2n, 'ceil'), product.scale)
  await placeOrder(
    deps,
    { uid },
    {
      ...{ wallet: 'contract2', kind: 'market', expiresMs: null, termsId: undefined },
      pid: product.pid,
      ...{ side, lots },
      leverage: rule.leverage,
      price: fill,
      stopLoss: stopAt('loss', loss),
      takeProfit: stopAt('profit', profit),
    },
  )
}
