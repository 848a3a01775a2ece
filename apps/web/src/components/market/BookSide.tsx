import type { Market } from '@glasshouse/core/markets/codec'
import type { Price } from '@glasshouse/core/money/units'
import { classNames } from '@glasshouse/ui/classNames'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import styles from './BookPane.module.css'
import type { BookRow, OwnPrices } from './book.ts'
import { pickPrice, useCanPickPrice } from './pickedPrice.ts'
import { QuantityText } from './QuantityText.tsx'

/** Decimals of prices, average prices and quantities in one market. */
export type Digits = { readonly price: number; readonly average: number; readonly quantity: number }

/** Row that the pointer or the focus is on, counted from the best: it and the better ones are what an order of its total would take. */
export type PointedRow = { readonly side: 'ask' | 'bid'; readonly place: number } | null

/** Up and down go through the prices of the book, of which only one is a tab stop per side. */
const moveThroughPrices = (event: KeyboardEvent<HTMLElement>): void => {
  const direction = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const pane = event.currentTarget.closest('section')
  if (direction === 0 || pane === null) return
  event.preventDefault()
  const buttons = [...pane.querySelectorAll<HTMLElement>('button[data-price]')]
  buttons[buttons.indexOf(event.currentTarget) + direction]?.focus()
}

function PriceButton({
  market,
  row,
  digits,
  isBest,
  isOwn,
  onFocus,
  onBlur,
}: {
  market: Market
  row: BookRow
  digits: Digits
  isBest: boolean
  isOwn: boolean
  onFocus: () => void
  onBlur: () => void
}) {
  const { t } = useTranslation(['market', 'chartTools'])
  const figures = useFormatters()
  const label = t('chartTools:book.use', {
    price: figures.price(row.price, digits.price),
    sum: figures.quantity(row.sum, digits.quantity),
    average: figures.price(row.average, digits.average),
  })
  return (
    <button
      type="button"
      data-price
      className={styles.pick}
      tabIndex={isBest ? 0 : -1}
      aria-label={isOwn ? `${label}. ${t('book.own')}` : label}
      onClick={() => pickPrice({ pid: market.pid, price: row.price as Price })}
      onKeyDown={moveThroughPrices}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {figures.price(row.price, digits.price)}
    </button>
  )
}

/** One side of the book with a fixed number of rows, also while it loads or has fewer levels. */
export function BookSide({
  market,
  rows,
  count,
  side,
  digits,
  own,
  pointed,
  onPoint,
}: {
  market: Market
  /** In the order of display. */
  rows: readonly BookRow[]
  count: number
  side: 'ask' | 'bid'
  digits: Digits
  own: OwnPrices
  pointed: PointedRow
  onPoint: (row: PointedRow) => void
}) {
  const { t } = useTranslation(['market', 'chartTools'])
  const figures = useFormatters()
  const canPick = useCanPickPrice(market.pid)
  const unpoint = (): void => onPoint(null)
  const best = side === 'ask' ? rows.at(-1) : rows[0]
  const blanks = Array.from({ length: Math.max(0, count - rows.length) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all alike
    <tr key={`blank${index}`}>
      <td />
      <td />
      <td />
    </tr>
  ))
  return (
    <tbody>
      {side === 'ask' && blanks}
      {rows.map((row, index) => {
        const isOwn = own[side].has(row.price)
        const place = side === 'ask' ? rows.length - 1 - index : index
        const isWithin = pointed !== null && pointed.side === side && place <= pointed.place
        const point = (): void => onPoint({ side, place })
        return (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their position and only their figures change
            key={index}
            className={classNames(styles[side], isWithin && styles.within)}
            style={{ '--depth': `${row.depth}%` } as CSSProperties}
            onPointerEnter={point}
            onPointerLeave={unpoint}
            onClick={canPick ? () => pickPrice({ pid: market.pid, price: row.price as Price }) : undefined}
            data-pick={canPick || undefined}
          >
            <td className={isOwn ? styles.own : undefined} title={isOwn ? t('book.own') : undefined}>
              {canPick ? (
                <PriceButton
                  {...{ market, row, digits, isOwn }}
                  isBest={row === best}
                  onFocus={point}
                  onBlur={unpoint}
                />
              ) : (
                <>
                  {figures.price(row.price, digits.price)}
                  {isOwn && <span className="sr-only"> {t('book.own')}</span>}
                </>
              )}
            </td>
            <td>
              <QuantityText units={row.quantity} digits={digits.quantity} />
            </td>
            <td className={styles.sum}>
              <QuantityText units={row.sum} digits={digits.quantity} />
            </td>
          </tr>
        )
      })}
      {side === 'bid' && blanks}
    </tbody>
  )
}
