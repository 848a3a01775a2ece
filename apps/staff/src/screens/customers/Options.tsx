import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import type { CustomerOption } from '@glasshouse/core/staff/codec'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { formatAmount, instantText } from '../../formatters.ts'
import { type DataColumn, DataTable } from '../../parts/DataTable.tsx'

const states = {
  win: 'won',
  loss: 'lost',
  draw: 'draw, stake back',
  void: 'void, stake back',
} as const
const stateOf = ({ outcome }: CustomerOption): string => (outcome === null ? 'open' : states[outcome])

const columns: readonly DataColumn<CustomerOption>[] = [
  { id: 'id', title: 'Option', value: ({ id }) => id },
  { id: 'product', title: 'Product', value: ({ symbol }) => symbol },
  {
    id: 'type',
    title: 'Style',
    value: ({ type }) => (type === 'call' ? 'CALL' : 'PUT'),
    cell: ({ type }) => (
      <Badge tone={type === 'call' ? 'up' : 'down'}>{type === 'call' ? '▲ CALL' : '▼ PUT'}</Badge>
    ),
  },
  {
    id: 'stake',
    title: 'Stake',
    align: 'right',
    value: ({ stake }) => formatUsdt(stake),
    cell: ({ stake }) => formatAmount(formatUsdt(stake)),
  },
  {
    id: 'payout',
    title: 'Max profit',
    align: 'right',
    value: ({ payoutPercent }) => payoutPercent,
    cell: ({ payoutPercent }) => `${payoutPercent} %`,
  },
  {
    id: 'entry',
    title: 'Entry price',
    align: 'right',
    value: ({ entryPrice }) => formatPrice(entryPrice),
    cell: ({ entryPrice }) => formatAmount(formatPrice(entryPrice)),
  },
  {
    id: 'exit',
    title: 'Settled at',
    align: 'right',
    value: ({ exitPrice }) => (exitPrice === null ? null : formatPrice(exitPrice)),
    cell: ({ exitPrice }) => (exitPrice === null ? '—' : formatAmount(formatPrice(exitPrice))),
  },
  {
    id: 'profit',
    title: 'Profit',
    align: 'right',
    value: ({ outcome, pnl }) => (outcome === null ? null : formatUsdt(pnl)),
    cell: ({ outcome, pnl }) => (outcome === null ? '—' : formatAmount(formatUsdt(pnl))),
  },
  { id: 'state', title: 'State', value: stateOf },
  {
    id: 'bought',
    title: 'Bought',
    align: 'right',
    value: ({ openedMs }) => openedMs,
    cell: ({ openedMs }) => instantText(openedMs),
  },
  {
    id: 'expiry',
    title: 'Expires',
    align: 'right',
    value: ({ expiresMs }) => expiresMs,
    cell: ({ expiresMs }) => instantText(expiresMs),
  },
]

/** Newest options of a customer, open and settled. */
export function Options({ data }: { data: CustomerDetail }) {
  return (
    <DataTable
      size="dense"
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
