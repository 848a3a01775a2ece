import type { BodyOf } from '@glasshouse/core/calls'
import {
  depositStatus,
  gatewayLifeMs,
  isDepositAllowed,
  type PayChannel,
  sandboxChannel,
} from '@glasshouse/core/funding/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import type { Language } from '@glasshouse/core/wire/languages'
import { postOne } from '../ledger/index.ts'
import { announce, type Db, type Platform, randomToken, type Tx, transact } from '../platform/index.ts'
import { mayDeposit } from '../protection/index.ts'
import { walletChanged } from '../wallets/index.ts'
import type { GatewayView } from './gateway/page.ts'
import { depositCredited } from './postings.ts'
import {
  insertDeposit,
  lockDeposit,
  markPaid,
  selectDeposit,
  selectDeposits,
  selectWaiting,
} from './store.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** When something happens, by the wall clock and by the business calendar. */
type Instant = Pick<Platform['clock'], 'now' | 'business'>

/** The online channels of this installation. Live adapters come later; practice has its own page. */
export const payChannels = ({ settings }: Pick<Platform, 'settings'>): readonly PayChannel[] =>
  settings.MODE === 'practice' ? [sandboxChannel] : []

/**
 * Begins a deposit and returns the address of the page where it is paid; nothing is credited yet.
 * Refuses 1005 for an unknown channel, 2002 (with `min`, `max`) for an amount it does not take, and 2011 when a
 * limit or a pause of the customer's own stands against it.
 */
export const openDeposit = async (
  deps: Deps,
  uid: number,
  { action, money }: { readonly action: string; readonly money: Usdt },
  lang: Language,
): Promise<string> => {
  const channel = payChannels(deps).find(({ code }) => code === action)
  if (channel === undefined) throw refuse('notFound')
  if (!isDepositAllowed(channel, money))
    throw refuse('outsideLimits', { min: formatUsdt(channel.min), max: formatUsdt(channel.max) })
  const pageId = await transact(deps.database.db, async (tx) => {
    await mayDeposit(deps, tx, uid, money, () => selectWaiting(tx, uid, deps.clock.now()))
    return recordDeposit(tx, uid, channel, money, lang, deps.clock)
  })
  return `/practice/gateway/${pageId}`
}

/** Writes a deposit down that waits for its payment and returns the unguessable part of its page's address. */
export const recordDeposit = async (
  db: Db | Tx,
  uid: number,
  channel: PayChannel,
  amount: Usdt,
  lang: Language,
  at: Instant,
): Promise<string> => {
  const pageId = randomToken()
  const [createdMs, expiresMs] = [at.business(), at.now() + gatewayLifeMs]
  await insertDeposit(db, { uid, channel: channel.code, amount, pageId, lang, createdMs, expiresMs })
  return pageId
}

const isPageId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/**
 * Pays a deposit of the practice gateway. Paid twice it is credited once; after its end it is not credited.
 * Returns what became of it, null when there is no such page.
 */
export const settleDeposit = async (
  { clock, database }: Deps,
  pageId: string,
): Promise<'paid' | 'expired' | null> =>
  isPageId(pageId) ? transact(database.db, (tx) => payDeposit(tx, pageId, clock)) : null

/** As `settleDeposit`, in the caller's transaction. */
export const payDeposit = async (tx: Tx, pageId: string, at: Instant): Promise<'paid' | 'expired' | null> => {
  const deposit = await lockDeposit(tx, pageId)
  if (deposit === undefined) return null
  if (deposit.paid_ms !== null) return 'paid'
  if (at.now() >= deposit.expires_ms) return 'expired'
  // The row is locked; the ledger's key makes it count once even without.
  await postOne(tx, at.business(), depositCredited(deposit.id, deposit.uid, deposit.channel, deposit.amount))
  await markPaid(tx, deposit.id, at.business())
  await announce(tx, [walletChanged(deposit.uid)], at.now())
  return 'paid'
}

/** What the payment page of a deposit shows; null when there is no such page. */
export const readGateway = async ({ clock, database }: Deps, pageId: string): Promise<GatewayView | null> => {
  const deposit = isPageId(pageId) ? await selectDeposit(database.db, pageId) : undefined
  if (deposit === undefined) return null
  const { lang, amount } = deposit
  if (deposit.paid_ms !== null) return { kind: 'paid', lang, amount }
  return { kind: clock.now() < deposit.expires_ms ? 'waits' : 'expired', lang, amount }
}

/** One page of a customer's deposits as the wire lists them. */
export const listDeposits = async (
  { clock, database }: Deps,
  uid: number,
  asked: BodyOf<'/api/pay/myPay'>,
) => {
  const nowMs = clock.now()
  const { rows, total } = await selectDeposits(database.db, {
    uid,
    status: asked.status,
    nowMs,
    orderBy: asked.orderByColumn === 'id' ? 'id' : 'created_ms',
    direction: asked.isAsc,
    limit: asked.pageSize,
    offset: (asked.pageNum - 1) * asked.pageSize,
  })
  return {
    total,
    rows: rows.map((deposit) => ({
      id: deposit.id,
      status: depositStatus(deposit.paid_ms !== null, deposit.expires_ms, nowMs),
      creatTime: deposit.created_ms,
      money: formatUsdt(deposit.amount),
      channel: deposit.channel,
    })),
  }
}
