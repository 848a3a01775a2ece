import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './Receipt.module.css'

/** Hash shortened to its first and last six characters; the full hash is in the tooltip. */
function Hash({ hash }: { hash: string }) {
  return (
    <span className={styles.mono} title={hash}>
      {hash.slice(0, 6)}…{hash.slice(-6)}
    </span>
  )
}

/** Tick as evidence: source, time, and position in the hash chain. */
export function TickDetails({
  tick,
  scale,
  side,
  rule,
  trigger,
}: {
  tick: TickEvidence
  scale: number
  /** Price that applied; all three prices if omitted. */
  side?: 'ask' | 'bid'
  rule?: string
  /** Trigger price the tick had to reach, with its label. */
  trigger?: { readonly label: string; readonly price: bigint } | undefined
}) {
  const { t } = useTranslation('evidence')
  const figures = useFormatters()
  const delay = tick.receivedTime - tick.sourceTime
  const price = (text: string): ReactNode => <b className={styles.strong}>{figures.priceText(text, scale)}</b>
  const rows: [string, ReactNode][] = [
    ...(rule === undefined ? [] : [[t('tick.rule'), rule] as [string, ReactNode]]),
    ...(trigger ? [[trigger.label, figures.price(trigger.price, scale)] as [string, ReactNode]] : []),
    ...(side === undefined ? [[t('tick.last'), price(tick.price)] as [string, ReactNode]] : []),
    ...(side === 'bid' ? [] : [[t('tick.ask'), price(tick.ask)] as [string, ReactNode]]),
    ...(side === 'ask' ? [] : [[t('tick.bid'), price(tick.bid)] as [string, ReactNode]]),
    [
      t('tick.source'),
      tick.recordedTime === null ? tick.source : t('tick.recorded', { source: tick.source }),
    ],
    [t('tick.sequence'), figures.whole(tick.n)],
    [t('tick.sourceTime'), figures.exactTime(tick.sourceTime)],
    [
      t('tick.received'),
      <>
        {figures.exactTime(tick.receivedTime)}{' '}
        <span className={styles.quiet}>
          {delay < 0 ? '−' : '+'}
          {t('tick.delay', { n: figures.whole(Math.abs(delay)) })}
        </span>
      </>,
    ],
    [t('tick.hash'), <Hash key="hash" hash={tick.hash} />],
    [t('tick.follows'), <Hash key="follows" hash={tick.previousHash} />],
  ]
  return (
    <dl className={styles.tick}>
      {rows.map(([label, value]) => (
        <FactRow key={label} label={label} value={value} />
      ))}
    </dl>
  )
}

/** Event that was not caused by a tick: reason and time. */
export function EventDetails({ rule, time }: { rule: string; time: number }) {
  const { t } = useTranslation('evidence')
  const figures = useFormatters()
  return (
    <dl className={styles.tick}>
      <FactRow label={t('tick.rule')} value={rule} />
      <FactRow label={t('tick.at')} value={figures.full(time)} />
    </dl>
  )
}

function FactRow({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
