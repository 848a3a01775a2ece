import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Logo } from '@glasshouse/ui/Logo'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { Books } from './Books.tsx'
import styles from './Console.module.css'
import { signOut, useAnswer } from './live/api.ts'
import { isPractice } from './mode.ts'

/** The console of a signed-in member of staff. So far it has one room: the check of the books. */
export function Console() {
  const me = useAnswer('/staff/api/me', {})
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
  }
  return (
    <div className={styles.console}>
      <aside className={styles.side} aria-label="Console">
        <div className={styles.brand}>
          <Logo size={20} />
          Glasshouse <span>Console</span>
        </div>
        <nav aria-label="Rooms">
          <a className={styles.place} href="/console/" aria-current="page">
            <Icon name="check" />
            Books
          </a>
        </nav>
        <div className={styles.foot}>
          {isPractice && <PracticeBadge text="PRACTICE" explanation="Play money. Nothing here is real." />}
          <div className={styles.who}>
            <Icon name="person" />
            {me.data ? (
              <>
                <span title={me.data.email}>{me.data.name}</span>
                <span>{me.data.role}</span>
              </>
            ) : me.problem ? (
              <span>{me.problem}</span>
            ) : (
              <Skeleton width={90} />
            )}
          </div>
          <Button size="s" busy={leaving && 'Logging out'} onClick={leave}>
            Log out
          </Button>
        </div>
      </aside>
      <main>
        <Books />
      </main>
    </div>
  )
}
