import { copiedCloseLots } from '@glasshouse/core/invest/copy/copySize'
import type { OrderRow } from '../../schema.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import {
  accountOf,
  type Batch,
  type LeadAction,
  poolsFollowing,
  stageUpdate,
  type WalletState,
} from '../batch/state.ts'
import { closeByTrigger } from '../engine/closeByTrigger.ts'
import { type ContractDeps, contractTermsOf } from '../terms.ts'
import { copyOpening, copyTpSl } from './copyOpening.ts'

/** A pool that followed its lead: the account, the lead, and the order it opened or gave stops, if it did. */
export type FollowedPool = {
  readonly account: number
  readonly leadUid: number
  readonly judged: OrderRow | null
}

/**
 * Has the pools follow what their leads just did in a batch, each deed in every pool of its lead before the next one.
 * Called after every command and every trigger, so that a copy comes right after the order it copies.
 */
export const followLeads = (
  deps: Pick<ContractDeps, 'settings' | 'markets'>,
  batch: Batch,
  at: MarketSnapshot,
): readonly FollowedPool[] => {
  const { copying } = batch
  if (copying === null) return []
  return batch.leadActions.splice(0).flatMap((action) =>
    poolsFollowing(batch, action.order).flatMap((pool): readonly FollowedPool[] => {
      const wallet = accountOf(batch, { uid: pool.account, levertype: 1 })
      const { account, lead_uid: leadUid } = pool
      if (action.kind === 'close')
        return copyClosing(batch, wallet, action, at) ? [{ account, leadUid, judged: null }] : []
      if (action.kind === 'stops') {
        const judged = copyTpSl(batch, wallet, action, at)
        return judged === null ? [] : [{ account, leadUid, judged }]
      }
      if (pool.state !== 'copying') return []
      const judged = copyOpening(deps, batch, { ...pool, wallet, rules: copying.rules }, action, at)
      return judged === null ? [] : [{ account, leadUid, judged }]
    }),
  )
}

/** Closes of the copy what the lead closed of the order; what cannot close at once closes at the next fresh tick. */
const copyClosing = (
  batch: Batch,
  wallet: WalletState,
  { order: led, closed }: Extract<LeadAction, { kind: 'close' }>,
  at: MarketSnapshot,
): boolean => {
  const copy = [...wallet.orders.values()].find(({ copy_of, status }) => copy_of === led.id && status === 1)
  const product = copy === undefined ? undefined : at.get(copy.pid)?.product
  if (copy === undefined || product === undefined) return false
  const due = copy.closing_lots ?? 0
  const added = copiedCloseLots(
    { copyLots: copy.lots - due, closedLots: closed.lots, heldLots: led.lots },
    contractTermsOf(product),
  )
  if (added === 0) return false
  const part = { lots: due + added, copyOf: closed.id }
  if (closeByTrigger(batch, wallet, copy, at, 'copy', { part }) === 'waits') {
    const current = wallet.orders.get(copy.id)
    if (current !== undefined)
      stageUpdate(batch, wallet, { ...current, closing_lots: part.lots, closing_for: part.copyOf })
  }
  return true
}
