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
import { type NoticeKind, noticeKindNames, specOf } from './kinds.ts'

/** Topics of notices, each with its own switches, in the order of the screen. */
export const noticeTopics = [
  'security',
  'withdrawals',
  'loanDeadlines',
  'priceAlerts',
  'orders',
  'deposits',
  'loans',
  'invest',
  'copy',
  'subscription',
  'ai',
  'kyc',
  'referral',
  'rewards',
  'community',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** Ways a notice reaches a customer: the inbox, a toast on open pages, and mail. */
export const noticeChannels = ['inbox', 'toast', 'mail'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Which channels a topic uses. */
export type NoticeSwitches = Readonly<Record<NoticeChannel, boolean>>

/** What a customer has chosen of a topic; null is the default. */
export type ChosenSwitches = Readonly<Record<NoticeChannel, boolean | null>>

type TopicSpec = { readonly fixed: readonly NoticeChannel[]; readonly defaults: NoticeSwitches }

const usual: TopicSpec = { fixed: [], defaults: { inbox: true, toast: false, mail: true } }
/** Who reads over a customer's session must not be able to silence these, and a deadline must not be missed because of a switch. */
const required: TopicSpec = { ...usual, fixed: ['inbox', 'mail'] }

const topicSpecs: Readonly<Record<NoticeTopic, TopicSpec>> = {
  security: { fixed: noticeChannels, defaults: { inbox: true, toast: true, mail: true } },
  withdrawals: required,
  loanDeadlines: required,
  // The customer asked for the moment; mail comes where it is switched on.
  priceAlerts: { fixed: [], defaults: { inbox: true, toast: true, mail: false } },
  orders: usual,
  deposits: usual,
  loans: usual,
  invest: usual,
  copy: usual,
  subscription: usual,
  ai: usual,
  kyc: usual,
  referral: usual,
  rewards: usual,
  community: usual,
}

const kindsAs = <Kind extends string>(
  topic: NoticeTopic,
  kinds: Readonly<Record<Kind, unknown>>,
): Readonly<Record<Kind, NoticeTopic>> =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, topic])) as Record<Kind, NoticeTopic>

/** The topic of each kind; the type rejects a kind without one. */
export const topicOf: Readonly<Record<NoticeKind, NoticeTopic>> = {
  ...kindsAs('security', securityNotices),
  ...kindsAs('withdrawals', fundingNotices),
  ...{ depositCredited: 'deposits', depositRejected: 'deposits' },
  ...kindsAs('invest', investNotices),
  ...kindsAs('referral', referralNotices),
  ...kindsAs('community', communityNotices),
  ...kindsAs('rewards', rewardNotices),
  ...kindsAs('copy', copyNotices),
  ...kindsAs('kyc', kycNotices),
  ...kindsAs('loans', loanNotices),
  ...{
    loanDueSoon: 'loanDeadlines',
    loanOverdue: 'loanDeadlines',
    loanCalled: 'loanDeadlines',
    loanSeized: 'loanDeadlines',
  },
  ...kindsAs('subscription', subscriptionNotices),
  ...kindsAs('ai', aiNotices),
  ...kindsAs('priceAlerts', alertNotices),
  ...kindsAs('orders', contractNotices),
}

const mailedTopics = new Set(
  noticeKindNames.filter((kind) => specOf(kind).isMailed).map((kind) => topicOf[kind]),
)

/** Channels of a topic that a customer can switch; mail only where one of its kinds is mailed. */
export const switchableChannels = (topic: NoticeTopic): readonly NoticeChannel[] =>
  noticeChannels.filter(
    (channel) =>
      !topicSpecs[topic].fixed.includes(channel) && (channel !== 'mail' || mailedTopics.has(topic)),
  )

/**
 * The channels a topic uses. A fixed channel keeps its default whatever is chosen; a toast shows a notice of the inbox,
 * so there is none without it.
 *
 * @example switchesOf('security', { inbox: false, toast: false, mail: false }) // { inbox: true, toast: true, mail: false }
 */
export const switchesOf = (topic: NoticeTopic, chosen: ChosenSwitches): NoticeSwitches => {
  const { fixed, defaults } = topicSpecs[topic]
  const isOn = (channel: NoticeChannel): boolean =>
    fixed.includes(channel) ? defaults[channel] : (chosen[channel] ?? defaults[channel])
  const inbox = isOn('inbox')
  return { inbox, toast: inbox && isOn('toast'), mail: mailedTopics.has(topic) && isOn('mail') }
}

/** The first channel a customer names that cannot be switched for a topic; null if all can. */
export const validateSwitches = (topic: NoticeTopic, named: readonly NoticeChannel[]): NoticeChannel | null =>
  named.find((channel) => !switchableChannels(topic).includes(channel)) ?? null
