import { Button } from '@glasshouse/ui/Button'
import { join } from '@glasshouse/ui/classes'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { navigation, paths } from '../../paths.ts'
import styles from './TopBar.module.css'

/** How the places stand: with room, closer together, or behind a menu. */
const fits = ['roomy', 'tight', 'menu'] as const
type Fit = (typeof fits)[number]

const isHere = (location: string, path: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)

/** The seven places. Long languages first move closer together, then go behind a menu; nothing is shortened. */
export function Navigation() {
  const { t, language } = useTranslation()
  const [location, navigate] = useLocation()
  const [{ fit, turn }, setState] = useState<{ fit: Fit; turn: number }>({ fit: 'roomy', turn: 0 })
  const nav = useRef<HTMLElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is measured from the start
  useEffect(() => {
    const restart = () => setState((last) => ({ fit: 'roomy', turn: last.turn + 1 }))
    restart()
    window.addEventListener('resize', restart)
    // A face that arrives late is wider or narrower than the one measured.
    void document.fonts.ready.then(restart)
    return () => window.removeEventListener('resize', restart)
  }, [language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn measures again
  useLayoutEffect(() => {
    const box = nav.current
    if (!box || fit === 'menu' || box.scrollWidth <= box.clientWidth) return
    setState((last) => ({ ...last, fit: fit === 'roomy' ? 'tight' : 'menu' }))
  }, [fit, turn])

  return (
    <nav ref={nav} className={join(styles.nav, fit === 'tight' && styles.tight)} aria-label={t('nav.main')}>
      {fit === 'menu' ? (
        <span className={styles.menu}>
          <Menu
            align="start"
            trigger={
              <Button variant="quiet" icon={<Icon name="rows" />}>
                {t('nav.menu')}
              </Button>
            }
            items={navigation.map((name) => ({
              id: name,
              label: t(`nav.${name}`),
              chosen: isHere(location, paths[name]()),
              onSelect: () => navigate(paths[name]()),
            }))}
          />
        </span>
      ) : (
        navigation.map((name) => (
          <Link
            key={name}
            href={paths[name]()}
            className={styles.place}
            aria-current={isHere(location, paths[name]()) ? 'page' : undefined}
          >
            {t(`nav.${name}`)}
          </Link>
        ))
      )}
    </nav>
  )
}
