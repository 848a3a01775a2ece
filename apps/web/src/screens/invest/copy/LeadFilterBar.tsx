import { Select } from '@glasshouse/ui/Select'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import copyStyles from './Copy.module.css'
import { figureFilters, type LeadFilters, leadChoices } from './leadFilters.ts'

/** Order and filters of the leads. */
export function LeadFilterBar({
  filters,
  onChoose,
}: {
  filters: LeadFilters
  onChoose: (filters: LeadFilters) => void
}) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const labels = {
    risk: t('risk'),
    drawdown: t('drawdown'),
    record: t('filter.days'),
    leverage: t('leverage'),
  }
  const limitLabel = (filter: (typeof figureFilters)[number], choice: string): string => {
    if (choice === 'any') return t('filter.any')
    const limit = Number.parseInt(choice, 10)
    if (filter === 'record') return t('filter.atLeast', { value: figures.whole(limit) })
    const shown = { risk: figures.whole(limit), drawdown: `${choice}%`, leverage: `${choice}×` }
    return t('filter.upTo', { value: shown[filter] })
  }
  return (
    <search className={copyStyles.filters} aria-label={t('filter.title')}>
      <Select
        label={t('filter.state')}
        options={leadChoices.state.map((value) => ({
          value,
          label: value === 'all' ? t('filter.all') : t(`state.${value}`),
        }))}
        value={filters.state}
        onChange={(state) => onChoose({ ...filters, state })}
      />
      {figureFilters.map((filter) => (
        <Select<string>
          key={filter}
          label={labels[filter]}
          options={leadChoices[filter].map((value) => ({ value, label: limitLabel(filter, value) }))}
          value={filters[filter]}
          onChange={(choice) => onChoose({ ...filters, [filter]: choice })}
        />
      ))}
      <Select
        label={t('sort')}
        options={leadChoices.sort.map((value) => ({ value, label: t(`sortBy.${value}`) }))}
        value={filters.sort}
        onChange={(sort) => onChoose({ ...filters, sort })}
      />
    </search>
  )
}
