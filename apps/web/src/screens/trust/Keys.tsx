import { Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { HowToCheck } from './HowToCheck.tsx'
import styles from './Trust.module.css'

/** Every key that ever signed, and whether the one before announced it. */
export function Keys() {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const keys = useQueryCall('/api/trust/key', {})
  const first = keys.data?.[0]?.keyid
  return (
    <Panel title={t('keys.title')}>
      <Table
        caption={t('keys.title')}
        rows={keys.data}
        rowKey={({ keyid }) => keyid}
        empty={null}
        failed={keys.error && keys.data === undefined ? <ListError list={keys} /> : undefined}
        columns={[
          {
            id: 'key',
            head: t('keys.key'),
            cell: ({ keyid, publickey }) => <code title={publickey}>{keyid}</code>,
          },
          { id: 'since', head: t('keys.since'), cell: ({ from }) => figures.day(from) },
          {
            id: 'state',
            head: t('keys.state'),
            align: 'right',
            cell: ({ keyid, announced }) =>
              t(keyid === first ? 'keys.first' : announced ? 'keys.announced' : 'keys.unannounced'),
          },
        ]}
      />
      <div className={styles.inset}>
        <HowToCheck text={t('keys.how')} call="/api/trust/key" />
      </div>
    </Panel>
  )
}
