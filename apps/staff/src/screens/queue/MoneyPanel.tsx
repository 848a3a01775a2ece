import { formatUsdt } from '@glasshouse/core/money/units'
import type { CustomerDetail } from '@glasshouse/core/staff/customers/codec'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import type { CustomerDetailState } from '../../data/customer.ts'
import { formatAmount, shortText } from '../../formatters.ts'
import { accountName } from '../../ledgerLabels.ts'
import { LoadError } from '../../parts/DataTable.tsx'
import styles from './Detail.module.css'
import { fieldValue, type Item } from './item.ts'
import { Summary } from './Summary.tsx'

type JournalLine = CustomerDetail['journal'][number]

/** Amount and summary of the customer, for items without pictures; the ledger lines are one click away. */
export function MoneyPanel({ item, customer }: { item: Item; customer: CustomerDetailState }) {
  const [isJournalOpen, setJournalOpen] = useState(false)
  const [net, fee] = [fieldValue(item, 'net'), fieldValue(item, 'tax')]
  const [limit, collateral] = [fieldValue(item, 'limit'), fieldValue(item, 'collateral')]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so it must be reachable by keyboard
    <section className={styles.money} aria-label="Money" tabIndex={0}>
      {item.amount !== null && (
        <div className={styles.sum}>
          <span className={styles.label}>{item.kind === 'deposit' ? 'Amount' : 'Requested'}</span>
          <b className={styles.total}>{formatAmount(formatUsdt(item.amount))} USDT</b>
          {net !== null && fee !== null && (
            <Calculation
              sum={`${formatAmount(formatUsdt(item.amount))} − ${formatAmount(fee)} fee = ${formatAmount(net)} arrives`}
            />
          )}
          {limit !== null && collateral !== null && (
            <p className={styles.quiet}>
              of a limit of {formatAmount(limit)} USDT; the orders that count are worth{' '}
              {formatAmount(collateral)} USDT
            </p>
          )}
        </div>
      )}
      {item.uid === null ? (
        <EmptyState
          icon="rows"
          title="Nobody sees here who applied"
          text="The record on the right is all the computation takes; its table is public once it has run."
        />
      ) : (
        <>
          {item.customer !== null && <Summary summary={item.customer} nowMs={item.createdMs + item.ageMs} />}
          {item.customer !== null && (
            <Button
              size="s"
              className={styles.lines}
              aria-expanded={isJournalOpen}
              onClick={() => setJournalOpen((open) => !open)}
            >
              {isJournalOpen ? 'Hide ledger lines' : 'Show ledger lines'}
            </Button>
          )}
          {(item.customer === null || isJournalOpen) && <Journal customer={customer} />}
        </>
      )}
    </section>
  )
}

function Journal({ customer }: { customer: CustomerDetailState }) {
  return (
    <>
      <h3 className={styles.label}>Newest lines of their journal</h3>
      <Table<JournalLine>
        caption="Newest lines of the customer’s journal"
        size="dense"
        rows={customer.data?.journal.slice(0, 20)}
        rowKey={(line) => `${line.time} ${line.account} ${line.cause} ${line.balance}`}
        skeletonRows={6}
        columns={[
          { id: 'cause', head: 'Cause', className: styles.still, cell: ({ cause }) => cause },
          {
            id: 'account',
            head: 'Account',
            cell: ({ account, asset }) =>
              asset === 'USDT' ? accountName(account) : `${accountName(account)}, ${asset}`,
          },
          { id: 'money', head: 'Amount', align: 'right', cell: ({ money }) => formatAmount(money) },
          { id: 'balance', head: 'Balance', align: 'right', cell: ({ balance }) => formatAmount(balance) },
          {
            id: 'time',
            head: 'Time',
            align: 'right',
            className: styles.still,
            cell: ({ time }) => shortText(time),
          },
        ]}
        empty={<EmptyState icon="rows" title="No transactions" />}
        failed={customer.problem && <LoadError problem={customer.problem} onRetry={customer.reload} />}
      />
    </>
  )
}
