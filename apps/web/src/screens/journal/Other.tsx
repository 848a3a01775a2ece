import { journal } from '@glasshouse/core/ledger/journal'
import { Pager, pagesOf } from '@glasshouse/ui/Pager'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useReload } from '../../live/query.ts'
import { usePrivateEvents } from '../../live/stream.ts'
import { useFigures } from '../../parts/figures.ts'
import type { Cause } from './causes.ts'
import styles from './Journal.module.css'
import { Lines } from './Lines.tsx'

const pageSize = 10

/** What the other two tabs tell better. */
const elsewhere = [
  journal.deposit,
  journal.withdrawal,
  journal.withdrawalReturned,
  journal.withdrawalFee,
].join(',')

/** All lines but deposits and withdrawals, ten a page. */
export function Other({ onOpen }: { onOpen: (cause: Cause) => void }) {
  const { t } = useTranslation()
  const figures = useFigures()
  const [page, setPage] = useState(1)
  const list = useList('/api/user/priceLog', { existsType: 2, types: elsewhere, pageNum: page, pageSize })
  const reload = useReload()
  const refresh = () => reload('/api/user/priceLog')
  usePrivateEvents((message) => message.e === 'WALLET_CHANGED' && refresh(), refresh)
  const total = list.total ?? 0
  return (
    <section className={styles.pane}>
      <Lines list={list} onOpen={onOpen} />
      {list.data && total > pageSize && (
        <Pager
          label={t('pages.label')}
          summary={t('pages.summary', {
            shown: figures.whole(list.data.length),
            total: figures.whole(total),
          })}
          page={page}
          pages={pagesOf(total, pageSize)}
          previous={t('pages.previous')}
          next={t('pages.next')}
          onPage={setPage}
        />
      )}
    </section>
  )
}
