export { storedSession } from './browser.ts'
export { consoleScreens } from './consoleScreens.ts'
export { settled } from './settled.ts'

export type Site = 'desktop' | 'phone'
export type ScreenPlan = {
  readonly name: string
  readonly path: string
  /** Role of the viewer. A visitor sees the sign-in screen where a customer is required. */
  readonly who: 'visitor' | 'member'
  /** The only site the screen exists on; both if omitted. */
  readonly only?: Site
}

/** All screens of the customer sites, for tests that examine every screen. */
export const screens: readonly ScreenPlan[] = [
  { name: 'home', path: '/', who: 'visitor' },
  { name: 'about', path: '/about', who: 'visitor' },
  { name: 'trust-visitor', path: '/trust', who: 'visitor' },
  { name: 'trust', path: '/trust', who: 'member' },
  { name: 'download', path: '/download', who: 'visitor' },
  { name: 'community-visitor', path: '/community', who: 'visitor' },
  { name: 'community', path: '/community', who: 'member' },
  { name: 'comment', path: '/comment', who: 'member' },
  { name: 'news', path: '/new', who: 'visitor' },
  { name: 'news-gone', path: '/newsDetail?id=999999', who: 'visitor' },
  { name: 'question', path: '/question', who: 'visitor' },
  { name: 'login', path: '/login', who: 'visitor' },
  { name: 'register', path: '/register', who: 'visitor' },
  { name: 'forget', path: '/forget', who: 'visitor' },
  { name: 'contract-visitor', path: '/contract', who: 'visitor' },
  { name: 'not-found', path: '/nowhere', who: 'visitor' },
  { name: 'subscription', path: '/subscription', who: 'member' },
  { name: 'subscription-open', path: '/subscription?id=4', who: 'visitor' },
  { name: 'subscription-paying', path: '/subscription?id=3', who: 'member' },
  { name: 'contract-ipo', path: '/contract?type=ipo&symbol=ADAUSDT', who: 'member' },
  { name: 'authentication', path: '/authentication', who: 'member' },
  { name: 'loan', path: '/loan', who: 'member' },
  { name: 'contract', path: '/contract', who: 'member' },
  { name: 'contract-ai-visitor', path: '/contract?panel=ai', who: 'visitor' },
  { name: 'contract-ai', path: '/contract?panel=ai', who: 'member' },
  { name: 'quotes-visitor', path: '/quotes', who: 'visitor' },
  { name: 'quotes', path: '/quotes', who: 'member' },
  { name: 'kline', path: '/kline', who: 'member' },
  { name: 'markets', path: '/markets', who: 'visitor', only: 'phone' },
  { name: 'project-visitor', path: '/project', who: 'visitor' },
  { name: 'project', path: '/project', who: 'member' },
  { name: 'leads', path: '/project?type=5', who: 'visitor' },
  { name: 'lead', path: '/lead', who: 'member' },
  { name: 'details', path: '/details?id=1', who: 'member' },
  { name: 'history', path: '/history', who: 'member' },
  { name: 'order', path: '/order?id=1', who: 'member' },
  { name: 'revenueRecord', path: '/revenueRecord', who: 'member' },
  { name: 'signIn', path: '/signIn', who: 'member' },
  { name: 'campaign', path: '/campaign', who: 'visitor' },
  { name: 'inviteFriends', path: '/inviteFriends', who: 'member' },
  { name: 'edit', path: '/edit', who: 'member' },
  { name: 'introduce', path: '/introduce', who: 'visitor' },
  { name: 'undo', path: '/undo', who: 'visitor' },
  { name: 'lostFactor', path: '/lostFactor', who: 'visitor' },
  { name: 'home-member', path: '/', who: 'member' },
  { name: 'transaction', path: '/transaction', who: 'member' },
  { name: 'receipt-gone', path: '/receipt?token=ended', who: 'visitor' },
  { name: 'mine', path: '/mine', who: 'member' },
  { name: 'security', path: '/security', who: 'member' },
  { name: 'limits', path: '/limits', who: 'member' },
  { name: 'data', path: '/data', who: 'member' },
  { name: 'assets', path: '/assets', who: 'member' },
  { name: 'exchange', path: '/exchange', who: 'member' },
  { name: 'journal', path: '/journal', who: 'member' },
  { name: 'notices', path: '/notices', who: 'member' },
  { name: 'noticeSettings', path: '/noticeSettings', who: 'member' },
  { name: 'recharge', path: '/recharge', who: 'member' },
  { name: 'recharge-digital', path: '/recharge?way=digital', who: 'member' },
  { name: 'withdraw', path: '/withdraw', who: 'member' },
  { name: 'bank', path: '/bank', who: 'member' },
  { name: 'cold-wallet', path: '/bindColdWallet', who: 'member' },
]

export const addressOn = (site: Site, path: string): string =>
  site === 'desktop' ? path : `/m${path === '/' ? '' : path}`
