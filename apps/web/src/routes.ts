import type { ComponentType } from 'react'
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

/** Screens of both sites. */
export const routes: readonly SiteRoute[] = [
  {
    path: paths.home(),
    load: () => import('./screens/home/Home.tsx'),
    phone: () => import('./screens/home/phone/PhoneHome.tsx'),
    foot: true,
  },
  {
    path: paths.contract(),
    load: () => import('./screens/contract/Contract.tsx'),
    phone: () => import('./screens/contract/phone/PhoneContract.tsx'),
  },
  {
    path: paths.quotes(),
    load: () => import('./screens/options/Options.tsx'),
    phone: () => import('./screens/options/phone/PhoneOptions.tsx'),
  },
  {
    path: paths.kline(),
    load: () => import('./screens/kline/Kline.tsx'),
    phone: () => import('./screens/kline/phone/PhoneKline.tsx'),
  },
  { path: paths.markets(), load: () => import('./screens/markets/PhoneMarkets.tsx'), only: 'phone' },
  { path: paths.transaction(), load: () => import('./screens/transaction/Transaction.tsx') },

  { path: paths.login(), load: () => import('./screens/signIn/Login.tsx'), back: paths.home() },
  { path: paths.register(), load: () => import('./screens/signIn/Register.tsx'), back: paths.login() },
  { path: paths.forget(), load: () => import('./screens/signIn/ResetPassword.tsx'), back: paths.login() },
  { path: paths.edit(), load: () => import('./screens/signIn/WithdrawPassword.tsx'), back: paths.mine() },
  { path: paths.introduce(), load: () => import('./screens/signIn/SignInLink.tsx'), back: paths.home() },
  { path: paths.undo(), load: () => import('./screens/signIn/Undo.tsx'), back: paths.home() },
  { path: paths.lostFactor(), load: () => import('./screens/signIn/LostFactor.tsx'), back: paths.login() },

  { path: paths.mine(), load: () => import('./screens/account/Account.tsx'), foot: true },
  { path: paths.security(), load: () => import('./screens/account/Security.tsx') },
  { path: paths.limits(), load: () => import('./screens/account/Limits.tsx') },
  { path: paths.data(), load: () => import('./screens/account/YourData.tsx') },
  { path: paths.authentication(), load: () => import('./screens/identity/Authentication.tsx') },
  { path: paths.notices(), load: () => import('./screens/notices/Notices.tsx') },
  { path: paths.noticeSettings(), load: () => import('./screens/notices/NoticeSettings.tsx') },

  { path: paths.assets(), load: () => import('./screens/assets/Assets.tsx') },
  { path: paths.exchange(), load: () => import('./screens/assets/Exchange.tsx') },
  { path: paths.journal(), load: () => import('./screens/journal/Journal.tsx') },
  { path: paths.recharge(), load: () => import('./screens/money/deposit/Deposit.tsx') },
  { path: paths.withdraw(), load: () => import('./screens/money/withdraw/Withdraw.tsx') },
  { path: paths.bank(), load: () => import('./screens/money/destinations/Bank.tsx') },
  {
    path: paths.bindColdWallet(),
    load: () => import('./screens/money/destinations/WithdrawalAddresses.tsx'),
  },

  { path: paths.project(), load: () => import('./screens/invest/Project.tsx') },
  { path: paths.details(), load: () => import('./screens/invest/Details.tsx') },
  { path: paths.lead(), load: () => import('./screens/invest/copy/Lead.tsx') },
  { path: paths.order(), load: () => import('./screens/invest/Order.tsx') },
  { path: paths.history(), load: () => import('./screens/invest/History.tsx') },
  { path: paths.revenueRecord(), load: () => import('./screens/invest/RevenueRecord.tsx') },
  { path: paths.loan(), load: () => import('./screens/loan/Loan.tsx') },
  { path: paths.subscription(), load: () => import('./screens/subscription/Subscription.tsx') },
  { path: paths.signIn(), load: () => import('./screens/rewards/SignIn.tsx') },
  { path: paths.campaign(), load: () => import('./screens/rewards/Campaign.tsx') },
  { path: paths.inviteFriends(), load: () => import('./screens/rewards/InviteFriends.tsx') },

  { path: paths.community(), load: () => import('./screens/community/Community.tsx') },
  { path: paths.comment(), load: () => import('./screens/community/OwnTexts.tsx') },
  { path: paths.trust(), load: () => import('./screens/trust/Trust.tsx') },
  { path: paths.about(), load: () => import('./screens/about/About.tsx') },
  { path: paths.new(), load: () => import('./screens/news/News.tsx') },
  { path: paths.newsDetail(), load: () => import('./screens/news/NewsDetail.tsx') },
  { path: paths.question(), load: () => import('./screens/help/Question.tsx') },
  { path: paths.download(), load: () => import('./screens/download/Download.tsx') },
]
