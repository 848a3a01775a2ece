import type { Review } from '@glasshouse/core/reviews/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Logo } from '@glasshouse/ui/Logo'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { signOut } from '../data/api.ts'
import { useLocalNow } from '../data/clock.ts'
import { useCurrentStaff } from '../me.ts'
import { isPractice } from '../mode.ts'
import { paths } from '../paths.ts'
import { defaultViews, deleteView, useSavedViews } from '../screens/queue/savedViews.ts'
import { useWaiting } from '../screens/queue/useQueue.ts'
import { inScope, pageSize, viewQuery } from '../screens/queue/view.ts'
import styles from './Side.module.css'
import { setTheme, useTheme } from './theme.ts'

type Place = { readonly name: string; readonly icon: IconName; readonly to: string; readonly managers?: true }

const sections: readonly Place[] = [
  { name: 'Customers', icon: 'person', to: paths.customers() },
  { name: 'Locks', icon: 'lock', to: paths.locks() },
  { name: 'Payouts', icon: 'upload', to: paths.payouts(), managers: true },
  { name: 'Products', icon: 'bars', to: paths.products() },
  { name: 'Content', icon: 'text', to: paths.content() },
  { name: 'Community', icon: 'person', to: paths.community() },
  { name: 'Settings', icon: 'sliders', to: paths.settings() },
  { name: 'Reserves', icon: 'lock', to: paths.reserves() },
  { name: 'Audit', icon: 'eye', to: paths.audit(), managers: true },
  { name: 'Health', icon: 'line', to: paths.health() },
  { name: 'Staff', icon: 'copy', to: paths.members(), managers: true },
]

/** Sidebar: sections, views of the queue, the signed-in member, and the practice badge. */
export function Side() {
  const me = useCurrentStaff()
  const [location] = useLocation()
  const queued = useWaiting()
  const isQueue = location === '/' || location.startsWith('/queue')
  return (
    <aside className={styles.side} aria-label="Console">
      <div className={styles.brand}>
        <Logo size={20} />
        Glasshouse <span>Console</span>
      </div>
      <nav className={styles.places} aria-label="Sections">
        <Link className={styles.place} href={paths.queue()} aria-current={isQueue ? 'page' : undefined}>
          <Icon name="rows" />
          <span>Queue</span>
          <span className={styles.count}>{queued.total}</span>
        </Link>
        {sections
          .filter(({ managers }) => managers !== true || me.role === 'manager')
          .map(({ name, icon, to }) => (
            <Link
              key={to}
              className={styles.place}
              href={to}
              aria-current={location.startsWith(to) ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{name}</span>
            </Link>
          ))}
      </nav>
      <Views />
      <Foot />
    </aside>
  )
}

/** Number of rows of a view among the first of the queue; more may be behind them. */
const countText = (rows: readonly Review[], total = 0): string =>
  `${rows.length}${total > pageSize ? '+' : ''}`

/** Views of the queue: default views with their counts, and views saved in this browser. */
function Views() {
  const me = useCurrentStaff()
  const search = useSearch()
  const [location] = useLocation()
  const queued = useWaiting()
  const saved = useSavedViews()
  const now = useLocalNow(30_000)
  const sinceMs = queued.at === 0 ? 0 : Math.max(0, now - queued.at)
  const isOn = (to: string) => location === '/' && `/?${search}` === to
  return (
    <nav className={classNames(styles.places, styles.views)} aria-label="Views of the queue">
      {defaultViews.map(({ name, only, view }) => {
        const to = paths.queue(viewQuery(view))
        return (
          <Link key={name} className={styles.place} href={to} aria-current={isOn(to) ? 'page' : undefined}>
            <Icon name="filter" />
            <span>{name}</span>
            <span className={styles.count}>
              {queued.data && countText(inScope(queued.data, only, me.id, sinceMs), queued.total)}
            </span>
          </Link>
        )
      })}
      {saved.map(({ name, view }) => {
        const to = paths.queue(viewQuery(view))
        return (
          <div key={name} className={styles.kept}>
            <Link className={styles.place} href={to} aria-current={isOn(to) ? 'page' : undefined}>
              <Icon name="star" />
              <span>{name}</span>
            </Link>
            <IconButton
              icon="close"
              label={`Drop the view ${name}`}
              small
              iconSize={12}
              onClick={() => deleteView(name)}
            />
          </div>
        )
      })}
    </nav>
  )
}

function Foot() {
  const me = useCurrentStaff()
  const theme = useTheme()
  const [leaving, setLeaving] = useState(false)
  const [location] = useLocation()
  const leave = async () => {
    setLeaving(true)
    await signOut()
  }
  return (
    <div className={styles.foot}>
      <div className={styles.row}>
        {isPractice && <PracticeBadge text="PRACTICE" explanation="Play money. Nothing here is real." />}
        <span className={styles.space} />
        <IconButton
          icon={theme === 'day' ? 'moon' : 'sun'}
          label={theme === 'day' ? 'Night' : 'Day'}
          small
          onClick={() => setTheme(theme === 'day' ? 'night' : 'day')}
        />
        <IconButton
          icon="out"
          label={leaving ? 'Logging out' : 'Log out'}
          small
          disabled={leaving}
          onClick={leave}
        />
      </div>
      <Link
        className={styles.place}
        href={paths.account()}
        title={me.email}
        aria-current={location === paths.account() ? 'page' : undefined}
      >
        <Icon name="person" />
        <span>{me.name}</span>
        <span className={styles.count}>{me.role}</span>
      </Link>
    </div>
  )
}
