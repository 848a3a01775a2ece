import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Calculation } from '@glasshouse/ui/Calculation'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { GlassPanel } from '@glasshouse/ui/GlassPanel'
import { Icon } from '@glasshouse/ui/Icon'
import { useFormatters } from '../../components/formatters.ts'
import { useQueryCall } from '../../data/query.ts'
import { useServerNow } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { exampleReceipt, exampleStake } from './example.ts'
import styles from './LiveExample.module.css'

/** More than two minutes, in case one had no trade. */
const candleLimit = 5
const everyMs = 10_000

/** Sample receipt of a one-minute option, calculated from the last complete minute of the market. */
export function LiveExample({ market }: { market: Market }) {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  const now = useServerNow(1000)
  const candles = useQueryCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1m', limit: candleLimit },
    { everyMs },
  )
  const example = exampleReceipt(market, candles.data ?? [], now)
  if (example === null) return null
  const stake = figures.plain(formatUsdt(exampleStake))
  const sums = {
    won: <Calculation sum={`${stake} × ( 1 + ${figures.whole(example.percent)}% )`} />,
    lost: t('example.lost'),
    equal: t('example.equal'),
  }
  return (
    <GlassPanel className={styles.receipt}>
      <p className={styles.head}>
        <EvidenceIcon size={14} />
        <b>{t('example.title')}</b>
        <span>{t('example.note')}</span>
      </p>
      <dl className={styles.lines}>
        <dt>{t('example.from')}</dt>
        <dd>{figures.priceText(example.entry, market.scale)}</dd>
        <dt>{t('example.settled', { time: figures.time(example.expiry) })}</dt>
        <dd>{figures.priceText(example.exit, market.scale)}</dd>
        <dt>{sums[example.result]}</dt>
        <dd>{figures.amount(example.back, 'floor')}</dd>
      </dl>
      <p className={styles.foot}>
        <Icon name="check" size={14} />
        {t('example.foot')}
      </p>
    </GlassPanel>
  )
}
