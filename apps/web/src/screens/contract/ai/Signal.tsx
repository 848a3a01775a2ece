import type { Market } from '@glasshouse/core/markets/codec'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { type LiveSignal, verdictOf } from './signal.ts'

const compare = (a: bigint, b: bigint): string => (a > b ? '>' : a < b ? '<' : '=')

/** The values of the newest closed minute, what the rule says about it, and why it gave no signal. */
export function Signal({
  signal,
  market,
  isTrading,
}: {
  signal: LiveSignal | null
  market: Market
  isTrading: boolean
}) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const values = signal?.values ?? null
  const price = (units: bigint): string => figures.price(units as never, market.scale)
  const verdict = (): string => {
    if (signal === null) return ' '
    const found = verdictOf(signal)
    return t(found === null ? 'signal.missing' : `signal.${found}`)
  }
  const pair = (a: bigint, b: bigint): string => `${price(a)} ${compare(a, b)} ${price(b)}`
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <h2>{t('signal.title')}</h2>
        <span>{signal === null ? '' : t('signal.candle', { time: figures.minute(signal.openMs) })}</span>
      </div>
      <DescriptionList
        dense
        className={styles.stacked}
        items={[
          {
            id: 'means',
            label: t('signal.means'),
            value: values === null ? '—' : pair(30n * values.s7, 7n * values.s30),
          },
          {
            id: 'close',
            label: t('signal.close'),
            value: values === null ? '—' : pair(values.c, values.c15),
          },
          { id: 'range', label: t('signal.range'), value: values === null ? '—' : price(values.a) },
        ]}
      />
      <p className={styles.verdict} aria-live="polite">
        {verdict()}
      </p>
      {isTrading && <p className={styles.note}>{t('signal.hold')}</p>}
    </div>
  )
}
