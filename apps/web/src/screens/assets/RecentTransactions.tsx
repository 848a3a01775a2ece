import { journalFromWire } from '@glasshouse/core/ledger/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Cause } from '../../components/journal/causes.ts'
import { Lines } from '../../components/journal/Lines.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Assets.module.css'

const CauseReceipt = lazy(() => import('../../components/journal/CauseReceipt.tsx'))

const newestLines = 5

/** Newest transactions, with a link to the full list. */
export function RecentTransactions() {
  const { t } = useTranslation('assets')
  const list = useDecodedPage('/api/user/priceLog', pageToWire(1, newestLines), journalFromWire)
  const [cause, setCause] = useState<Cause | null>(null)
  return (
    <Panel
      title={t('act.journal')}
      beside={
        <Link href={paths.journal()} className={styles.all}>
          {t('allLines')}
        </Link>
      }
    >
      <Lines list={list} bones={newestLines} onOpen={setCause} />
      {cause !== null && (
        <Suspense fallback={null}>
          <CauseReceipt cause={cause} onClose={() => setCause(null)} />
        </Suspense>
      )}
    </Panel>
  )
}
