import { type HomeNotice, homeNoticesFromWire } from '@glasshouse/core/content/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Prose } from '../../components/prose/Prose.tsx'
import { type PageState, useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Notices.module.css'

const pageSize = 20

/** Notices of the operator, newest first; a notice expands below its title. */
export function Notices() {
  const { t } = useTranslation('home')
  const [page, setPage] = useState(1)
  const list = useDecodedPage('/api/common/homeMsg', pageToWire(page, pageSize), homeNoticesFromWire)
  return (
    <section className={styles.notices}>
      <h2 className={styles.title}>{t('notices.title')}</h2>
      <Rows list={list} />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </section>
  )
}

function Rows({ list }: { list: PageState<readonly HomeNotice[]> }) {
  const { t } = useTranslation('home')
  if (list.data === undefined)
    return list.error ? (
      <ListError list={list} title={t('notices.failed')} />
    ) : (
      <div className={styles.row} aria-busy="true">
        <div className={styles.bones}>
          <Skeleton width="70%" />
          <Skeleton width={96} />
        </div>
      </div>
    )
  if (list.data.length === 0)
    return <EmptyState icon="envelope" title={t('notices.none')} text={t('notices.noneText')} />
  return list.data.map((notice) => <Row key={notice.id} notice={notice} />)
}

function Row({ notice }: { notice: HomeNotice }) {
  const figures = useFormatters()
  return (
    <details className={styles.row}>
      <summary className={styles.head}>
        <span>
          {notice.title}
          <span className={styles.time}>{figures.full(notice.createdMs)}</span>
        </span>
        <Icon name="down" size={14} className={styles.mark} />
      </summary>
      <Prose text={notice.content} className={styles.text} />
    </details>
  )
}
