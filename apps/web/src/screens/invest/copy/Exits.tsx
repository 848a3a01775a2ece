import { exitLevy } from '@glasshouse/core/invest/copy/fees'
import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../../components/formatters.ts'
import { CalculationLine } from '../../../components/receipt/CalculationLine.tsx'
import receipt from '../../../components/receipt/Receipt.module.css'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'
import { type CopyProductTerms, feeExample } from './terms.ts'

/** Every way to leave a copy order and its price, for an amount. */
export const useExits = ({ copy: { lead } }: CopyProductTerms, amount: Usdt): readonly DescriptionItem[] => {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const text = (sentence: string) => <span className={styles.caption}>{sentence}</span>
  const levy = exitLevy(amount, lead.exitLevyPpm)
  return [
    { id: 'period', label: t('exit.period'), value: t('exit.free'), working: text(t('exit.periodText')) },
    {
      id: 'now',
      label: t('exit.now'),
      value: t('exit.nowValue', { percent: figures.plain(percentOfPpm(lead.exitLevyPpm)) }),
      working: text(
        t('exit.nowText', { levy: figures.amount(levy, 'ceil'), amount: figures.plain(formatUsdt(amount)) }),
      ),
    },
    { id: 'stop', label: t('exit.stopLoss'), value: t('exit.free'), working: text(t('exit.stopLossText')) },
    {
      id: 'copyStop',
      label: t('exit.copyStop', { percent: figures.whole(lead.copyStopPercent) }),
      value: t('exit.free'),
      working: text(t('exit.copyStopText')),
    },
    { id: 'lead', label: t('exit.leadStops'), value: t('exit.free'), working: text(t('exit.leadStopsText')) },
  ]
}

/** Ways to leave, as a box. */
export function Exits({ product, amount }: { product: CopyProductTerms; amount: Usdt }) {
  const { t } = useTranslation('copy')
  return (
    <section className={`${styles.box} ${copyStyles.boxed}`}>
      <h3 className={styles.boxTitle}>{t('exit.title')}</h3>
      <DescriptionList items={useExits(product, amount)} />
    </section>
  )
}

/** The fee of a lead worked out by the rules of a dealing, for an amount that grew by a tenth. */
export function FeeLines({ product: { copy }, amount }: { product: CopyProductTerms; amount: Usdt }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const { lead } = copy
  const example = feeExample(amount, lead.leadFeePpm, lead.exitLevyPpm)
  const exact = (units: Usdt): string => figures.amount(units, 'floor', 8)
  return (
    <div className={receipt.sum}>
      <CalculationLine label={t('example.value')} figure={exact(example.value)} />
      <CalculationLine
        operator="−"
        label={t('example.fee', {
          percent: figures.plain(percentOfPpm(lead.leadFeePpm)),
          profit: exact(example.profit),
        })}
        figure={exact(example.fee)}
      />
      <CalculationLine operator="=" label={t('example.keep')} figure={exact(example.keep)} total />
      <CalculationLine
        operator="−"
        label={t('example.levy', { percent: figures.plain(percentOfPpm(lead.exitLevyPpm)) })}
        figure={exact(example.levy)}
      />
      <CalculationLine operator="=" label={t('example.paid')} figure={exact(example.paid)} total />
    </div>
  )
}

/** The fee example, as a box. */
export function FeeExampleBox({ product, amount }: { product: CopyProductTerms; amount: Usdt }) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  return (
    <section className={`${styles.box} ${copyStyles.boxed}`}>
      <h3 className={styles.boxTitle}>{t('example.title', { amount: figures.plain(formatUsdt(amount)) })}</h3>
      <FeeLines product={product} amount={amount} />
      <p className={styles.text}>{t('example.mark')}</p>
    </section>
  )
}
