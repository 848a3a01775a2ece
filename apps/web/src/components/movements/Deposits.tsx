import type { DataOf } from '@glasshouse/core/calls'
import { depositState } from '@glasshouse/core/deposits/codec'
import { usdt } from '@glasshouse/core/money/units'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { Badge, type BadgeTone } from '@glasshouse/ui/Badge'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type CSSProperties, useState } from 'react'
import { usePagedCall, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { ListPager } from '../ListPager.tsx'
import styles from './Lists.module.css'
import { MovementList } from './MovementList.tsx'
import { Proof } from './Proof.tsx'
import { safeAddress } from './safeAddress.ts'

type Deposit = DataOf<'/api/pay/myPay'>[number]

/** Labels and colours of the wire states 0, 1 and 2. */
const states = {
  0: { key: 'wait', tone: 'warn' },
  1: { key: 'success', tone: 'brand' },
  2: { key: 'failed', tone: 'danger' },
} as const satisfies Readonly<Record<Deposit['status'], { key: string; tone: BadgeTone }>>

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
  const list = usePagedCall(
    '/api/pay/myPay',
    pageToWire(page, pageSize),
    waiting ? { everyMs: pendingPollMs } : {},
  )
  const hasPending = list.data?.some((deposit) => depositState(deposit.status) === 'pending') ?? false
  if (hasPending !== waiting) setWaiting(hasPending)
  return (
    <>
      <MovementList<Deposit>
        caption={t('recharge.list')}
        list={list}
        look={{
          time: (deposit) => deposit.creatTime,
          whatHead: t('recharge.via'),
          what: (deposit) => nameOf(deposit.channel),
          money: (deposit) => figures.amount(usdt(deposit.credited ?? deposit.money), 'floor'),
          state: ({ status }) => (
            <Badge tone={states[status].tone}>{t(`recharge.${states[status].key}`)}</Badge>
          ),
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
  const channels = useQueryCall('/api/pay/payChannel', {})
  return (code) => {
    if (code === 'erc20' || code === 'trc20') return `USDT (${code.toUpperCase()})`
    return channels.data?.find((known) => known.code === code)?.name ?? code
  }
}

const isOdd = ({ credited, money }: Deposit): boolean =>
  credited !== undefined && usdt(credited) !== usdt(money)

const hasMore = (deposit: Deposit): boolean =>
  deposit.hash !== undefined ||
  isOdd(deposit) ||
  (deposit.remark ?? '') !== '' ||
  (depositState(deposit.status) === 'pending' && deposit.url !== undefined)

function More({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const { status, hash, remark, url } = deposit
  const page = depositState(status) === 'pending' && url !== undefined ? safeAddress(url) : null
  return (
    <>
      {isOdd(deposit) && <span>{t('deposits.asked', { amount: figures.plain(deposit.money) })}</span>}
      <Finding deposit={deposit} />
      {hash !== undefined && <Proof network={deposit.channel} proof={hash} />}
      {remark && (
        <span className={depositState(status) === 'rejected' ? styles.refused : undefined}>{remark}</span>
      )}
      {page !== null && (
        <a className={styles.act} href={page} target="_blank" rel="noopener noreferrer">
          {t('recharge.openHere')}
        </a>
      )}
    </>
  )
}

/** On-chain status of a reported transfer, with its confirmations. */
function Finding({ deposit: { status, finding, confirmations, needed } }: { deposit: Deposit }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  if (finding === undefined || depositState(status) === 'credited') return null
  if (finding !== 'pending' || confirmations === undefined || needed === undefined)
    return <span>{t(`finding.${finding}`)}</span>
  const share = `${Math.min(100, Math.floor((100 * confirmations) / Math.max(1, needed)))}%`
  return (
    <span className={styles.steps}>
      {t('finding.steps', { have: figures.whole(confirmations), need: figures.whole(needed) })}
      <i aria-hidden="true" style={{ '--share': share } as CSSProperties} />
    </span>
  )
}
