import {
  type Application,
  applicationQueryToWire,
  applicationsFromWire,
} from '@glasshouse/core/subscription/codec'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useDecodedPage } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { useFormatters } from '../../formatters.ts'
import { CalculationLine } from '../CalculationLine.tsx'
import { ChargeCheck } from '../ChargeCheck.tsx'
import styles from '../Receipt.module.css'
import { ReceiptDialog } from '../ReceiptDialog.tsx'
import { TwoColumns } from '../TwoColumns.tsx'
import { recalculatePayment } from './paymentReckoning.ts'

/** Receipt of a payment of allotted coins: what was asked for and allotted, and the sum at the issue price. */
export default function PaymentReceipt({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('subscription')
  const { data, ...answer } = useDecodedPage(
    '/api/subscription/mySubscription',
    applicationQueryToWire(id),
    applicationsFromWire,
  )
  const order = data?.[0]
  return (
    <ReceiptDialog
      answer={{ ...answer, data: order }}
      of={order === undefined ? null : t('receipt.of', { id, symbol: order.symbol })}
      events={null}
      tick={null}
      onClose={onClose}
    >
      {order !== undefined && <Payment order={order} />}
    </ReceiptDialog>
  )
}

function Payment({ order }: { order: Application }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const { paid, matches } = recalculatePayment(order)
  const coin = order.symbol.replace(/USDT$/, '')
  const facts: readonly [string, ReactNode][] = [
    [
      t('issue'),
      <Link key="issue" className={styles.link} href={paths.subscription({ id: order.issueId })}>
        {coin} {order.issueId}
      </Link>,
    ],
    [t('askedAll'), `${figures.coins(order.asked)} ${coin}`],
    [t('allotted'), `${figures.coins(order.coins)} ${coin}`],
    [t('receipt.applied'), figures.full(order.createdMs)],
    [t('receipt.paid'), order.paidMs === null ? '—' : figures.full(order.paidMs)],
    [
      t('orderHash'),
      <span key="hash" className={styles.mono} title={order.hash}>
        {order.hash.slice(0, 6)}…{order.hash.slice(-6)}
      </span>,
    ],
  ]
  return (
    <TwoColumns
      title={t('receipt.application')}
      facts={
        <dl className={styles.tick}>
          {facts.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      }
    >
      <div className={styles.sum}>
        <CalculationLine label={t('receipt.coins')} figure={figures.coins(order.coins)} />
        <CalculationLine
          operator="×"
          label={t('issuePrice')}
          figure={<b className={styles.strong}>{figures.exactPrice(order.price)}</b>}
        />
        <CalculationLine
          operator="="
          label={t('receipt.total')}
          figure={figures.amount(paid, 'ceil')}
          total
        />
      </div>
      <ChargeCheck matches={matches} text={t('receipt.match')} />
    </TwoColumns>
  )
}
