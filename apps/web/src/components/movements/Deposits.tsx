import type { Deposit } from '@glasshouse/core/deposits/codec'
import type { DepositState } from '@glasshouse/core/deposits/rules'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type CSSProperties, useState } from 'react'
import { useDepositChannels, useDeposits } from '../../data/deposits.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { ListPager } from '../ListPager.tsx'
import styles from './Lists.module.css'
import { MovementList } from './MovementList.tsx'
import { Proof } from './Proof.tsx'
import { safeAddress } from './safeAddress.ts'

/** Labels and colours of the states. */
const states = {
  pending: { key: 'wait', tone: 'warn' },
  credited: { key: 'success', tone: 'brand' },
  rejected: { key: 'failed', tone: 'danger' },
} as const satisfies Readonly<Record<DepositState, { key: string; tone: BadgeTone }>>

const pageSize = 10
/** Polling interval while a deposit is pending, if no push event arrives. */
const pendingPollMs = 4000

/** List of deposits, with the on-chain status of pending ones. */
export function Deposits() {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const nameOf = useChannelName()
  const [page, setPage] = useState(1)
  const [waiting, setWaiting] = useState(false)
  const list = useDeposits(page, pageSize, waiting ? { everyMs: pendingPollMs } : {})
  const hasPending = list.data?.some((deposit) => deposit.state === 'pending') ?? false
  if (hasPending !== waiting) setWaiting(hasPending)
  return (
    <>
      <MovementList<Deposit>
        caption={t('recharge.list')}
        list={list}
        look={{
          time: (deposit) => deposit.createdMs,
          whatHead: t('recharge.via'),
          what: (deposit) => nameOf(deposit.channel),
          money: (deposit) => figures.amount(deposit.credited ?? deposit.amount, 'floor'),
          state: ({ state }) => <Badge tone={states[state].tone}>{t(`recharge.${states[state].key}`)}</Badge>,
          detail: (deposit) => (hasMore(deposit) ? <More deposit={deposit} /> : null),
        }}
        empty={<EmptyState icon="download" title={t('recharge.none')} text={t('recharge.noneText')} />}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}

/** Labels: networks by the name of their asset, channels by the name the operator gave them. */
const useChannelName = (): ((code: string) => string) => {
  const channels = useDepositChannels()
  return (code) => {
    if (code === 'erc20' || code === 'trc20') return `USDT (${code.toUpperCase()})`
    return channels.data?.find((known) => known.code === code)?.name ?? code
  }
}

const isOdd = ({ credited, amount }: Deposit): boolean => credited !== null && credited !== amount

const hasMore = (deposit: Deposit): boolean =>
  deposit.hash !== null ||
  isOdd(deposit) ||
  (deposit.remark ?? '') !== '' ||
  (deposit.state === 'pending' && deposit.paymentUrl !== null)

function More({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const { state, hash, remark, paymentUrl } = deposit
  const page = state === 'pending' && paymentUrl !== null ? safeAddress(paymentUrl) : null
  return (
    <>
      {isOdd(deposit) && (
        <span>{t('deposits.asked', { amount: figures.plain(formatUsdt(deposit.amount)) })}</span>
      )}
      <Finding deposit={deposit} />
      {hash !== null && <Proof network={deposit.channel} proof={hash} />}
      {remark && <span className={state === 'rejected' ? styles.refused : undefined}>{remark}</span>}
      {page !== null && (
        <a className={styles.act} href={page} target="_blank" rel="noopener noreferrer">
          {t('recharge.openHere')}
        </a>
      )}
    </>
  )
}

/** On-chain status of a reported transfer, with its confirmations. */
function Finding({
  deposit: { state, chainStatus, confirmations, confirmationsNeeded: needed },
}: {
  deposit: Deposit
}) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  if (chainStatus === null || state === 'credited') return null
  if (chainStatus !== 'pending' || confirmations === null || needed === null)
    return <span>{t(`finding.${chainStatus}`)}</span>
  const share = `${Math.min(100, Math.floor((100 * confirmations) / Math.max(1, needed)))}%`
  return (
    <span className={styles.steps}>
      {t('finding.steps', { have: figures.whole(confirmations), need: figures.whole(needed) })}
      <i aria-hidden="true" style={{ '--share': share } as CSSProperties} />
    </span>
  )
}
