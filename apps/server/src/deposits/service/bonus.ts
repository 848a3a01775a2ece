import {
  bonusAmount,
  bonusClaimWindowMs,
  bonusExtra,
  bonusPercent,
  bonusStateAt,
} from '@glasshouse/core/deposits/bonus'
import type { BonusOffer } from '@glasshouse/core/deposits/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { customer, house } from '@glasshouse/core/ledger/chart'
import type { Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import { lockBalances, post } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { bonusCredited } from '../postings.ts'
import { findBonus, insertBonus } from '../store/bonus.ts'
import { type DepositRow, findFirstPaidDeposit } from '../store/deposits.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const readStanding = async (deps: Deps, db: Db | Tx, uid: number) => {
  const max = await getSetting(db, 'bonus_max')
  const { policy } = await customerPolicy(deps, db, uid)
  const [claimed, first] = [await findBonus(db, uid), await findFirstPaidDeposit(db, uid)]
  const facts = {
    isOffered: policy.bonuses && max > 0n,
    claimed: claimed !== undefined,
    firstDepositMs: first?.paid_ms ?? null,
  }
  const state = bonusStateAt(facts, deps.clock.business())
  return { max, claimed, first, state }
}

/** Credited amount of the first deposit; it was paid, so there is a payment. */
const paidOf = ({ id, credited }: DepositRow): Usdt => {
  if (credited === null) throw new Error(`deposit ${id} is paid without a payment`)
  return credited
}

/** Bonus offer of a customer: state, amount and deadline. */
export const getBonusOffer = async (deps: Deps, uid: number): Promise<BonusOffer> => {
  const { max, claimed, first, state } = await readStanding(deps, deps.database.db, uid)
  const terms = { state, percent: bonusPercent, extra: bonusExtra, max, bonus: null, untilMs: null }
  if (claimed !== undefined) return { ...terms, bonus: claimed.amount }
  if (state !== 'claimable' || first === undefined || first.paid_ms === null) return terms
  const bonus = bonusAmount(paidOf(first), max)
  return { ...terms, bonus, untilMs: first.paid_ms + bonusClaimWindowMs }
}

/**
 * Credits the bonus of a customer's first deposit from the marketing reserve as bonus credit, and returns it; once.
 *
 * @throws notAllowed the policy or the operator offers none
 * @throws sessionRevoked the account is closed; closing locks the wallet too
 * @throws invalidState (`reason`) before the first deposit (`waiting`), after seven days (`over`), already `claimed`
 * @throws insufficientReserve the marketing reserve does not cover it
 */
export const claimBonus = async (deps: Deps, uid: number): Promise<Usdt> =>
  transact(deps.database.db, async (tx) => {
    await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'bonus'), house('marketing')])
    if ((await findCustomer(tx, uid))?.closed_ms !== null) throw domainError('sessionRevoked')
    const { max, first, state } = await readStanding(deps, tx, uid)
    if (state === 'off') throw domainError('notAllowed')
    if (state !== 'claimable' || first === undefined) throw domainError('invalidState', { reason: state })
    const amount = bonusAmount(paidOf(first), max)
    const atMs = deps.clock.business()
    const bonus = { uid, deposit_id: first.id, amount, claimed_ms: atMs }
    if (!(await insertBonus(tx, bonus))) throw domainError('invalidState', { reason: 'claimed' })
    const [posted] = await post(tx, atMs, [bonusCredited(uid, first.id, amount)])
    if (posted?.ok !== true) throw domainError('insufficientReserve')
    await publishEvents(tx, [walletChanged(uid)], deps.clock.now())
    return amount
  })
