import { type NoticeKind, specOf } from '@glasshouse/core/notifications/kinds'
import type { NoticeTab } from '@glasshouse/core/notifications/spec'
import type { NoticeRow } from '@glasshouse/core/notifications/wire'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { type QueryState, useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isScreen } from '../../paths.ts'
import { useFormatters } from '../formatters.ts'
import { ListError } from '../ListError.tsx'
import { useLabelled } from '../useLabelled.ts'
import styles from './NoticeList.module.css'

const icons: Readonly<Record<NoticeTab, IconName>> = {
  trading: 'orders',
  money: 'transfer',
  invest: 'leaf',
  account: 'person',
}
const iconOf = (kind: NoticeKind): IconName => icons[specOf(kind).tab]

/** Rows of an inbox. Following a row or its button marks it as read. */
export function NoticeList({
  list,
  skeletons,
}: {
  list: QueryState<readonly NoticeRow[]>
  skeletons: number
}) {
  const { t } = useTranslation('notices')
  if (list.data === undefined)
    return list.error ? <ListError list={list} title={t('failed')} /> : <Waiting rows={skeletons} />
  if (list.data.length === 0) return <EmptyState icon="bell" title={t('none')} text={t('noneText')} />
  return (
    <ul className={styles.list}>
      {list.data.map((notice) => (
        <Row key={notice.id} notice={notice} />
      ))}
    </ul>
  )
}

function Row({ notice }: { notice: NoticeRow }) {
  const { t } = useTranslation('notices')
  const labelled = useLabelled()
  const figures = useFormatters()
  const reading = useMutation('/api/user/noticeRead')
  const read = () => void (notice.read || reading.run({ id: notice.id }))
  const text = (
    <>
      <b className={styles.title}>{notice.title}</b>
      <span className={styles.text}>{notice.content}</span>
    </>
  )
  return (
    <li className={classNames(styles.row, !notice.read && styles.unread)}>
      <span className={styles.mark}>
        <Icon name={iconOf(notice.kind)} />
      </span>
      <div className={styles.words}>
        {!notice.read && <span className="sr-only">{t('unread')}</span>}
        {isScreen(notice.link) ? (
          <Link href={notice.link} className={styles.link} onClick={read}>
            {text}
          </Link>
        ) : (
          text
        )}
      </div>
      <div className={styles.side}>
        <time className={styles.time} dateTime={new Date(notice.time).toISOString()}>
          {figures.day(notice.time)}, {figures.minute(notice.time)}
        </time>
        {!notice.read && (
          <IconButton
            icon="check"
            small
            className={styles.check}
            label={labelled(t('markOne'), notice.title)}
            title={t('markOne')}
            onClick={read}
          />
        )}
      </div>
    </li>
  )
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div className={styles.list} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} round />
          <span className={styles.words}>
            <Skeleton width="50%" height={14} />
            <Skeleton width="80%" height={12} />
          </span>
        </div>
      ))}
    </div>
  )
}
