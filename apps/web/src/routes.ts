import type { ComponentType } from 'react'
import type { LaterScreen } from './laterScreens.ts'
import { paths } from './paths.ts'
import type { Site } from './site.ts'

type Load = () => Promise<{ readonly default: ComponentType }>

/** One address of the site; its screen is loaded on first use. */
export type SiteRoute = {
  readonly path: string
  readonly load: Load
  /** Screen of the phone site, if its layout has a component of its own. */
  readonly phone?: Load
  /** The address exists on this site only. */
  readonly only?: Site
  /** On the phone site the screen gets a title row, with a back button to this address. */
  readonly back?: string
  /** On the phone site the screen ends with the footer. */
  readonly foot?: true
}

const loadLaterScreens = () => import('./laterScreens.ts')

/**
 * The screen of another address than that of contracts. What loads it is in a file of its own, because the names of
 * fifty files would be a part of what every visitor waits for before the first candle.
 */
const later =
  (name: LaterScreen): Load =>
  async () =>
    (await loadLaterScreens()).laterScreens[name]()

// Beside the texts of the page, so that nothing waits for it; what fails here fails again, and is shown, with the screen.
if (!location.pathname.endsWith(paths.contract())) loadLaterScreens().catch(() => undefined)

/** Screens of both sites. */
export const routes: readonly SiteRoute[] = [
  {
    path: paths.home(),
    load: later('home'),
    phone: later('phoneHome'),
    foot: true,
  },
  {
    path: paths.contract(),
    load: () => import('./screens/contract/Contract.tsx'),
    phone: () => import('./screens/contract/phone/PhoneContract.tsx'),
  },
  {
    path: paths.quotes(),
    load: later('options'),
    phone: later('phoneOptions'),
  },
  {
    path: paths.kline(),
    load: later('kline'),
    phone: later('phoneKline'),
  },
  { path: paths.markets(), load: later('phoneMarkets'), only: 'phone' },
  { path: paths.transaction(), load: later('transaction') },
  { path: paths.receipt(), load: later('sharedReceipt') },

  { path: paths.login(), load: later('login'), back: paths.home() },
  { path: paths.register(), load: later('register'), back: paths.login() },
  { path: paths.forget(), load: later('resetPassword'), back: paths.login() },
  { path: paths.edit(), load: later('withdrawPassword'), back: paths.mine() },
  { path: paths.introduce(), load: later('signInLink'), back: paths.home() },
  { path: paths.undo(), load: later('undo'), back: paths.home() },
  { path: paths.lostFactor(), load: later('lostFactor'), back: paths.login() },

  { path: paths.mine(), load: later('account'), foot: true },
  { path: paths.security(), load: later('security') },
  { path: paths.limits(), load: later('limits') },
  { path: paths.data(), load: later('yourData') },
  { path: paths.authentication(), load: later('authentication') },
  { path: paths.notices(), load: later('notices') },
  { path: paths.noticeSettings(), load: later('noticeSettings') },

  { path: paths.assets(), load: later('assets') },
  { path: paths.exchange(), load: later('exchange') },
  { path: paths.journal(), load: later('journal') },
  { path: paths.recharge(), load: later('deposit') },
  { path: paths.withdraw(), load: later('withdraw') },
  { path: paths.bank(), load: later('bank') },
  {
    path: paths.bindColdWallet(),
    load: later('withdrawalAddresses'),
  },

  { path: paths.project(), load: later('project') },
  { path: paths.details(), load: later('details') },
  { path: paths.lead(), load: later('lead') },
  { path: paths.order(), load: later('order') },
  { path: paths.history(), load: later('history') },
  { path: paths.revenueRecord(), load: later('revenueRecord') },
  { path: paths.loan(), load: later('loan') },
  { path: paths.subscription(), load: later('subscription') },
  { path: paths.signIn(), load: later('signIn') },
  { path: paths.campaign(), load: later('campaign') },
  { path: paths.inviteFriends(), load: later('inviteFriends') },

  { path: paths.community(), load: later('community') },
  { path: paths.comment(), load: later('ownTexts') },
  { path: paths.trust(), load: later('trust') },
  { path: paths.about(), load: later('about') },
  { path: paths.new(), load: later('news') },
  { path: paths.newsDetail(), load: later('newsDetail') },
  { path: paths.question(), load: later('question') },
  { path: paths.download(), load: later('download') },
]
