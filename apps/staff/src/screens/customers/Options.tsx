import type { DataOf } from '@glasshouse/core/calls'
import { Badge } from '@glasshouse/ui/Badge'
import { formatAmount, instantText } from '../../formatters.ts'
import { type DataColumn, DataTable } from '../../parts/DataTable.tsx'

type Detail = DataOf<'/staff/api/userDetail'>
type Option = Detail['options'][number]

const stateOf = ({ ostaus, isWin, void: isVoid }: Option): string => {
  if (ostaus === 0) return 'open'
  if (isVoid) return 'void, stake back'
  return isWin === 1 ? 'won' : isWin === 2 ? 'lost' : 'draw, stake back'
}

/** Whether a price settled it: open and void options have no settlement price. */
const isDecided = ({ ostaus, void: isVoid }: Option): boolean => ostaus === 1 && !isVoid

const columns: readonly DataColumn<Option>[] = [
  { id: 'id', title: 'Option', value: ({ id }) => id },
  { id: 'procode', title: 'Product', value: ({ procode }) => procode },
  {
    id: 'style',
    title: 'Style',
    value: ({ ostyle }) => (ostyle === 0 ? 'CALL' : 'PUT'),
    cell: ({ ostyle }) => (
      <Badge tone={ostyle === 0 ? 'up' : 'down'}>{ostyle === 0 ? '▲ CALL' : '▼ PUT'}</Badge>
    ),
  },
  {
    id: 'stake',
    title: 'Stake',
    align: 'right',
    value: ({ fee }) => fee,
    cell: ({ fee }) => formatAmount(fee),
  },
  {
    id: 'scale',
    title: 'Max profit',
    align: 'right',
    value: ({ scale }) => scale,
    cell: ({ scale }) => `${scale} %`,
  },
  {
    id: 'entry',
    title: 'Entry price',
    align: 'right',
    value: ({ buyprice }) => buyprice,
    cell: ({ buyprice }) => formatAmount(buyprice),
  },
  {
    id: 'exit',
    title: 'Settled at',
    align: 'right',
    value: (option) => (isDecided(option) ? option.sellprice : null),
    cell: (option) => (isDecided(option) ? formatAmount(option.sellprice) : '—'),
  },
  {
    id: 'profit',
    title: 'Profit',
    align: 'right',
    value: (option) => (option.ostaus === 1 ? option.ploss : null),
    cell: (option) => (option.ostaus === 1 ? formatAmount(option.ploss) : '—'),
  },
  { id: 'state', title: 'State', value: stateOf },
  {
    id: 'bought',
    title: 'Bought',
    align: 'right',
    value: ({ buytime }) => buytime,
    cell: ({ buytime }) => instantText(buytime),
  },
  {
    id: 'expiry',
    title: 'Expires',
    align: 'right',
    value: ({ selltime }) => selltime,
    cell: ({ selltime }) => instantText(selltime),
  },
]

/** Newest options of a customer, open and settled. */
export function Options({ data }: { data: Detail }) {
  return (
    <DataTable
      name={`options-${data.profile.uid}`}
      caption="Newest options"
      problem={null}
      onRetry={() => undefined}
      rows={data.options}
      rowKey={({ id }) => id}
      empty={{ icon: 'clock', title: 'No option was ever bought' }}
      columns={columns}
    />
  )
}
