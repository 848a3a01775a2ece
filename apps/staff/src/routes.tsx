import { EmptyState } from '@glasshouse/ui/EmptyState'
import { lazy } from 'react'
import { Link, Route, Router, Switch } from 'wouter'
import { useStaffToken } from './data/session.ts'
import { Shell } from './layout/Shell.tsx'
import { ConsolePage } from './parts/ConsolePage.tsx'
import { paths } from './paths.ts'
import { Join } from './screens/entrance/AcceptInvitation.tsx'
import { SignIn } from './screens/entrance/SignIn.tsx'

const Queue = lazy(() => import('./screens/queue/Queue.tsx'))
const Customers = lazy(() => import('./screens/customers/Customers.tsx'))
const Customer = lazy(() => import('./screens/customers/Customer.tsx'))
const Locks = lazy(() => import('./screens/customers/Locks.tsx'))
const Payouts = lazy(() => import('./screens/payouts/Payouts.tsx'))
const Products = lazy(() => import('./screens/products/Products.tsx'))
const Content = lazy(() => import('./screens/content/Content.tsx'))
const Community = lazy(() => import('./screens/community/Community.tsx'))
const Settings = lazy(() => import('./screens/settings/Settings.tsx'))
const Reserves = lazy(() => import('./screens/reserves/Reserves.tsx'))
const Audit = lazy(() => import('./screens/audit/Audit.tsx'))
const Health = lazy(() => import('./screens/health/Health.tsx'))
const Members = lazy(() => import('./screens/members/Members.tsx'))
const Account = lazy(() => import('./screens/members/Account.tsx'))

function NotFound() {
  return (
    <ConsolePage title="Not found">
      <EmptyState
        icon="search"
        title="Check the address or go back to the queue."
        action={<Link href={paths.queue()}>To the queue</Link>}
      />
    </ConsolePage>
  )
}

/** All routes of the console. An invitation can only be opened when signed out. */
export function Routes() {
  const isSignedIn = useStaffToken() !== null
  return (
    <Router base="/console">
      <Switch>
        <Route path="/join">
          <Join />
        </Route>
        <Route>{isSignedIn ? <SignedIn /> : <SignIn />}</Route>
      </Switch>
    </Router>
  )
}

function SignedIn() {
  return (
    <Shell>
      <Switch>
        <Route path="/queue/:kind/:id" component={Queue} />
        <Route path="/" component={Queue} />
        <Route path="/customers/:uid" component={Customer} />
        <Route path="/customers" component={Customers} />
        <Route path="/locks" component={Locks} />
        <Route path="/payouts" component={Payouts} />
        <Route path="/products" component={Products} />
        <Route path="/content/:kind?/:id?" component={Content} />
        <Route path="/community" component={Community} />
        <Route path="/settings" component={Settings} />
        <Route path="/reserves" component={Reserves} />
        <Route path="/audit" component={Audit} />
        <Route path="/health" component={Health} />
        <Route path="/staff" component={Members} />
        <Route path="/account" component={Account} />
        <Route component={NotFound} />
      </Switch>
    </Shell>
  )
}
