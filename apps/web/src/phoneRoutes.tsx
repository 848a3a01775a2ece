import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { ErrorBoundary } from './layouts/ErrorBoundary.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'
import { PhoneHead } from './layouts/phone/PhoneHead.tsx'
import { PhoneShell } from './layouts/phone/PhoneShell.tsx'
import { paths } from './paths.ts'
import { communityRoutes } from './screens/community/routes.ts'
import { identityRoutes } from './screens/identity/routes.ts'
import { investRoutes } from './screens/invest/routes.ts'
import { loanRoutes } from './screens/loan/routes.ts'
import { rewardRoutes } from './screens/rewards/routes.ts'
import { subscriptionRoutes } from './screens/subscription/routes.ts'
import { trustRoutes } from './screens/trust/routes.ts'

const domainRoutes = [
  ...rewardRoutes,
  ...investRoutes,
  ...communityRoutes,
  ...identityRoutes,
  ...loanRoutes,
  ...subscriptionRoutes,
  ...trustRoutes,
]

const Home = lazy(() => import('./screens/home/phone/PhoneHome.tsx'))
const Contract = lazy(() => import('./screens/contract/phone/PhoneContract.tsx'))
const Options = lazy(() => import('./screens/options/phone/PhoneOptions.tsx'))
const Kline = lazy(() => import('./screens/kline/phone/PhoneKline.tsx'))
const Markets = lazy(() => import('./screens/markets/PhoneMarkets.tsx'))
const Journal = lazy(() => import('./screens/journal/Journal.tsx'))
const Login = lazy(() => import('./screens/signIn/Login.tsx'))
const Register = lazy(() => import('./screens/signIn/Register.tsx'))
const Forget = lazy(() => import('./screens/signIn/ResetPassword.tsx'))
const Edit = lazy(() => import('./screens/signIn/WithdrawPassword.tsx'))
const SignInLink = lazy(() => import('./screens/signIn/SignInLink.tsx'))
const Undo = lazy(() => import('./screens/signIn/Undo.tsx'))
const LostFactor = lazy(() => import('./screens/signIn/LostFactor.tsx'))
const Mine = lazy(() => import('./screens/account/Account.tsx'))
const Security = lazy(() => import('./screens/account/Security.tsx'))
const Limits = lazy(() => import('./screens/account/Limits.tsx'))
const YourData = lazy(() => import('./screens/account/YourData.tsx'))
const Assets = lazy(() => import('./screens/assets/Assets.tsx'))
const Exchange = lazy(() => import('./screens/assets/Exchange.tsx'))
const Recharge = lazy(() => import('./screens/money/deposit/Deposit.tsx'))
const Withdraw = lazy(() => import('./screens/money/withdraw/Withdraw.tsx'))
const Bank = lazy(() => import('./screens/money/destinations/Bank.tsx'))
const ColdWallet = lazy(() => import('./screens/money/destinations/WithdrawalAddresses.tsx'))
const Transaction = lazy(() => import('./screens/transaction/Transaction.tsx'))
const About = lazy(() => import('./screens/about/About.tsx'))
const News = lazy(() => import('./screens/news/News.tsx'))
const NewsDetail = lazy(() => import('./screens/news/NewsDetail.tsx'))
const Question = lazy(() => import('./screens/help/Question.tsx'))
const Notices = lazy(() => import('./screens/notices/Notices.tsx'))
const Download = lazy(() => import('./screens/download/Download.tsx'))
const PhoneFoot = lazy(() => import('./layouts/phone/PhoneFoot.tsx'))
const NotFound = lazy(() => import('./screens/NotFound.tsx'))

/** Screen of both sites below the title row of the phone site. */
function Under({ back = paths.mine(), children }: { back?: string; children: ReactNode }) {
  return (
    <>
      <PhoneHead title={<b>Glasshouse</b>} back={back} />
      {children}
    </>
  )
}

/** All routes of the phone site. Screens with a different phone layout have their own component. */
export default function PhoneRoutes() {
  return (
    <PhoneShell>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Screens />
        </Suspense>
      </ErrorBoundary>
    </PhoneShell>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path={paths.home()} component={Home} />
      <Route path={paths.contract()} component={Contract} />
      <Route path={paths.quotes()} component={Options} />
      <Route path={paths.kline()} component={Kline} />
      <Route path={paths.markets()} component={Markets} />
      <Route path={paths.login()}>
        <Under back={paths.home()}>
          <Login />
        </Under>
      </Route>
      <Route path={paths.register()}>
        <Under back={paths.login()}>
          <Register />
        </Under>
      </Route>
      <Route path={paths.forget()}>
        <Under back={paths.login()}>
          <Forget />
        </Under>
      </Route>
      <Route path={paths.edit()}>
        <Under>
          <Edit />
        </Under>
      </Route>
      <Route path={paths.introduce()}>
        <Under back={paths.home()}>
          <SignInLink />
        </Under>
      </Route>
      <Route path={paths.undo()}>
        <Under back={paths.home()}>
          <Undo />
        </Under>
      </Route>
      <Route path={paths.lostFactor()}>
        <Under back={paths.login()}>
          <LostFactor />
        </Under>
      </Route>
      <Route path={paths.mine()}>
        <Mine />
        <PhoneFoot />
      </Route>
      <Route path={paths.security()} component={Security} />
      <Route path={paths.limits()} component={Limits} />
      <Route path={paths.data()} component={YourData} />
      <Route path={paths.transaction()} component={Transaction} />
      {domainRoutes.map(({ path, Screen }) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      <Route path={paths.about()} component={About} />
      <Route path={paths.notices()} component={Notices} />
      <Route path={paths.download()} component={Download} />
      <Route path={paths.new()} component={News} />
      <Route path={paths.newsDetail()} component={NewsDetail} />
      <Route path={paths.question()} component={Question} />
      <Route path={paths.assets()} component={Assets} />
      <Route path={paths.exchange()} component={Exchange} />
      <Route path={paths.journal()} component={Journal} />
      <Route path={paths.recharge()} component={Recharge} />
      <Route path={paths.withdraw()} component={Withdraw} />
      <Route path={paths.bank()} component={Bank} />
      <Route path={paths.bindColdWallet()} component={ColdWallet} />
      <Route component={NotFound} />
    </Switch>
  )
}
