import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { Select } from '@glasshouse/ui/Select'
import { useEffect, useState } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { useMarkets } from '../../../data/quotes.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import copyStyles from './Copy.module.css'
import { figureFilters, type LeadFilters, leadChoices, maxName } from './leadFilters.ts'

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
  const markets = useMarkets().data ?? []
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
      <NameFilter name={filters.name} onChoose={(name) => onChoose({ ...filters, name })} />
      <Select
        label={t('filter.state')}
        options={leadChoices.state.map((value) => ({
          value,
          label: value === 'all' ? t('filter.all') : t(`state.${value}`),
        }))}
        value={filters.state}
        onChange={(state) => onChoose({ ...filters, state })}
      />
      <Select<string>
        label={t('filter.market')}
        options={[
          { value: '', label: t('filter.any') },
          ...markets.map(({ pid, title }) => ({ value: String(pid), label: title })),
          ...(filters.market === '' || markets.some(({ pid }) => String(pid) === filters.market)
            ? []
            : [{ value: filters.market, label: '…' }]),
        ]}
        value={filters.market}
        onChange={(market) => onChoose({ ...filters, market })}
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

/** So long nothing is typed before the list is asked for. */
const debounceMs = 250

function NameFilter({ name, onChoose }: { name: string; onChoose: (name: string) => void }) {
  const { t } = useTranslation('leads')
  const [text, setText] = useState(name)
  const [shown, setShown] = useState(name)
  // Filters were cleared, or an address was opened.
  if (name !== shown) {
    setShown(name)
    if (name !== text.trim()) setText(name)
  }
  useEffect(() => {
    if (text.trim() === name) return
    const timer = setTimeout(() => onChoose(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, name, onChoose])
  return (
    <Field
      label={t('filter.name')}
      start={<Icon name="search" size={14} />}
      type="search"
      enterKeyHint="search"
      maxLength={maxName}
      value={text}
      onChange={setText}
    />
  )
}
