import { journalTypeName } from '@glasshouse/core/ledger/names'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { serverNow } from '../../data/clock.ts'
import { formatAmount, instantText } from '../../formatters.ts'
import { accountName } from '../../ledgerLabels.ts'
import { DataTable } from '../../parts/DataTable.tsx'

const loaded = { problem: null, onRetry: () => undefined } as const

export function Balances({ data }: { data: CustomerDetail }) {
  return (
    <DataTable
      size="dense"
      {...loaded}
      name={`balances-${data.profile.uid}`}
      caption="Balances"
      rows={data.balances}
      rowKey={({ account, asset }) => `${account} ${asset}`}
      empty={{ icon: 'lock', title: 'No account was ever used' }}
      columns={[
        { id: 'account', title: 'Account', value: ({ account }) => accountName(account) },
        { id: 'asset', title: 'Asset', value: ({ asset }) => asset },
        {
          id: 'amount',
          title: 'Balance',
          align: 'right',
          value: ({ amount }) => amount,
          cell: ({ amount }) => formatAmount(amount),
        },
      ]}
    />
  )
}

export function Orders({ data }: { data: CustomerDetail }) {
  return (
    <DataTable
      size="dense"
      {...loaded}
      name={`orders-${data.profile.uid}`}
      caption="Newest orders"
      rows={data.orders}
      rowKey={({ id }) => id}
      empty={{ icon: 'orders', title: 'No orders' }}
      columns={[
        { id: 'id', title: 'Order', value: ({ id }) => id },
        { id: 'product', title: 'Product', value: ({ symbol }) => symbol },
        {
          id: 'side',
          title: 'Side',
          value: ({ side }) => (side === 'long' ? 'Buy' : 'Sell'),
          cell: ({ side }) => (
            <Badge tone={side === 'long' ? 'up' : 'down'}>{side === 'long' ? '▲ Buy' : '▼ Sell'}</Badge>
          ),
        },
        {
          id: 'leverage',
          title: 'Leverage',
          align: 'right',
          value: ({ leverage }) => leverage,
          cell: ({ leverage }) => `${leverage}×`,
        },
        { id: 'lots', title: 'Lots', align: 'right', value: ({ lots }) => lots },
        {
          id: 'price',
          title: 'Opened at',
          align: 'right',
          value: ({ openPrice }) => openPrice,
          cell: ({ openPrice }) => formatAmount(openPrice),
        },
        {
          id: 'margin',
          title: 'Margin',
          align: 'right',
          value: ({ margin }) => margin,
          cell: ({ margin }) => formatAmount(margin),
        },
        {
          id: 'profit',
          title: 'Profit',
          align: 'right',
          value: ({ pnl }) => pnl,
          cell: ({ pnl }) => formatAmount(pnl),
        },
        {
          id: 'fee',
          title: 'Fee',
          align: 'right',
          value: ({ fees }) => fees,
          cell: ({ fees }) => formatAmount(fees),
        },
        { id: 'state', title: 'State', value: ({ state }) => state },
        {
          id: 'time',
          title: 'Placed',
          align: 'right',
          value: ({ createdMs }) => createdMs,
          cell: ({ createdMs }) => instantText(createdMs),
        },
      ]}
    />
  )
}

export function Journal({ data }: { data: CustomerDetail }) {
  return (
    <DataTable
      size="dense"
      {...loaded}
      name={`journal-${data.profile.uid}`}
      caption="Recent transactions"
      rows={data.journal.map((line, index) => ({ ...line, place: index }))}
      rowKey={({ place }) => place}
      empty={{ icon: 'rows', title: 'No transactions' }}
      columns={[
        { id: 'time', title: 'Time', value: ({ time }) => time, cell: ({ time }) => instantText(time) },
        { id: 'cause', title: 'Cause', value: ({ cause }) => cause },
        { id: 'type', title: 'Type', value: ({ type }) => journalTypeName(type, 'en') },
        {
          id: 'account',
          title: 'Account',
          value: ({ account, asset }) => `${accountName(account)}, ${asset}`,
        },
        {
          id: 'money',
          title: 'Amount',
          align: 'right',
          value: ({ money }) => money,
          cell: ({ money }) => signed(money),
        },
        {
          id: 'balance',
          title: 'Balance after',
          align: 'right',
          value: ({ balance }) => balance,
          cell: ({ balance }) => formatAmount(balance),
        },
      ]}
    />
  )
}

const signed = (wire: string): string =>
  wire.startsWith('-') ? formatAmount(wire) : `+${formatAmount(wire)}`

export function Sessions({ data }: { data: CustomerDetail }) {
  return (
    <DataTable
      size="dense"
      {...loaded}
      name={`sessions-${data.profile.uid}`}
      caption="Sessions"
      rows={data.sessions}
      rowKey={({ id }) => id}
      empty={{ icon: 'person', title: 'Nobody signed in yet' }}
      columns={[
        {
          id: 'started',
          title: 'Began',
          value: ({ started }) => started,
          cell: ({ started }) => instantText(started),
        },
        {
          id: 'state',
          title: 'State',
          value: (session) => stateOf(session),
          cell: (session) => (
            <Badge tone={stateOf(session) === 'open' ? 'brand' : 'plain'}>{stateOf(session)}</Badge>
          ),
        },
        {
          id: 'end',
          title: 'Ended or ends',
          value: ({ ended, expires }) => ended ?? expires,
          cell: ({ ended, expires }) => instantText(ended ?? expires),
        },
        { id: 'ip', title: 'From', value: ({ ip }) => ip || null },
        { id: 'agent', title: 'With', value: ({ userAgent }) => userAgent },
      ]}
    />
  )
}

const stateOf = ({ ended, expires }: CustomerDetail['sessions'][number]): string =>
  ended !== null ? 'ended' : expires <= serverNow() ? 'run out' : 'open'
