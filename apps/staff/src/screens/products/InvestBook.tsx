import { dayOf } from '@glasshouse/core/calendar/days'
import { type BookProduct, bookFromWire } from '@glasshouse/core/invest/products/book/codec'
import { formatUsdt, sumUnits } from '@glasshouse/core/money/units'
import { Select } from '@glasshouse/ui/Select'
import { useState } from 'react'
import { useDecodedCall } from '../../data/query.ts'
import { formatAmount, formatDay } from '../../formatters.ts'
import { RecordList } from '../../parts/RecordList.tsx'
import { type DueDay, dueDays } from './dueDays.ts'
import styles from './Products.module.css'

/** Calendar of the payments of the next 30 days against the reserves. */
export function InvestBook() {
  const book = useDecodedCall('/staff/api/investBook', {}, bookFromWire)
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
      rowKey={({ startMs }) => startMs}
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
          value: ({ startMs }) => dayOf(startMs),
          cell: ({ startMs }) => formatDay(startMs),
        },
        money('interest', 'Interest'),
        money('principal', 'Principal'),
        money('left', 'Reserve after it'),
      ]}
    />
  )
}

function Sums({ products }: { products: readonly BookProduct[] }) {
  const total = (id: 'sold' | 'promised' | 'reserve' | 'free') =>
    formatAmount(formatUsdt(sumUnits(products.map((product) => product[id]))))
  return (
    <span>
      Sold {total('sold')}, promised {total('promised')}, reserve {total('reserve')}, free {total('free')}
    </span>
  )
}
