import { useState } from 'react'
import { Button } from '../src/Button.tsx'
import { CoinIcon } from '../src/CoinIcon.tsx'
import { EmptyState } from '../src/EmptyState.tsx'
import { FieldError } from '../src/FieldError.tsx'
import { ListRow, listRowClass, listRowsClass } from '../src/ListRow.tsx'
import { Pager } from '../src/Pager.tsx'
import { Separator } from '../src/Separator.tsx'
import { type Column, Table } from '../src/Table.tsx'
import { Section } from './Section.tsx'
import styles from './Workshop.module.css'

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
  const [page, setPage] = useState(2)
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
          detail={(row) => row.symbol === 'ETHUSDT' && 'Closed for maintenance until 14:00.'}
        />
        <Pager
          label={`Pages, ${name}`}
          summary={`${page * 2 - 1} to ${page * 2} of 14`}
          page={page}
          pages={7}
          previous="Previous"
          next="Next"
          onPage={setPage}
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

/** Two panes whose line changes the width of the second. */
export function Panes() {
  const [width, setWidth] = useState(200)
  return (
    <Section title="Separator" note="drag, arrow keys, Home, End, Enter">
      <div className={styles.panes} style={{ gridTemplateColumns: `1fr ${width}px` }}>
        <span>Chart</span>
        <span>Order book</span>
        <Separator
          label="Width of the book"
          edge="left"
          value={width}
          min={120}
          max={300}
          onChange={setWidth}
          onReset={() => setWidth(200)}
          className={styles.edge}
        />
      </div>
    </Section>
  )
}
