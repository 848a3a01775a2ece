import { tradeKinds } from '@glasshouse/core/performance/rules'
import { buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { useLabelled } from '../../components/useLabelled.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { directions, type PositionFilters } from './positionFilters.ts'

/** Market, product and side of positions and orders, each a menu. */
export function PositionFilterMenus({
  filters,
  symbols,
  hasOptions,
  onChange,
}: {
  filters: PositionFilters
  symbols: readonly string[]
  /** The list has options too, so that a product can be chosen. */
  hasOptions: boolean
  onChange: (filters: PositionFilters) => void
}) {
  const { t } = useTranslation('transaction')
  const sides = {
    rise: `${t('side.long')}, ${t('side.call')}`,
    fall: `${t('side.short')}, ${t('side.put')}`,
  }
  const choice = <Value extends string>(
    label: string,
    value: Value | '',
    names: Readonly<Record<Value, string>>,
    all: string,
    onPick: (value: Value | '') => void,
  ) => (
    <Choice
      label={label}
      name={value === '' ? all : names[value]}
      items={[
        { id: '', label: all },
        ...Object.entries<string>(names).map(([id, name]) => ({ id, label: name })),
      ].map((item) => ({
        ...item,
        chosen: item.id === value,
        onSelect: () => onPick(item.id as Value | ''),
      }))}
    />
  )
  return (
    <>
      {choice(
        t('filter.market'),
        filters.symbol,
        Object.fromEntries(symbols.map((symbol) => [symbol, symbol])),
        t('filter.allMarkets'),
        (symbol) => onChange({ ...filters, symbol }),
      )}
      {hasOptions &&
        choice(
          t('filter.kind'),
          filters.kind,
          Object.fromEntries(tradeKinds.map((kind) => [kind, t(`kind.${kind}`)])) as Record<
            (typeof tradeKinds)[number],
            string
          >,
          t('filter.allKinds'),
          (kind) => onChange({ ...filters, kind }),
        )}
      {choice(
        t('filter.side'),
        filters.direction,
        Object.fromEntries(directions.map((direction) => [direction, sides[direction]])) as Record<
          (typeof directions)[number],
          string
        >,
        t('filter.allSides'),
        (direction) => onChange({ ...filters, direction }),
      )}
    </>
  )
}

function Choice({
  label,
  name,
  items,
}: {
  label: string
  /** Name of what is chosen. */
  name: string
  items: Parameters<typeof Menu>[0]['items']
}) {
  const labelled = useLabelled()
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={buttonClass({ size: 's' })} aria-label={labelled(label, name)}>
          {name}
          <Icon name="down" size={12} />
        </button>
      }
      items={items}
    />
  )
}
