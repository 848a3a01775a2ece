import { pageToWire } from '@glasshouse/core/wire/codec'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { lazy, Suspense, useState } from 'react'
import { usePagedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { ListPager } from '../ListPager.tsx'
import { MovementList } from './MovementList.tsx'
import { Proof } from './Proof.tsx'
import { Waiting } from './Waiting.tsx'
import type { Withdrawal } from './withdrawal.ts'

const CancelDialog = lazy(() => import('./CancelDialog.tsx'))

/** Colours of the wire states 0 to 3. */
const ringTones = ['warn', 'brand', 'danger', 'plain'] as const satisfies readonly BadgeTone[]

const pageSize = 10

/** List of withdrawals: reason and deadline of pending ones, reason of rejected ones, proof of sent ones. */
export function Withdrawals() {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const [taking, setTaking] = useState<Withdrawal | null>(null)
  const list = usePagedCall('/api/pay/withdrawalList', pageToWire(page, pageSize))
  const amountOf = (text: string) => figures.amountText(text, 'floor')
  return (
    <>
      <MovementList<Withdrawal>
        caption={t('withdrawals.list')}
        list={list}
        look={{
          time: (row) => row.bptime,
          whatHead: t('withdrawals.where'),
          what: whereOf,
          money: (row) => amountOf(row.bpprice),
          more: [{ id: 'net', head: t('withdrawals.net'), align: 'right', cell: (row) => amountOf(row.net) }],
          state: (row) => (
            <Badge tone={ringTones[row.isverified]}>{t(`withdrawals.state.${row.isverified}`)}</Badge>
          ),
          detail: (row) => <More row={row} onCancel={() => setTaking(row)} />,
        }}
        empty={<EmptyState icon="upload" title={t('withdrawals.none')} text={t('withdrawals.noneText')} />}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
      {taking !== null && (
        <Suspense fallback={null}>
          <CancelDialog withdrawal={taking} onClose={() => setTaking(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Destination, with the network for addresses. Word joiners prevent a line break at the ellipsis. */
const whereOf = ({ name_en, destination }: Withdrawal): string =>
  `${/20$/.test(name_en) ? `${name_en} · ` : ''}${destination}`.replace('…', '\u2060…\u2060')

function More({ row, onCancel }: { row: Withdrawal; onCancel: () => void }) {
  const { t } = useTranslation('money')
  const fee = <Fee row={row} />
  if (row.isverified === 0) return <Waiting withdrawal={row} fee={fee} onCancel={onCancel} />
  if (row.isverified === 1)
    return (
      <>
        {fee}
        {row.txhash !== undefined && <Proof network={row.name_en} proof={row.txhash} />}
      </>
    )
  return (
    <>
      {row.rejection !== null && (
        <span>
          <b>{t(`rejection.${row.rejection}`)}</b> {row.remarks}
        </span>
      )}
      <span>{t('withdrawals.returned')}</span>
    </>
  )
}

function Fee({ row }: { row: Withdrawal }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  return <span>{t('withdrawals.fee', { fee: figures.amountText(row.tax, 'ceil') })}</span>
}
