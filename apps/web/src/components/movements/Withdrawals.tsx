import type { Usdt } from '@glasshouse/core/money/units'
import type { WithdrawalView } from '@glasshouse/core/withdrawals/codec'
import { isFundsHeld, methodNames, type WithdrawalState } from '@glasshouse/core/withdrawals/rules'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { lazy, Suspense, useState } from 'react'
import { useWithdrawals } from '../../data/withdrawals.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { ListPager } from '../ListPager.tsx'
import { MovementList } from './MovementList.tsx'
import { Proof } from './Proof.tsx'
import { Waiting } from './Waiting.tsx'

const CancelDialog = lazy(() => import('./CancelDialog.tsx'))

const tones = {
  waiting: 'warn',
  sent: 'brand',
  rejected: 'danger',
  cancelled: 'plain',
} as const satisfies Readonly<Record<string, BadgeTone>>

/** A withdrawal waits until its money is released; who has to act is said below it. */
const shownState = (state: WithdrawalState): keyof typeof tones =>
  state === 'approved' || state === 'sending' ? 'waiting' : state

const pageSize = 10

/** List of withdrawals: reason and deadline of pending ones, reason of rejected ones, proof of sent ones. */
export function Withdrawals() {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const [taking, setTaking] = useState<WithdrawalView | null>(null)
  const list = useWithdrawals(page, pageSize)
  const received = (amount: Usdt) => figures.amount(amount, 'floor')
  return (
    <>
      <MovementList<WithdrawalView>
        caption={t('withdrawals.list')}
        list={list}
        look={{
          time: (row) => row.createdMs,
          whatHead: t('withdrawals.where'),
          what: whereOf,
          money: (row) => received(row.amount),
          more: [{ id: 'net', head: t('withdrawals.net'), align: 'right', cell: (row) => received(row.net) }],
          state: (row) => <StateBadge state={shownState(row.state)} />,
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

function StateBadge({ state }: { state: keyof typeof tones }) {
  const { t } = useTranslation('money')
  return <Badge tone={tones[state]}>{t(`withdrawals.state.${state}`)}</Badge>
}

/** Destination, with the network for addresses. Word joiners prevent a line break at the ellipsis. */
const whereOf = ({ method, destination }: WithdrawalView): string =>
  `${method === 'bank' ? '' : `${methodNames[method]} · `}${destination}`.replace('…', '\u2060…\u2060')

function More({ row, onCancel }: { row: WithdrawalView; onCancel: () => void }) {
  const { t } = useTranslation('money')
  const fee = <Fee row={row} />
  if (isFundsHeld(row.state)) return <Waiting withdrawal={row} fee={fee} onCancel={onCancel} />
  if (row.state === 'sent')
    return (
      <>
        {fee}
        {row.proof !== null && <Proof network={methodNames[row.method]} proof={row.proof} />}
      </>
    )
  return (
    <>
      {row.rejection !== null && (
        <span>
          <b>{t(`rejection.${row.rejection}`)}</b> {row.note}
        </span>
      )}
      <span>{t('withdrawals.returned')}</span>
    </>
  )
}

function Fee({ row }: { row: WithdrawalView }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  return <span>{t('withdrawals.fee', { fee: figures.amount(row.fee, 'ceil') })}</span>
}
