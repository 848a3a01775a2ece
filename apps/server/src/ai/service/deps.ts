import type { TradeTerms } from '@glasshouse/core/ai/momentum'
import { activation, statusAt } from '@glasshouse/core/ai/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { ContractDeps } from '../../contracts/index.ts'
import { activationOf, findCustomer } from '../../customers/records/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { NotDeliveredError } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'

/** What the module needs of the markets, beyond what orders need. */
export type AiMarkets = ContractDeps['markets'] & Pick<Markets, 'products' | 'candles'>

export type AiDeps = ContractDeps & Pick<Platform, 'log'> & { readonly markets: AiMarkets }

/**
 * Requires that this process still decides on a customer, and keeps it so until the end of the transaction, where calls are sent to
 * the engine that does.
 *
 * @throws NotDeliveredError another engine does
 */
export const assertHeld = async (
  tx: Tx,
  { engine, onlyHeld }: Pick<AiDeps, 'engine' | 'onlyHeld'>,
  uid: number,
): Promise<void> => {
  if (onlyHeld && (await engine?.holds(tx, [uid])) !== true)
    throw new NotDeliveredError(`this engine does not decide on customer ${uid}`)
}

/** Terms of a market as the rule plans with them. */
export const tradeTermsOf = ({ lot, minLots, stepLots, feeRatePpm, scale }: Product): TradeTerms => ({
  lot,
  minLots,
  stepLots,
  feeRatePpm,
  scale,
})

/** The tick in force of a market while it is fresh; null otherwise. */
export const freshTick = (markets: Pick<AiMarkets, 'inForce'>, { symbol }: Product): Tick | null => {
  const inForce = markets.inForce(symbol)
  return inForce === null || inForce.stale ? null : inForce.tick
}

/** Whether AI ordering is active for a customer at an instant of the business calendar; a closed account's is not. */
export const isActiveFor = async (db: Db | Tx, uid: number, businessMs: number): Promise<boolean> => {
  const person = await findCustomer(db, uid)
  if (person === undefined || person.closed_ms !== null) return false
  return statusAt(activationOf(person), businessMs) === activation.active
}
