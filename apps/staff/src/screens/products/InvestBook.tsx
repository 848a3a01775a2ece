import { dayStart } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Select } from '@glasshouse/ui/Select'
import { useState } from 'react'
import { useQueryCall } from '../../data/query.ts'
import { formatAmount, formatDay } from '../../formatters.ts'
import { RecordList } from '../../parts/RecordList.tsx'
import { type DueDay, dueDays, sumOf } from './dueDays.ts'
import styles from './Products.module.css'

type Book = DataOf<'/staff/api/investBook'>

/** Calendar of the payments of the next 30 days against the reserves. */
export function InvestBook() {
  const book = useQueryCall('/staff/api/investBook', {})
  const [chosen, setChosen] = useState('all')
  const products = book.data?.filter(({ id }) => chosen === 'all' || String(id) === chosen)
  const money = (id: 'interest' | 'principal' | 'left', title: string) => ({
    id,
    title,
    align: 'right' as const,
    value: (row: DueDay) => formatUsdt(row[id]),
    cell: (row: DueDay) => formatAmount(formatUsdt(row[id])),
  })
  return (
    <RecordList<DueDay>
      name="payments-due"
      caption="Payments due in the next 30 days"
      list={{ ...book, data: products && dueDays(products) }}
      rowKey={({ daily }) => daily}
      empty={{ icon: 'clock', title: 'Nothing falls due in the next 30 days' }}
      tools={
        <div className={styles.book}>
          <Select
            label="Product"
            hideLabel
            options={[
              { value: 'all', label: 'All products' },
              ...(book.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={chosen}
            onChange={setChosen}
          />
          {products && <Sums products={products} />}
        </div>
      }
      columns={[
        {
          id: 'daily',
          title: 'Day that ends',
          value: ({ daily }) => daily,
          cell: ({ daily }) => formatDay(dayStart(daily) ?? 0),
        },
        money('interest', 'Interest'),
        money('principal', 'Principal'),
        money('left', 'Reserve after it'),
      ]}
    />
  )
}

function Sums({ products }: { products: Book }) {
  const total = (id: 'sold' | 'promised' | 'reserve' | 'free') =>
    formatAmount(formatUsdt(sumOf(products.map((product) => product[id]))))
  return (
    <span>
      Sold {total('sold')}, promised {total('promised')}, reserve {total('reserve')}, free {total('free')}
    </span>
  )
}
