import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LiveChange } from '../LiveChange.tsx'
import { LivePrice } from '../LivePrice.tsx'
import { FavouriteIcon, FavouritesFilter, NoFavourites } from './FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from './favourites.ts'
import { History } from './History.tsx'
import styles from './MarketList.module.css'
import { matching } from './SymbolList.tsx'

/** Moves the focus to the market before or after the focused one. */
const onArrows = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const rows: readonly Element[] = [...event.currentTarget.querySelectorAll('button')]
  const next = rows[rows.indexOf(document.activeElement ?? event.currentTarget) + step]
  if (next instanceof HTMLElement) next.focus()
}

/**
 * All markets beside the chart of a wide page, favourites first, each with its price and the line of its last two
 * days. The list is one tab stop; arrow keys go through the markets.
 */
export default function MarketList({
  market,
  markets,
  onPick,
}: {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
}) {
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  const [only, setOnly] = useState(false)
  const favourites = useFavourites()
  const offered = only ? markets.filter(({ symbol }) => favourites.has(symbol)) : markets
  const rows = matching(favouritesFirst(offered, favourites), text)
  const tabStop = rows.find(({ pid }) => pid === market.pid) ?? rows[0]
  return (
    <nav className={styles.list} aria-label={t('panes.markets')}>
      <div className={styles.find}>
        <Field
          label={t('strip.search')}
          hideLabel
          placeholder={t('strip.search')}
          start={<Icon name="search" size={14} />}
          value={text}
          onChange={setText}
          layout="inside"
          align="left"
        />
        <FavouritesFilter on={only} onChange={setOnly} />
      </div>
      <ul className={styles.rows} onKeyDown={onArrows}>
        {rows.map((row) => (
          <li key={row.pid}>
            <button
              type="button"
              className={styles.row}
              aria-current={row.pid === market.pid}
              tabIndex={row === tabStop ? 0 : -1}
              onClick={() => onPick(row.symbol)}
            >
              <CoinIcon code={row.symbol} size={18} />
              <span className={styles.symbol}>
                {row.symbol}
                <FavouriteIcon symbol={row.symbol} />
              </span>
              <History market={row} width={44} />
              <span className={styles.figures}>
                <LivePrice market={row} />
                <LiveChange market={row} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {offered.length === 0 && <NoFavourites />}
      {offered.length > 0 && rows.length === 0 && <p className={styles.none}>{t('strip.none')}</p>}
    </nav>
  )
}
