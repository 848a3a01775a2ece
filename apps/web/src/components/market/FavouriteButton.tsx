import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './FavouriteButton.module.css'
import { toggleFavourite, useFavourites } from './favourites.ts'

/** The star beside a market: pressed, it is among the favourites. */
export function FavouriteButton({ symbol, small = false }: { symbol: string; small?: boolean }) {
  const { t } = useTranslation('market')
  const on = useFavourites().has(symbol)
  return (
    <IconButton
      icon="star"
      small={small}
      className={`${styles.star} ${on ? styles.on : ''}`}
      on={on}
      label={t('favourites.star', { symbol })}
      onClick={() => toggleFavourite(symbol)}
    />
  )
}

/** Says that a market in a list is starred, where the row itself is what one presses. */
export function FavouriteIcon({ symbol }: { symbol: string }) {
  const { t } = useTranslation('market')
  if (!useFavourites().has(symbol)) return null
  return (
    <span className={`${styles.sign} ${styles.on}`}>
      <Icon name="star" size={12} />
      <span className="sr-only">{t('favourites.is')}</span>
    </span>
  )
}

/** Only favourites, or all markets. */
export function FavouritesFilter({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation('market')
  return (
    <IconButton
      icon="star"
      on={on}
      className={on ? styles.on : ''}
      label={t('favourites.only')}
      onClick={() => onChange(!on)}
    />
  )
}

/** What stands where favourites would, before there is one. */
export function NoFavourites() {
  const { t } = useTranslation('market')
  return <EmptyState icon="star" title={t('favourites.none')} text={t('favourites.noneText')} />
}
