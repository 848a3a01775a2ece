import type { Market } from '@glasshouse/core/markets/codec'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { ListRow, listRowClass, listRowsClass } from '@glasshouse/ui/ListRow'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { LiveChange } from '../../LiveChange.tsx'
import { LivePrice } from '../../LivePrice.tsx'
import { FavouriteButton, FavouritesFilter, NoFavourites } from '../FavouriteButton.tsx'
import { favouritesFirst, useFavourites } from '../favourites.ts'
import { matching } from '../SymbolList.tsx'
import styles from './MarketSheet.module.css'

/** Bottom sheet with all markets and live prices. */
export default function MarketSheet({
  market,
  markets,
  onPick,
  onClose,
}: {
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  const [only, setOnly] = useState(false)
  const favourites = useFavourites()
  const offered = only ? markets.filter(({ symbol }) => favourites.has(symbol)) : markets
  const matches = matching(favouritesFirst(offered, favourites), text)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('strip.search')}
      closeLabel={t('close')}
      size="sheet"
    >
      <div className={styles.find}>
        <Field
          label={t('strip.search')}
          hideLabel
          placeholder={t('strip.search')}
          start={<Icon name="search" size={14} />}
          layout="inside"
          align="left"
          type="search"
          enterKeyHint="search"
          value={text}
          onChange={setText}
        />
        <FavouritesFilter on={only} onChange={setOnly} />
      </div>
      <ul className={`${styles.list} ${listRowsClass}`}>
        {matches.map((row) => (
          <li key={row.pid} className={styles.line}>
            <button
              type="button"
              className={`${listRowClass} ${styles.market}`}
              aria-current={row.pid === market.pid || undefined}
              onClick={() => onPick(row.symbol)}
            >
              <ListRow
                mark={<CoinIcon code={row.symbol} size={24} />}
                title={row.symbol}
                text={row.title}
                value={<LivePrice market={row} />}
                note={<LiveChange market={row} />}
              />
            </button>
            <FavouriteButton symbol={row.symbol} />
          </li>
        ))}
      </ul>
      {offered.length === 0 && <NoFavourites />}
      {offered.length > 0 && matches.length === 0 && <p className={styles.none}>{t('strip.none')}</p>}
    </Dialog>
  )
}
