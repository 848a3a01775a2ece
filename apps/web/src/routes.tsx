import { showToast } from '@glasshouse/ui/Toast'
import { lazy, Suspense, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { onSessionEnded } from './live/api.ts'
import { paths } from './paths.ts'
import { Broken } from './shells/Broken.tsx'
import { Shell } from './shells/desktop/Shell.tsx'
import { PageSkeleton } from './shells/PageSkeleton.tsx'

const Home = lazy(() => import('./screens/home/Home.tsx'))
const Contract = lazy(() => import('./screens/contract/Contract.tsx'))
const Login = lazy(() => import('./screens/account/Login.tsx'))
const Register = lazy(() => import('./screens/account/Register.tsx'))
const Forget = lazy(() => import('./screens/account/Forget.tsx'))
const Mine = lazy(() => import('./screens/account/Mine.tsx'))
const Recharge = lazy(() => import('./screens/account/Recharge.tsx'))
const NotOpen = lazy(() => import('./screens/NotOpen.tsx'))
const NotFound = lazy(() => import('./screens/NotFound.tsx'))
const Components = lazy(() => import('./screens/components/Components.tsx'))

/** When the server no longer knows the session, its sentence is shown and the sign-in opens. */
const useSessionEnd = () => {
  const [, navigate] = useLocation()
  useEffect(
    () =>
      onSessionEnded((message) => {
        showToast({ title: message, tone: 'danger' })
        const here = window.location.pathname + window.location.search
        navigate(paths.login({ next: here.startsWith(paths.login()) ? undefined : here }))
      }),
    [navigate],
  )
}

/** Every screen of the site; each arrives when it is first opened. */
export function Routes() {
  useSessionEnd()
  return (
    <Switch>
      <Route path={paths.components()}>
        <Suspense fallback={null}>
          <Components />
        </Suspense>
      </Route>
      <Route>
        <Shell>
          <Broken>
            <Suspense fallback={<PageSkeleton />}>
              <Screens />
            </Suspense>
          </Broken>
        </Shell>
      </Route>
    </Switch>
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
      <Route path={paths.mine()} component={Mine} />
      <Route path={paths.recharge()} component={Recharge} />
      <Route path={paths.quotes()} component={NotOpen} />
      <Route path={paths.transaction()} component={NotOpen} />
      <Route path={paths.about()} component={NotOpen} />
      <Route path={paths.subscription()} component={NotOpen} />
      <Route component={NotFound} />
    </Switch>
  )
}
