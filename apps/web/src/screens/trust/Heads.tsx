import { linesOf } from '@glasshouse/core/trust/signedTexts'
import { Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { shortHash } from './shortHash.ts'
import styles from './Trust.module.css'

/** The newest signed heads of all chains. */
export function Heads() {
  const { t } = useTranslation('trust')
  const figures = useFormatters()
  const heads = useQueryCall('/api/trust/heads', {})
  const lines = heads.data === undefined ? undefined : (linesOf('glasshouse.heads.v1', heads.data.text) ?? [])
  const minute = lines?.find(([name]) => name === 'minute')?.[1]
  const rows = lines
    ?.filter(([name]) => name !== 'key' && name !== 'minute')
    .map(([name, value]) => {
      const [n = '', hash = ''] = value.split(':')
      return { name, n, hash }
    })
  return (
    <Panel
      title={t('heads.title')}
      beside={
        minute !== undefined && (
          <span className={styles.muted}>
            {t('heads.minute', { time: figures.minute(Number.parseInt(minute, 10)) })}
          </span>
        )
      }
    >
      <Table
        caption={t('heads.title')}
        rows={rows}
        rowKey={({ name }) => name}
        empty={null}
        failed={heads.error && rows === undefined ? <ListError list={heads} /> : undefined}
        columns={[
          { id: 'name', head: t('heads.chain'), cell: ({ name }) => <b>{name}</b> },
          {
            id: 'number',
            head: t('heads.record'),
            align: 'right',
            cell: ({ n }) => figures.whole(BigInt(n)),
          },
          {
            id: 'hash',
            head: t('heads.hash'),
            align: 'right',
            cell: ({ hash }) => <code title={hash}>{shortHash(hash)}</code>,
          },
        ]}
      />
    </Panel>
  )
}
