import type { WithdrawalStatus, WithdrawalView } from '@glasshouse/core/withdrawals/codec'
import { Button } from '@glasshouse/ui/Button'
import { type ReactNode, useEffect, useState } from 'react'
import { localNow } from '../../data/clock.ts'
import { useWithdrawalStatus } from '../../data/withdrawals.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { hoursAndMinutes } from '../hoursAndMinutes.ts'
import { useSentence } from '../useSentence.ts'
import styles from './Lists.module.css'

/** Polling interval, because a first approval causes no push event. */
const pollMs = 10_000

/** Status of a pending withdrawal: reason, next approver, remaining time, and a cancel button. */
export function Waiting({
  withdrawal,
  fee,
  onCancel,
}: {
  withdrawal: WithdrawalView
  fee: ReactNode
  onCancel: () => void
}) {
  const { t } = useTranslation(['money', 'locks'])
  const sentence = useSentence()
  const figures = useFormatters()
  const status = useWithdrawalStatus(withdrawal.id, { everyMs: pollMs })
  const { data } = status
  if (data === undefined)
    return status.error ? <span role="alert">{sentence(status.error)}</span> : <span>{fee}</span>
  return (
    <>
      {data.reason !== null && (
        <span>
          <b>{t(`reason.${data.reason}`)}</b> {data.reasonText}{' '}
          {data.heldUntilMs !== null && t('locks:held', { until: figures.full(data.heldUntilMs) })}
        </span>
      )}
      {data.nextActor !== null && (
        <span>
          {t(`owner.${data.nextActor}`)}{' '}
          {data.approvalsNeeded > 1 &&
            t('withdrawals.approvals', {
              have: figures.whole(data.approvals),
              need: figures.whole(data.approvalsNeeded),
            })}
        </span>
      )}
      <Deadline status={data} />
      {fee}
      {data.isCancellable && (
        <Button className={styles.act} size="s" onClick={onCancel}>
          {t('cancel.act')}
        </Button>
      )}
    </>
  )
}

/** Counts down from the server's remaining time, because the device clock may be wrong. */
const useLeft = (status: WithdrawalStatus): number => {
  const [leftMs, setLeftMs] = useState(status.leftMs)
  useEffect(() => {
    const receivedAt = localNow()
    setLeftMs(status.leftMs)
    const timer = setInterval(() => setLeftMs(status.leftMs - (localNow() - receivedAt)), 1000)
    return () => clearInterval(timer)
  }, [status])
  return leftMs
}

function Deadline({ status }: { status: WithdrawalStatus }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const leftMs = useLeft(status)
  const until = `${figures.day(status.deadlineMs)}, ${figures.minute(status.deadlineMs)}`
  if (leftMs < 0 || status.isOverdue)
    return <span className={styles.late}>{t('withdrawals.overdue', { until })}</span>
  const { hours, minutes } = hoursAndMinutes(leftMs)
  return (
    <span>
      {t('withdrawals.deadline', { until })}{' '}
      <b>{t('withdrawals.left', { hours: figures.whole(hours), minutes: figures.whole(minutes) })}</b>
    </span>
  )
}
