import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Toaster } from '@glasshouse/ui/Toast'
import { type ReactNode, Suspense } from 'react'
import { signOut } from '../data/api.ts'
import { useIdleSignOut } from '../data/idle.ts'
import { useQueryCall } from '../data/query.ts'
import { formatDuration } from '../formatters.ts'
import { MeContext } from '../me.ts'
import { Broken } from './Broken.tsx'
import { LedgerAlert } from './LedgerAlert.tsx'
import styles from './Shell.module.css'
import { Side } from './Side.tsx'

/** Frame around the sections of the console, for a signed-in member. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useQueryCall('/staff/api/me', {})
  if (me.data === undefined)
    return (
      <main className={styles.waiting} aria-busy={me.problem === null}>
        {me.problem ? (
          <EmptyState
            icon="warning"
            tone="warn"
            title="Couldn’t load the console"
            text={me.problem}
            action={<Button onClick={me.reload}>Try again</Button>}
          />
        ) : (
          <Skeleton width={160} />
        )}
      </main>
    )
  return (
    <MeContext value={me.data}>
      <div className={styles.shell}>
        <Side />
        <main className={styles.room}>
          <IdleNote />
          <LedgerAlert />
          <Broken>
            <Suspense fallback={<Bones />}>{children}</Suspense>
          </Broken>
        </main>
      </div>
      <div className={styles.messages}>
        <Toaster label="Messages" closeLabel="Close" />
      </div>
    </MeContext>
  )
}

function Bones() {
  return (
    <div className={styles.bones} aria-busy="true">
      <Skeleton width={120} height={16} />
    </div>
  )
}

/** Announces the sign-out for inactivity. */
function IdleNote() {
  const leftMs = useIdleSignOut()
  if (leftMs === null) return null
  return (
    <div className={styles.idle} role="alert">
      No one has touched this page for a while: it signs out in {formatDuration(leftMs)}. Any key or click
      keeps it.
      <Button size="s" onClick={() => void signOut()}>
        Log out now
      </Button>
    </div>
  )
}
