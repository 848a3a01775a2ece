import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { Link, useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type NavItem, paths } from '../../paths.ts'
import styles from './BottomBar.module.css'

const places = [
  { name: 'home', icon: 'house', screen: 'home', holds: [] },
  { name: 'markets', icon: 'bars', screen: 'markets', holds: [] },
  { name: 'trade', icon: 'orders', screen: 'contract', holds: ['quotes', 'kline'] },
  {
    name: 'invest',
    icon: 'leaf',
    screen: 'project',
    holds: ['details', 'order', 'history', 'revenueRecord'],
  },
  { name: 'mine', icon: 'person', screen: 'mine', holds: [] },
] as const satisfies readonly {
  name: string
  icon: IconName
  screen: NavItem
  holds: readonly NavItem[]
}[]

/** Tab bar of the phone site. A tab is also active for the screens below it. */
export function BottomBar() {
  const { t } = useTranslation()
  const [location] = useLocation()
  return (
    <nav className={styles.bar} aria-label={t('nav.main')}>
      {places.map(({ name, icon, screen, holds }) => (
        <Link
          key={name}
          href={paths[screen]()}
          className={styles.place}
          aria-current={[screen, ...holds].some((name) => paths[name]() === location) ? 'page' : undefined}
        >
          <Icon name={icon} size={22} />
          {t(`places.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
