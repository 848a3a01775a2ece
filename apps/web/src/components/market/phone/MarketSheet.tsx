import type { MarketRow } from '@glasshouse/core/markets/wire'
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
  market: MarketRow
  markets: readonly MarketRow[]
  onPick: (symbol: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('market')
  const [text, setText] = useState('')
  const [only, setOnly] = useState(false)
  const favourites = useFavourites()
  const offered = only ? markets.filter(({ procode }) => favourites.has(procode)) : markets
  const found = matching(favouritesFirst(offered, favourites), text)
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
        {found.map((one) => (
          <li key={one.pid} className={styles.line}>
            <button
              type="button"
              className={`${listRowClass} ${styles.market}`}
              aria-current={one.pid === market.pid || undefined}
              onClick={() => onPick(one.procode)}
            >
              <ListRow
                mark={<CoinIcon code={one.procode} size={24} />}
                title={one.procode}
                text={one.ptitle}
                value={<LivePrice market={one} />}
                note={<LiveChange market={one} />}
              />
            </button>
            <FavouriteButton symbol={one.procode} />
          </li>
        ))}
      </ul>
      {offered.length === 0 && <NoFavourites />}
      {offered.length > 0 && found.length === 0 && <p className={styles.none}>{t('strip.none')}</p>}
    </Dialog>
  )
}
