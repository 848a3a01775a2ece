import { tradeKinds, tradeResults, tradeSides } from '@glasshouse/core/performance/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Transaction.module.css'
import { noFilters, type TradeFilters } from './tradeDays.ts'

/** Market, product, side, result and days of the list of closed trades. */
export function FilterFields({
  filters,
  onChange,
  symbols,
  problem,
}: {
  filters: TradeFilters
  onChange: (filters: TradeFilters) => void
  symbols: readonly string[]
  /** What is wrong with the days. */
  problem: string | undefined
}) {
  const { t } = useTranslation('transaction')
  const change = (part: Partial<TradeFilters>) => onChange({ ...filters, ...part })
  const isSet = Object.values(filters).some((value) => value !== '')
  return (
    <search className={styles.filters} aria-label={t('closed.filters')}>
      <Select
        label={t('filter.market')}
        options={[
          { value: '', label: t('filter.all') },
          ...symbols.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
        value={filters.symbol}
        onChange={(symbol) => change({ symbol })}
      />
      <Select
        label={t('filter.kind')}
        options={[
          { value: '', label: t('filter.all') },
          ...tradeKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
        value={filters.kind}
        onChange={(kind) => change({ kind, side: '' })}
      />
      <Select
        label={t('filter.side')}
        options={[
          { value: '', label: t('filter.all') },
          ...tradeSides.map((side) => ({ value: side, label: t(`side.${side}`) })),
        ]}
        value={filters.side}
        onChange={(side) => change({ side })}
      />
      <Select
        label={t('filter.result')}
        options={[
          { value: '', label: t('filter.all') },
          ...tradeResults.map((result) => ({ value: result, label: t(`result.${result}`) })),
        ]}
        value={filters.result}
        onChange={(result) => change({ result })}
      />
      <Field
        label={t('filter.from')}
        type="date"
        value={filters.from}
        onChange={(from) => change({ from })}
        error={problem}
      />
      <Field label={t('filter.to')} type="date" value={filters.to} onChange={(to) => change({ to })} />
      {isSet && <Button onClick={() => onChange(noFilters)}>{t('filter.clear')}</Button>}
    </search>
  )
}
