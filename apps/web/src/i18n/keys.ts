import type access from './en/access.json'
import type account from './en/account.json'
import type ai from './en/ai.json'
import type assets from './en/assets.json'
import type chart from './en/chart.json'
import type chartTools from './en/chartTools.json'
import type community from './en/community.json'
import type contract from './en/contract.json'
import type copy from './en/copy.json'
import type evidence from './en/evidence.json'
import type home from './en/home.json'
import type identity from './en/identity.json'
import type invest from './en/invest.json'
import type journal from './en/journal.json'
import type leads from './en/leads.json'
import type loan from './en/loan.json'
import type locks from './en/locks.json'
import type market from './en/market.json'
import type mine from './en/mine.json'
import type money from './en/money.json'
import type notices from './en/notices.json'
import type options from './en/options.json'
import type palette from './en/palette.json'
import type rewards from './en/rewards.json'
import type risk from './en/risk.json'
import type security from './en/security.json'
import type shell from './en/shell.json'
import type site from './en/site.json'
import type subscription from './en/subscription.json'
import type trade from './en/trade.json'
import type transaction from './en/transaction.json'
import type trust from './en/trust.json'
import type verifier from './en/verifier.json'

/** English defines the key types; a test keeps the other languages equal. */
type Catalogues = {
  shell: typeof shell
  access: typeof access
  account: typeof account
  ai: typeof ai
  assets: typeof assets
  community: typeof community
  evidence: typeof evidence
  home: typeof home
  identity: typeof identity
  invest: typeof invest
  loan: typeof loan
  journal: typeof journal
  leads: typeof leads
  locks: typeof locks
  contract: typeof contract
  copy: typeof copy
  chart: typeof chart
  chartTools: typeof chartTools
  market: typeof market
  money: typeof money
  notices: typeof notices
  options: typeof options
  palette: typeof palette
  mine: typeof mine
  rewards: typeof rewards
  risk: typeof risk
  security: typeof security
  site: typeof site
  subscription: typeof subscription
  transaction: typeof transaction
  trade: typeof trade
  trust: typeof trust
  verifier: typeof verifier
}

export type Namespace = keyof Catalogues

/** Plural keys are used without their form: `lots` for `lots_one` and `lots_other`. */
type PluralStem<K extends string> = K extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : K

type PathOf<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? PluralStem<K> : `${K}.${PathOf<Tree[K]>}`
}[keyof Tree & string]

/** Keys of one catalogue, such as `ticket.title`. */
export type Key<N extends Namespace> = { [M in N]: PathOf<Catalogues[M]> }[N]

/** Keys with the name of the catalogue, such as `shell:loading`. */
export type NamedKey<N extends Namespace> = { [M in N]: `${M}:${PathOf<Catalogues[M]>}` }[N]
