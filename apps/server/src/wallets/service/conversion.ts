import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import { customer, house, usdtAsset } from '@glasshouse/core/ledger/chart'
import { formatQuantity, subtractUnits, type Usdt } from '@glasshouse/core/money/units'
import type { ConvertCoinsCommand, ConvertedCoins, Sale } from '@glasshouse/core/wallets/codec'
import { judgeMovedAmount, judgeSale, type SaleProblem } from '@glasshouse/core/wallets/judge'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../events.ts'
import { conversionPosting } from '../postings.ts'
import { findConversion, insertConversion } from '../store/transfers.ts'

/** What conversions need. */
export type ConversionDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'product' | 'inForce' | 'keep'>
  /** Whether the trading reserve would cover every open contract with `left` in it; asked with the reserve locked. */
  readonly isReserveSufficient: (tx: Tx, left: Usdt) => Promise<boolean>
  /** Runs a conversion, and again by the whole house account where its general part is not enough. */
  readonly inHousePart: (run: () => Promise<ConvertedCoins>) => Promise<ConvertedCoins>
}

/**
 * Converts coins of a wallet to USDT at the best bid of the latest tick once the wallet is locked; the tick is stored
 * with the conversion. The USDT goes into the same wallet.
 *
 * @throws invalidField (1001) the row of USDT
 * @throws notFound (1005) no such market
 * @throws outOfRange (2002, `min`) zero, or rounds to zero
 * @throws insufficientBalance (2001, `max`) more than the balance
 * @throws priceChanged (2007) no fresh bid
 * @throws insufficientReserve (2009) the reserve would not cover the open contracts any more
 * @throws ledgerSuspended (2012) an invariant of the ledger is broken
 */
export const convertCoins = async (
  { clock, database, markets, isReserveSufficient, inHousePart }: ConversionDeps,
  uid: number,
  { place, pid, amount }: ConvertCoinsCommand,
): Promise<ConvertedCoins> => {
  if (pid === null) throw domainError('invalidField', { field: 'walletId' })
  const product = markets.product(pid)
  if (product === null) throw domainError('notFound')
  const moved = judgeMovedAmount(amount)
  if (moved.problem !== null) throw saleError(moved.problem)
  const asset = product.symbol.slice(0, -usdtAsset.length)
  const convert = async (tx: Tx): Promise<ConvertedCoins> => {
    const [held, , reserve] = await lockBalances(tx, [
      customer(uid, place, asset),
      customer(uid, place),
      house('trading'),
      house('trading', asset),
    ])
    requireSoundLedger(database)
    // Read the tick after taking the lock: a request that waited must use the current rate.
    const inForce = markets.inForce(product.symbol)
    const isFresh = inForce !== null && !inForce.stale
    const judged = judgeSale({ held, bid: isFresh ? inForce.tick.bid : null }, amount)
    if (judged.problem !== null) throw saleError(judged.problem)
    const { rate, received } = judged.plan
    if (inForce === null) throw new Error('a sale was accepted without a tick')
    const { tick } = inForce
    const left = subtractUnits(reserve, received)
    if (!(await isReserveSufficient(tx, left)) || left <= 0n) throw domainError('insufficientReserve')

    const sale = { uid, place, pid, amount, rate, received, madeMs: clock.business(), tick }
    const saleId = await insertConversion(tx, sale)
    await markets.keep(tx, tick)
    await postSingle(tx, clock.business(), conversionPosting({ uid, place, asset, amount, received }, saleId))
    await publishEvents(tx, [walletChanged(uid)], clock.now())
    return { id: saleId, rate, received, rateAgeMs: Math.max(0, clock.now() - tick.receivedTimeMs) }
  }
  return inHousePart(() => transact(database.db, convert))
}

const saleError = (problem: SaleProblem): DomainError => {
  switch (problem.kind) {
    case 'insufficientBalance':
      return domainError('insufficientBalance', { max: formatQuantity(problem.held) })
    case 'noRate':
      return domainError('priceChanged')
    default:
      return domainError('outOfRange', { min: formatQuantity(problem.min) })
  }
}

/**
 * A conversion of the customer's own coins with its stored tick. The market's name comes from the tick, so that it is
 * available after the market was removed.
 *
 * @throws notFound (1005) no such conversion, or it belongs to another customer
 */
export const conversionReceipt = async (db: Db, uid: number, id: number): Promise<Sale> => {
  const sale = await findConversion(db, uid, id)
  if (sale === null) throw domainError('notFound')
  const { made_ms, ...rest } = sale
  return { ...rest, symbol: sale.tick.symbol, madeMs: made_ms }
}
