import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './Receipt.module.css'

/** Two ticks an order at the market was judged by; it filled at the less favorable one. */
export type WindowTicks = { readonly windowMs: number; readonly next: TickEvidence | null }

/**
 * The tick that was in force when an order was accepted, and the first one within the entry window where the order had
 * one. `side` names the price shown; the last price if omitted.
 */
export function EntryWindow({
  acceptedTime,
  accepted,
  window,
  side = 'price',
  scale,
}: {
  acceptedTime: number
  accepted: TickEvidence
  window?: WindowTicks
  side?: 'ask' | 'bid' | 'price'
  scale: number
}) {
  const { t } = useTranslation(['evidence', 'market'])
  const figures = useFormatters()
  const priceOf = (tick: TickEvidence): string =>
    `${figures.priceText(tick[side], scale)} · ${t('market:strip.tick', { n: figures.whole(tick.n) })}`
  return (
    <dl className={styles.tick}>
      <dt>{t('tick.acceptedAt')}</dt>
      <dd>{figures.exactTime(acceptedTime)}</dd>
      <dt>{t('tick.inForce')}</dt>
      <dd>{priceOf(accepted)}</dd>
      {window !== undefined && (
        <>
          <dt>{t('tick.firstWithin', { ms: figures.whole(window.windowMs) })}</dt>
          <dd>{window.next === null ? t('tick.noneWithin') : priceOf(window.next)}</dd>
          <dt className={styles.whole}>{t('tick.worse')}</dt>
        </>
      )}
    </dl>
  )
}
