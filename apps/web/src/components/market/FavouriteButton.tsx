import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './FavouriteButton.module.css'
import { toggleFavourite, useFavourites } from './favourites.ts'

/** Toggle button that adds a market to the favourites. */
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

/** Mark of a favourite in a list where the row itself is the button. */
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

/** Filter: only favourites, or all markets. */
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

/** Placeholder for an empty list of favourites. */
export function NoFavourites() {
  const { t } = useTranslation('market')
  return <EmptyState icon="star" title={t('favourites.none')} text={t('favourites.noneText')} />
}
