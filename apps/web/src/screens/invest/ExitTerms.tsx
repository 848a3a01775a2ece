import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Invest.module.css'
import { exitExample, type PurchasePreview } from './purchase.ts'
import { useRateText } from './Rates.tsx'

/** When an order can be left early and what that costs, as a rule and in money. */
export const useExitTerms = (
  product: Pick<InvestProduct, 'redeemDays' | 'redeemFee'>,
  preview: PurchasePreview,
): readonly string[] => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  const { redeemDays, redeemFee } = product
  const example = exitExample(preview, redeemDays, redeemFee)
  if (example === null) return [t('exit.never')]
  const exact = (units: Usdt): string => figures.plain(formatUsdt(units))
  return [
    redeemDays === 0 ? t('exit.atOnce') : t('exit.from', { count: redeemDays }),
    t('exit.formula', { share: rateText(redeemFee).replace(/[.,]00%$/, '%') }),
    t('exit.example', {
      days: figures.whole(example.days),
      accrued: exact(example.accrued),
      fee: exact(example.fee),
      total: exact(example.total),
    }),
  ]
}

/** Early exit of a product, with an example for the amount of the preview. */
export function ExitTerms({ product, preview }: { product: InvestProduct; preview: PurchasePreview }) {
  const { t } = useTranslation('invest')
  const lines = useExitTerms(product, preview)
  return (
    <section className={styles.note}>
      <h3 className={styles.subheading}>{t('exit.title')}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
}
