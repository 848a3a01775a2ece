import type { DataOf } from '@glasshouse/core/calls'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

type Row = DataOf<'/api/trust/impossible'>[number]

/** What no one can do, with the test that attempts it and when it passed last. */
export function Impossible() {
  const { t } = useTranslation('trust')
  const list = useQueryCall('/api/trust/impossible', {})
  const build = list.data?.[0]?.build
  const columns = useColumns()
  return (
    <Panel
      title={t('impossible.title')}
      beside={build !== undefined && <span className={styles.muted}>{t('impossible.build', { build })}</span>}
    >
      <p className={styles.facts}>{t('impossible.text')}</p>
      <Table
        caption={t('impossible.title')}
        className={styles.impossible}
        rows={list.data}
        skeletonRows={21}
        rowKey={({ id }) => id}
        empty={null}
        failed={list.error && list.data === undefined ? <ListError list={list} /> : undefined}
        columns={columns}
      />
      <div className={styles.inset}>
        <HowToCheck text={t('impossible.how')} call="/api/trust/impossible" />
      </div>
    </Panel>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const { t } = useTranslation('trust')
  const labelled = useLabelled()
  const figures = useFormatters()
  const lastRun = ({ lastRun: at }: Row): string =>
    at === null ? t('impossible.notRecorded') : figures.full(at)
  const test = ({ test: name, file }: Row) => (
    <span title={file} className={styles.test} lang="en">
      {name.replace('%s', '…')}
    </span>
  )
  if (site === 'phone')
    return [
      {
        id: 'what',
        head: t('impossible.cannot'),
        cell: (row) => (
          <>
            <span className={styles.muted}>{t(`impossible.nobody.${row.who}`)}</span>
            <b className={styles.what}>{row.what}</b>
            <span className={styles.because}>{row.because}</span>
            {test(row)}
            <span className={styles.muted}>{labelled(t('impossible.lastRun'), lastRun(row))}</span>
          </>
        ),
      },
    ]
  return [
    { id: 'who', head: t('impossible.who'), cell: ({ who }) => t(`impossible.nobody.${who}`), width: '9%' },
    { id: 'what', head: t('impossible.cannot'), cell: ({ what }) => <b>{what}</b>, width: '20%' },
    { id: 'because', head: t('impossible.because'), cell: ({ because }) => because },
    { id: 'test', head: t('impossible.test'), cell: test, width: '24%' },
    { id: 'lastRun', head: t('impossible.lastRun'), align: 'right', cell: lastRun, width: '11%' },
  ]
}
