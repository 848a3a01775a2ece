import { Button } from '@glasshouse/ui/Button'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { FieldError } from '@glasshouse/ui/FieldError'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { Pager } from '@glasshouse/ui/Pager'
import { type Column, Table } from '@glasshouse/ui/Table'
import styles from './Components.module.css'
import { Section } from './Section.tsx'

type Row = { readonly symbol: string; readonly price: string }
const columns: readonly Column<Row>[] = [
  { id: 'symbol', head: 'Market', cell: (row) => row.symbol },
  { id: 'price', head: 'Price', align: 'right', cell: (row) => row.price },
]
const rows: readonly Row[] = [
  { symbol: 'BTCUSDT', price: '66,128.74' },
  { symbol: 'ETHUSDT', price: '2,327.15' },
]
const rowKey = (row: Row) => row.symbol
const empty = (
  <EmptyState
    icon="orders"
    title="No open positions"
    text="Orders you open show here with their close-out price."
    action={<Button size="s">Open the chart</Button>}
  />
)
const failed = (
  <EmptyState
    icon="warning"
    tone="warn"
    title="The list did not load"
    text="Network exception, try again later"
    action={<Button size="s">Try again</Button>}
  />
)

/** Table with its loading, failed and empty states. */
export function Lists({ name }: { name: string }) {
  return (
    <Section title="Table states">
      <div className={styles.states}>
        <div className={styles.box}>
          <Table caption="Loading" columns={columns} rows={undefined} rowKey={rowKey} empty={empty} />
        </div>
        <div className={styles.box}>
          <Table caption="Empty" columns={columns} rows={[]} rowKey={rowKey} empty={empty} />
        </div>
        <div className={styles.box}>
          <Table
            caption="Error"
            columns={columns}
            rows={undefined}
            rowKey={rowKey}
            empty={empty}
            failed={failed}
          />
        </div>
      </div>
      <div className={`${styles.box} ${styles.spaced}`}>
        <Table
          caption="Rows"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          empty={empty}
          isChosen={(row) => row.symbol === 'BTCUSDT'}
        />
        <Pager
          label={`Pages, ${name}`}
          summary="2 of 14"
          page={2}
          pages={7}
          previous="Previous"
          next="Next"
          onPage={() => {}}
        />
      </div>
      <ul className={`${styles.box} ${styles.spaced} ${listRowsClass}`}>
        {rows.map(({ symbol, price }) => (
          <li key={symbol} className={listRowClass}>
            <ListRow
              mark={<CoinIcon code={symbol} size={28} />}
              title={symbol}
              text="a row of a phone"
              value={price}
              note="24 h, live"
            />
          </li>
        ))}
      </ul>
      <div className={styles.spaced}>
        <FieldError>The price moved; nothing was done.</FieldError>
      </div>
    </Section>
  )
}
