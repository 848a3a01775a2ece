import type { Market } from '@glasshouse/core/markets/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type CSSProperties, memo } from 'react'
import { useBook } from '../../data/book.ts'
import { useQuote } from '../../data/quotes.ts'
import type { LiveState } from '../../data/store.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { BookColumns } from './BookColumns.tsx'
import styles from './BookPane.module.css'
import { type BookRow, bookView, type OwnPrices } from './book.ts'
import { QuantityText } from './QuantityText.tsx'
import { quantityDigits } from './quantities.ts'
import { Trades } from './Trades.tsx'

/** Class name of stale figures; undefined for live ones. */
const ageLook = (state: LiveState): string | undefined =>
  state === 'down' ? styles.cut : state === 'stale' ? styles.old : undefined

/** Decimals of prices and quantities in one market. */
type Digits = { readonly price: number; readonly quantity: number }

function Row({
  row,
  side,
  digits,
  own,
}: {
  row: BookRow
  side: 'ask' | 'bid'
  digits: Digits
  own: boolean
}) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  return (
    <tr className={styles[side]} style={{ '--depth': `${row.depth}%` } as CSSProperties}>
      <td className={own ? styles.own : undefined} title={own ? t('book.own') : undefined}>
        {figures.price(row.price, digits.price)}
        {own && <span className="sr-only"> {t('book.own')}</span>}
      </td>
      <td>
        <QuantityText units={row.quantity} digits={digits.quantity} />
      </td>
      <td className={styles.sum}>
        <QuantityText units={row.sum} digits={digits.quantity} />
      </td>
    </tr>
  )
}

/** Five rows with a fixed height, also while the book is loading or has fewer levels. */
function Side({
  rows,
  side,
  digits,
  own,
}: {
  rows: readonly BookRow[]
  side: 'ask' | 'bid'
  digits: Digits
  own: OwnPrices
}) {
  const missing = Array.from({ length: 5 - rows.length }, (_, index) => index)
  const blanks = missing.map((index) => (
    <tr key={`blank${index}`}>
      <td />
      <td />
      <td />
    </tr>
  ))
  return (
    <tbody>
      {side === 'ask' && blanks}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their position and only their figures change
        <Row key={index} row={row} side={side} digits={digits} own={own[side].has(row.price)} />
      ))}
      {side === 'bid' && blanks}
    </tbody>
  )
}

function Middle({ market, spread }: { market: Market; spread: bigint | null }) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const { value, state } = useQuote(market.symbol)
  const direction = value?.direction ?? 'none'
  const className = ageLook(state) ?? (direction === 'none' ? '' : styles[direction])
  return (
    <div className={styles.middle}>
      <b className={`${styles.price} ${className}`}>
        {direction !== 'none' && <span className={styles.arrow}>{direction === 'up' ? '▲' : '▼'}</span>}
        {figures.price(value?.price ?? market.price, market.scale)}
      </b>
      {spread !== null && (
        <span className={styles.spread}>
          {t('book.spread', { spread: figures.price(spread, market.scale, 'ceil') })}
        </span>
      )}
    </div>
  )
}

function Ratio({ bidShare }: { bidShare: number }) {
  const { t } = useTranslation('market')
  const label = t('book.ratio', { bids: `${bidShare}%`, asks: `${100 - bidShare}%` })
  return (
    <div className={styles.ratio} role="img" aria-label={label} title={label}>
      <span style={{ flex: bidShare, background: 'var(--up)' }} />
      <span style={{ flex: 100 - bidShare, background: 'var(--down)' }} />
    </div>
  )
}

function BookTables({ market, own }: { market: Market; own: OwnPrices }) {
  const { t } = useTranslation('market')
  const book = useBook(market.pid, market.symbol)
  const className = `${styles.table} ${ageLook(book.state) ?? ''}`
  if (!book.value)
    return (
      <div className={styles.empty}>
        <Skeleton width="100%" height={220} />
      </div>
    )
  const view = bookView(book.value)
  const digits = { price: market.scale, quantity: quantityDigits(market.lot) }
  return (
    <>
      <table className={className}>
        <caption className="sr-only">{t('book.asks')}</caption>
        <BookColumns />
        <thead>
          <tr>
            <th scope="col">{t('book.price')}</th>
            <th scope="col">{t('book.quantity')}</th>
            <th scope="col">{t('book.sum')}</th>
          </tr>
        </thead>
        <Side rows={view.asks} side="ask" digits={digits} own={own} />
      </table>
      <Middle market={market} spread={view.spread} />
      <table className={className}>
        <caption className="sr-only">{t('book.bids')}</caption>
        <BookColumns />
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('book.price')}</th>
            <th scope="col">{t('book.quantity')}</th>
            <th scope="col">{t('book.sum')}</th>
          </tr>
        </thead>
        <Side rows={view.bids} side="bid" digits={digits} own={own} />
      </table>
      {view.bidShare !== null && <Ratio bidShare={view.bidShare} />}
    </>
  )
}

const noOrders: OwnPrices = { ask: new Set(), bid: new Set() }

/** Order book with five rows per side, and the newest trades below. */
export const BookPane = memo(function BookPane({
  market,
  own = noOrders,
  part,
}: {
  market: Market
  /** Prices of the user's open orders. */
  own?: OwnPrices
  /** Shows only one of the two parts. */
  part?: 'book' | 'trades'
}) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const step = figures.price(10n ** BigInt(9 - market.scale), market.scale)
  return (
    <section className={styles.pane} aria-label={t('book.both')}>
      {part !== 'trades' && (
        <div className={styles.book}>
          <div className={styles.head}>
            <h2>{t('book.title')}</h2>
            <span className={styles.step}>{t('book.step', { step })}</span>
          </div>
          <BookTables market={market} own={own} />
        </div>
      )}
      {part !== 'book' && <Trades market={market} />}
    </section>
  )
})
