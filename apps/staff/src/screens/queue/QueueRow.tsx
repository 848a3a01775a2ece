import { isPendingReview, type Review } from '@glasshouse/core/reviews/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { useEffect, useRef } from 'react'
import { formatDuration } from '../../formatters.ts'
import { kindLabels, summaryText } from '../../words/reviewKinds.ts'
import { ownerText } from './item.ts'
import styles from './QueueList.module.css'
import { timeLeft } from './view.ts'

/** Queued item in two lines: icon, kind and customer; age or remaining time, and holder. */
export function QueueRow({
  row,
  ownId,
  sinceMs,
  isChosen,
  onChoose,
}: {
  row: Review
  ownId: number
  sinceMs: number
  isChosen: boolean
  onChoose: () => void
}) {
  const { name, icon } = kindLabels(row.kind)
  const here = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) here.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={here}
        type="button"
        className={classNames(styles.row, isChosen && styles.chosen)}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <Icon name={icon} className={styles.kind} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <b>{name}</b>
            <span className={styles.faint}>{ownerText(row)}</span>
            <Time row={row} sinceMs={sinceMs} />
          </span>
          <span className={styles.line}>
            <span className={styles.summary}>{summaryText(row.summary)}</span>
            <Holder row={row} ownId={ownId} />
          </span>
          <Deadline row={row} sinceMs={sinceMs} />
        </span>
      </button>
    </li>
  )
}

/** Remaining share of the time limit; below a fifth it is a warning. */
const shareLeft = (row: Review, sinceMs: number): number | null => {
  const left = timeLeft(row, sinceMs)
  if (left === null || row.deadlineMs === null) return null
  return Math.min(1, Math.max(0, left / (row.deadlineMs - row.createdMs)))
}

function Time({ row, sinceMs }: { row: Review; sinceMs: number }) {
  if (!isPendingReview(row)) return <span className={styles.time}>{row.state}</span>
  const left = timeLeft(row, sinceMs)
  if (left === null) return <span className={styles.time}>{formatDuration(row.ageMs + sinceMs)}</span>
  if (left < 0)
    return <span className={classNames(styles.time, styles.late)}>{formatDuration(-left)} late</span>
  const isShort = (shareLeft(row, sinceMs) ?? 1) < 0.2
  return <span className={classNames(styles.time, isShort && styles.short)}>{formatDuration(left)} left</span>
}

function Holder({ row, ownId }: { row: Review; ownId: number }) {
  if (isPendingReview(row) && row.approvals > 0 && row.holder === null)
    return (
      <span className={styles.second}>
        {row.approvals} of {row.needed} approved
      </span>
    )
  if (row.holder === null) return null
  const isMine = row.holder.id === ownId
  return <span className={isMine ? styles.mine : styles.faint}>{isMine ? 'yours' : row.holder.name}</span>
}

function Deadline({ row, sinceMs }: { row: Review; sinceMs: number }) {
  const share = isPendingReview(row) ? shareLeft(row, sinceMs) : null
  if (share === null) return null
  return (
    <span className={styles.deadline}>
      <span className={share < 0.2 ? styles.low : undefined} style={{ width: `${share * 100}%` }} />
    </span>
  )
}
