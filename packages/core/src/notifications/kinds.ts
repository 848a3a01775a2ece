import { formatUsdt } from '../money/units.ts'
import { aiNotices } from './kinds/ai.ts'
import { alertNotices } from './kinds/alerts.ts'
import { communityNotices } from './kinds/community.ts'
import { contractNotices } from './kinds/contracts.ts'
import { copyNotices } from './kinds/copy.ts'
import { fundingNotices } from './kinds/funding.ts'
import { investNotices } from './kinds/invest.ts'
import { kycNotices } from './kinds/kyc.ts'
import { loanNotices } from './kinds/loans.ts'
import { referralNotices } from './kinds/referral.ts'
import { rewardNotices } from './kinds/rewards.ts'
import { securityNotices } from './kinds/security.ts'
import { subscriptionNotices } from './kinds/subscription.ts'
import type { NoticeSpec, NoticeTab, ParamValues, StoredParams } from './spec.ts'

/**
 * All kinds of notices, one line per area. A kind that was released is never removed or renamed: notices of it are
 * stored. The sentences of an area are in `kinds/<area>.json` and joined in `texts.ts`.
 */
export const noticeKinds = {
  ...fundingNotices,
  ...securityNotices,
  ...investNotices,
  ...referralNotices,
  ...communityNotices,
  ...rewardNotices,
  ...copyNotices,
  ...kycNotices,
  ...loanNotices,
  ...subscriptionNotices,
  ...aiNotices,
  ...alertNotices,
  ...contractNotices,
} as const

export type NoticeKind = keyof typeof noticeKinds
export type NoticeParams<Kind extends NoticeKind> = ParamValues<(typeof noticeKinds)[Kind]['params']>

/** A kind with the values it requires. */
export type NoticeContent = {
  readonly [Kind in NoticeKind]: { readonly kind: Kind; readonly params: NoticeParams<Kind> }
}[NoticeKind]

export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]

export const specOf = (kind: NoticeKind): NoticeSpec => noticeKinds[kind]

/** Kinds of a tab of the inbox. */
export const kindsOfTab = (tab: NoticeTab): readonly NoticeKind[] =>
  noticeKindNames.filter((kind) => specOf(kind).tab === tab)

/**
 * Values in the form in which they are stored.
 *
 * @example storeParams({ kind: 'investTrialEnded', params: { id: 7, product: 'Greenhouse', profit: usdt('2.5') } })
 * // { id: 7, product: 'Greenhouse', profit: '2.5' }
 */
export const storeParams = ({ params }: NoticeContent): StoredParams =>
  Object.fromEntries(
    Object.entries<bigint | number | string>(params).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? formatUsdt(value) : value,
    ]),
  )

/**
 * The link of a notice: an address in the site, or empty.
 *
 * @example linkOf('investEnded', { id: 7 }) // '/order?id=7'
 */
export const linkOf = (kind: NoticeKind, params: StoredParams): string =>
  specOf(kind).link.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
