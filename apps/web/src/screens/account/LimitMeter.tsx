import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { permilleOf } from '../../components/holdings/holdings.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

/** How much of a daily limit is used; `used` is at least zero, USDT. */
export function LimitMeter({ label, used, limit }: { label: string; used: bigint; limit: string }) {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const share = Math.min(permilleOf(used, usdt(limit)) / 10, 100)
  const text = t('limits.used', { used: figures.charge(used), limit: figures.plain(formatUsdt(usdt(limit))) })
  return (
    <meter
      className={styles.meter}
      min={0}
      max={100}
      value={share}
      aria-label={label}
      aria-valuetext={text}
      title={text}
    />
  )
}
