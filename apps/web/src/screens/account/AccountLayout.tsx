import { Icon } from '@glasshouse/ui/Icon'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { NoticeBell } from '../../components/notices/NoticeBell.tsx'
import { Panel as PagePane, titleClass } from '../../components/page/Page.tsx'
import { PhoneHead } from '../../components/page/PhoneHead.tsx'
import { PhoneSearch } from '../../components/palette/PhoneSearch.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Account.module.css'

/** The rooms of the account. */
export const rooms = [
  { name: 'overview', icon: 'person', path: paths.mine() },
  { name: 'security', icon: 'lock', path: paths.security() },
  { name: 'limits', icon: 'sliders', path: paths.limits() },
  { name: 'data', icon: 'download', path: paths.data() },
] as const
export type RoomName = (typeof rooms)[number]['name']

/** One room of the account: on the large site beside the list of all, on a phone below its title. */
export function AccountLayout({
  room,
  lead,
  children,
}: {
  room: RoomName
  lead?: string
  children: ReactNode
}) {
  const { t } = useTranslation('mine')
  const title = t(`room.${room}`)
  useTitle(title)
  if (site === 'phone')
    return (
      <>
        <PhoneHead title={<h1>{title}</h1>} {...(room === 'overview' ? {} : { back: paths.mine() })}>
          {room === 'overview' && (
            <>
              <PhoneSearch />
              <NoticeBell />
            </>
          )}
        </PhoneHead>
        <div className={styles.phone}>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </>
    )
  return (
    <div className={styles.page}>
      <nav className={styles.rooms} aria-label={t('rooms')}>
        {rooms.map(({ name, icon, path }) => (
          <Link
            key={name}
            href={path}
            className={styles.room}
            aria-current={name === room ? 'page' : undefined}
          >
            <Icon name={icon} />
            {t(`room.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={styles.body}>
        <header>
          <h1 className={titleClass}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** A pane of a room with its heading. */
export function Panel({
  title,
  text,
  aside,
  children,
}: {
  title: string
  text?: ReactNode
  /** Stands at the end of the heading's line. */
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <PagePane inset title={title} beside={aside}>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </PagePane>
  )
}
