import { showToast } from '@glasshouse/ui/Toast'
import { lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { StepUp } from './components/stepUp/StepUp.tsx'
import { useCurrentPath } from './components/useCurrentPath.ts'
import { onSessionEnded } from './data/api.ts'
import { useSession } from './data/session.ts'
import { Shell } from './layouts/desktop/Shell.tsx'
import { ErrorBoundary } from './layouts/ErrorBoundary.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'
import { phoneBase, site } from './layouts/site.ts'
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

const Home = lazy(() => import('./screens/home/Home.tsx'))
const Contract = lazy(() => import('./screens/contract/Contract.tsx'))
const Options = lazy(() => import('./screens/options/Options.tsx'))
const Kline = lazy(() => import('./screens/kline/Kline.tsx'))
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
const NotFound = lazy(() => import('./screens/NotFound.tsx'))
const Fresh = lazy(() => import('./data/Fresh.tsx'))
const SecurityNotices = lazy(() => import('./components/SecurityNotices.tsx'))
const PhoneRoutes = lazy(() => import('./phoneRoutes.tsx'))

/**
 * When the session has ended, shows the server's message and opens the sign-in screen. The screen of an undo link ends
 * all sessions itself; it stays and tells what was undone.
 */
const useSessionEnd = () => {
  const [, navigate] = useLocation()
  const here = useCurrentPath()
  useEffect(
    () =>
      onSessionEnded((message) => {
        if (here.startsWith(paths.undo())) return
        showToast({ title: message, tone: 'danger' })
        navigate(paths.login({ next: here.startsWith(paths.login()) ? undefined : here }))
      }),
    [navigate, here],
  )
}

/** Routes of both sites; those of the phone site are below `/m`. */
export function Routes() {
  return (
    <Router base={site === 'phone' ? phoneBase : ''}>
      <Site />
    </Router>
  )
}

function Site() {
  useSessionEnd()
  const signedIn = useSession() !== null
  return (
    <>
      {signedIn && (
        <Suspense fallback={null}>
          <Fresh />
          <SecurityNotices />
        </Suspense>
      )}
      <Sites />
      {signedIn && <StepUp />}
    </>
  )
}

function Sites() {
  return site === 'phone' ? (
    <Suspense fallback={null}>
      <PhoneRoutes />
    </Suspense>
  ) : (
    <DesktopRoutes />
  )
}

/** All routes of the desktop site, loaded on first use. */
function DesktopRoutes() {
  return (
    <Shell>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Screens />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path={paths.home()} component={Home} />
      <Route path={paths.contract()} component={Contract} />
      <Route path={paths.login()} component={Login} />
      <Route path={paths.register()} component={Register} />
      <Route path={paths.forget()} component={Forget} />
      <Route path={paths.edit()} component={Edit} />
      <Route path={paths.introduce()} component={SignInLink} />
      <Route path={paths.undo()} component={Undo} />
      <Route path={paths.lostFactor()} component={LostFactor} />
      <Route path={paths.mine()} component={Mine} />
      <Route path={paths.security()} component={Security} />
      <Route path={paths.limits()} component={Limits} />
      <Route path={paths.data()} component={YourData} />
      <Route path={paths.assets()} component={Assets} />
      <Route path={paths.exchange()} component={Exchange} />
      <Route path={paths.journal()} component={Journal} />
      <Route path={paths.recharge()} component={Recharge} />
      <Route path={paths.withdraw()} component={Withdraw} />
      <Route path={paths.bank()} component={Bank} />
      <Route path={paths.bindColdWallet()} component={ColdWallet} />
      <Route path={paths.quotes()} component={Options} />
      <Route path={paths.kline()} component={Kline} />
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
      <Route component={NotFound} />
    </Switch>
  )
}
