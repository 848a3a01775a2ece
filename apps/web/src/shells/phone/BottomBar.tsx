import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { Link, useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './BottomBar.module.css'

const places = [
  { name: 'home', icon: 'house', path: paths.home(), holds: [] },
  { name: 'markets', icon: 'bars', path: paths.markets(), holds: [] },
  { name: 'trade', icon: 'orders', path: paths.contract(), holds: [paths.quotes(), paths.kline()] },
  { name: 'invest', icon: 'leaf', path: paths.project(), holds: [] },
  { name: 'mine', icon: 'person', path: paths.mine(), holds: [] },
] as const satisfies readonly { name: string; icon: IconName; path: string; holds: readonly string[] }[]

/** The five places of the phone site. Screens that hang below one of them light it too. */
export function BottomBar() {
  const { t } = useTranslation()
  const [location] = useLocation()
  return (
    <nav className={styles.bar} aria-label={t('nav.main')}>
      {places.map(({ name, icon, path, holds }) => (
        <Link
          key={name}
          href={path}
          className={styles.place}
          aria-current={[path, ...holds].includes(location) ? 'page' : undefined}
        >
          <Icon name={icon} size={22} />
          {t(`places.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
