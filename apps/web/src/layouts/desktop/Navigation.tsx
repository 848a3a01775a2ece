import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import type { RefObject } from 'react'
import { Link, useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { navigation, type Place, paths } from '../../paths.ts'
import styles from './TopBar.module.css'

/** Screens that belong to an item of the navigation without being below its address. */
const inside: Readonly<Partial<Record<Place, readonly string[]>>> = {
  project: [paths.details(), paths.lead(), paths.order(), paths.history(), paths.revenueRecord()],
}

const isHere = (location: string, name: Place): boolean => {
  const path = paths[name]()
  if (path === '/') return location === '/'
  return location === path || location.startsWith(`${path}/`) || inside[name]?.includes(location) === true
}

/** Navigation of the site. Items that do not fit are in a menu; labels are never shortened. */
export function Navigation({
  box,
  hidden,
}: {
  /** Measured by the parent, which decides how many items fit. */
  box: RefObject<HTMLElement | null>
  /** Number of items at the end that are in the menu. */
  hidden: number
}) {
  const { t } = useTranslation()
  const [location, navigate] = useLocation()
  const visibleCount = navigation.length - hidden
  return (
    <nav ref={box} className={styles.nav} aria-label={t('nav.main')}>
      {navigation.slice(0, visibleCount).map((name) => (
        <Link
          key={name}
          href={paths[name]()}
          className={styles.place}
          aria-current={isHere(location, name) ? 'page' : undefined}
        >
          {t(`nav.${name}`)}
        </Link>
      ))}
      {hidden > 0 && (
        <span className={styles.menu}>
          <Menu
            align="start"
            trigger={
              <Button variant="quiet" icon={<Icon name="rows" />}>
                {t('nav.menu')}
              </Button>
            }
            items={navigation.slice(visibleCount).map((name) => ({
              id: name,
              label: t(`nav.${name}`),
              chosen: isHere(location, name),
              onSelect: () => navigate(paths[name]()),
            }))}
          />
        </span>
      )}
    </nav>
  )
}
