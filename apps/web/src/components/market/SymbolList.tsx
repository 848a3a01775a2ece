import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Field } from '@glasshouse/ui/Field'
import { GlassPanel } from '@glasshouse/ui/GlassPanel'
import { Icon } from '@glasshouse/ui/Icon'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LiveChange } from '../LiveChange.tsx'
import { LivePrice } from '../LivePrice.tsx'
import { FavouriteIcon, FavouritesFilter, NoFavourites } from './FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from './favourites.ts'
import styles from './SymbolList.module.css'

/** Markets whose symbol or name contains the search text. */
export const matching = (markets: readonly Market[], text: string): readonly Market[] => {
  const query = text.trim().toLowerCase()
  return markets.filter((market) => `${market.symbol} ${market.title}`.toLowerCase().includes(query))
}

function Option({
  id,
  market,
  chosen,
  at,
  onPick,
}: {
  id: string
  market: Market
  chosen: boolean
  at: boolean
  onPick: () => void
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and references the option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div id={id} role="option" aria-selected={chosen} data-at={at} className={styles.option} onClick={onPick}>
      <CoinIcon code={market.symbol} size={18} />
      <span className={styles.symbol}>
        {market.symbol}
        <FavouriteIcon symbol={market.symbol} />
      </span>
      <span className={styles.figure}>
        <LivePrice market={market} />
      </span>
      <span className={styles.figure}>
        <LiveChange market={market} />
      </span>
    </div>
  )
}

/** Market list of the symbol picker: search, live prices, arrow keys. */
export default function SymbolList({
  market,
  markets,
  onPick,
}: {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
}) {
  const { t } = useTranslation('market')
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [only, setOnly] = useState(false)
  const favourites = useFavourites()
  const offered = only ? markets.filter(({ symbol }) => favourites.has(symbol)) : markets
  const matches = matching(favouritesFirst(offered, favourites), text)
  const current = Math.min(at, Math.max(0, matches.length - 1))
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((current + step + matches.length) % Math.max(1, matches.length))
    }
    const picked = matches[current]
    if (event.key === 'Enter' && picked) onPick(picked.symbol)
  }
  return (
    <GlassPanel className={styles.panel}>
      <div className={styles.find}>
        <Field
          label={t('strip.search')}
          hideLabel
          placeholder={t('strip.search')}
          start={<Icon name="search" size={14} />}
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
          layout="inside"
          align="left"
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={matches[current] ? `${id}-${matches[current].pid}` : undefined}
        />
        <FavouritesFilter on={only} onChange={setOnly} />
      </div>
      <div className={styles.list} id={id} role="listbox" aria-label={t('strip.search')} tabIndex={-1}>
        {matches.map((row, index) => (
          <Option
            key={row.pid}
            id={`${id}-${row.pid}`}
            market={row}
            chosen={row.pid === market.pid}
            at={index === current}
            onPick={() => onPick(row.symbol)}
          />
        ))}
      </div>
      {offered.length === 0 && <NoFavourites />}
      {offered.length > 0 && matches.length === 0 && <p className={styles.none}>{t('strip.none')}</p>}
    </GlassPanel>
  )
}
