import { showToast } from '@glasshouse/ui/Toast'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { StepUp } from './components/stepUp/StepUp.tsx'
import { useCurrentPath } from './components/useCurrentPath.ts'
import { onSessionEnded } from './data/api.ts'
import { useSession } from './data/useSession.ts'
import { Shell } from './layouts/desktop/Shell.tsx'
import { ErrorBoundary } from './layouts/ErrorBoundary.tsx'
import { PageSkeleton } from './layouts/PageSkeleton.tsx'
import { preloadable } from './layouts/preloadable.ts'
import { paths } from './paths.ts'
import { routes } from './routes.ts'
import { phoneBase, site } from './site.ts'

type FrameProps = { readonly children: ReactNode }

const NotFound = lazy(() => import('./screens/NotFound.tsx'))
const Fresh = lazy(() => import('./data/Fresh.tsx'))
const NoticeToasts = lazy(() => import('./components/NoticeToasts.tsx'))
const phoneShell = preloadable<FrameProps>(() => import('./layouts/phone/PhoneShell.tsx'))
const PhoneScreen = lazy(() => import('./layouts/phone/PhoneScreen.tsx'))

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

/** The site: desktop, or phone with all addresses below `/m`. */
export function Site() {
  return (
    <Router base={site === 'phone' ? phoneBase : ''}>
      <Frame />
    </Router>
  )
}

function Frame() {
  useSessionEnd()
  const signedIn = useSession() !== null
  return (
    <>
      {signedIn && (
        <Suspense fallback={null}>
          <Fresh />
          <NoticeToasts />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <Screens />
      </Suspense>
      {signedIn && <StepUp />}
    </>
  )
}

const routesHere = routes
  .filter(({ only }) => only === undefined || only === site)
  .map((route) => ({
    ...route,
    screen: preloadable(site === 'phone' ? (route.phone ?? route.load) : route.load),
  }))

/** Loads frame and screen of an address (without the prefix of the phone site) before the first render. */
export const preloadScreen = async (path: string): Promise<void> => {
  const route = routesHere.find((one) => one.path === path)
  await Promise.all([site === 'phone' && phoneShell.preload(), route?.screen.preload()])
}

/** The screen of a route on this site. */
const screenOf = ({ path, screen: { Component: Screen }, back, foot }: (typeof routesHere)[number]) => {
  const isFramed = site === 'phone' && (back !== undefined || foot === true)
  return (
    <Route key={path} path={path}>
      {isFramed ? (
        <PhoneScreen back={back} foot={foot}>
          <Screen />
        </PhoneScreen>
      ) : (
        <Screen />
      )}
    </Route>
  )
}

const screens = routesHere.map(screenOf)

function Screens() {
  const Layout = site === 'phone' ? phoneShell.Component : Shell
  return (
    <Layout>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {screens}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}
