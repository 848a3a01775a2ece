import { setTimeout as wait } from 'node:timers/promises'
import { lotsFor, stopPrice } from '@glasshouse/core/ai/momentum'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { fillPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import { DomainError } from '@glasshouse/core/errors/registry'
import { divide, type Price, type Usdt } from '@glasshouse/core/money/units'
import { type ContractDeps, closePosition, listOrders, placeOrder } from '../../contracts/index.ts'
import type { Markets } from '../../markets/index.ts'
import { isStatementTimeout } from '../../platform/telemetry/index.ts'

/** Stops and limit prices need an engine. */
export type SampleOrderDeps = ContractDeps &
  Required<Pick<ContractDeps, 'engine'>> & { readonly markets: Pick<Markets, 'products'> }

/**
 * An order of the sample in one of the first two markets. `stake` is the most its margin may be; the distances are percent of the
 * price at the time, null for none.
 */
export type SampleOrder = {
  readonly wallet: ContractWallet
  readonly market: 0 | 1
  readonly side: PositionSide
  readonly leverage: number
  readonly stake: Usdt
  /** How far a limit order is from the market; null for a market order. */
  readonly limitPercent: bigint | null
  readonly stopPercents: { readonly loss: bigint; readonly profit: bigint } | null
}

/** Waits until both sample markets are tradable; false after the timeout. */
export const areSampleMarketsFresh = async (
  { markets }: Pick<SampleOrderDeps, 'markets'>,
  waitMs: number,
): Promise<boolean> => {
  const symbols = markets.products().slice(0, 2)
  const areFresh = () => symbols.every(({ symbol }) => markets.inForce(symbol)?.stale === false)
  for (let waited = 0; waited < waitMs && !areFresh(); waited += 50) await wait(50)
  return areFresh()
}

/** How often a command is repeated whose price the market left, or whose statement a busy database cancelled. */
const attempts = 5

/** Places an order of the demo customer; skipped if the market moves away at every attempt. */
export const placeSampleOrder = async (
  deps: SampleOrderDeps,
  uid: number,
  order: SampleOrder,
): Promise<void> => {
  await untilAccepted(() => placeOnce(deps, uid, order))
}

/** Closes every open position of a wallet at the market. */
export const closeSamplePositions = async (
  deps: SampleOrderDeps,
  uid: number,
  wallet: ContractWallet,
): Promise<void> => {
  const { rows } = await listSampleOrders(deps, uid, wallet)
  for (const { id, state } of rows)
    if (state === 'open') await untilAccepted(() => closePosition(deps, { uid }, { id, lots: null }))
}

/** What is open or resting in a wallet of the demo customer. */
export const listSampleOrders = (deps: SampleOrderDeps, uid: number, wallet: ContractWallet) =>
  listOrders(
    deps,
    { uid },
    {
      ...{ wallet, states: ['resting', 'open'], pid: null },
      ...{ page: 1, pageSize: 100, orderBy: 'id', direction: 'asc' },
    },
  )

const placeOnce = async (deps: SampleOrderDeps, uid: number, order: SampleOrder): Promise<void> => {
  const { wallet, market, side, leverage, stake, limitPercent, stopPercents } = order
  const product = deps.markets.products()[market]
  const tick = product === undefined ? undefined : deps.markets.inForce(product.symbol)?.tick
  if (product === undefined || tick === undefined) return
  const fill = fillPrice(side, tick)
  const away = (stop: 'loss' | 'profit', percent: bigint): Price =>
    stopPrice(side, stop, fill, divide(fill * percent, 100n, 'floor'), product.scale)
  await placeOrder(
    deps,
    { uid },
    {
      ...{ wallet, side, leverage, pid: product.pid, expiresMs: null, termsId: undefined },
      lots: lotsFor(stake, fill, leverage, product),
      kind: limitPercent === null ? 'market' : 'limit',
      price: limitPercent === null ? fill : away('loss', limitPercent),
      stopLoss: stopPercents === null ? null : away('loss', stopPercents.loss),
      takeProfit: stopPercents === null ? null : away('profit', stopPercents.profit),
    },
  )
}

/** Repeats a command until it is accepted; gives up after some attempts. */
const untilAccepted = async (command: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) if (await isAccepted(command())) return
}

/** Whether a command was accepted; false if it was refused, or undone because a statement took too long. */
const isAccepted = (command: Promise<unknown>): Promise<boolean> =>
  command.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof DomainError || isStatementTimeout(error))) throw error
      return false
    },
  )
