import { buttonClass } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Kbd } from '@glasshouse/ui/Kbd'
import { Logo } from '@glasshouse/ui/Logo'
import { PracticeBadge } from '@glasshouse/ui/PracticeBadge'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { SignOut } from '../../components/SignOut.tsx'
import { setTheme, useTheme } from '../../components/theme.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { navigation, paths } from '../../paths.ts'
import { LanguagePicker } from './LanguagePicker.tsx'
import { Navigation } from './Navigation.tsx'
import styles from './TopBar.module.css'
import { useFit } from './useFit.ts'

const NoticeBell = lazy(async () => ({
  default: (await import('../../components/notices/NoticeBell.tsx')).NoticeBell,
}))
const Palette = lazy(() => import('../../components/palette/Palette.tsx'))

/** Top bar of every screen. */
export function TopBar() {
  const { t, language } = useTranslation()
  const signedIn = useSession() !== null
  const theme = useTheme()
  const nav = useRef<HTMLElement>(null)
  const fit = useFit(nav, navigation.length, `${language} ${signedIn}`)
  return (
    <header
      className={classNames(
        styles.bar,
        fit.step !== 'roomy' && styles.tight,
        fit.step === 'icons' && styles.icons,
      )}
    >
      <Link href={paths.home()} className={styles.brand}>
        <Logo />
        Glasshouse
      </Link>
      <Navigation box={nav} hidden={fit.hidden} />
      <div className={styles.tools}>
        {isPractice && <PracticeBadge text={t('practice.badge')} explanation={t('practice.explanation')} />}
        <Finder />
        <LanguagePicker />
        <IconButton
          icon={theme === 'night' ? 'moon' : 'sun'}
          label={theme === 'night' ? t('theme.toDay') : t('theme.toNight')}
          onClick={() => setTheme(theme === 'night' ? 'day' : 'night')}
        />
        <Link
          href={paths.download()}
          className={`${buttonClass({ variant: 'quiet' })} ${styles.worded}`}
          aria-label={t('download')}
        >
          <Icon name="download" />
          <span>{t('download')}</span>
        </Link>
        {signedIn ? (
          <>
            <Suspense fallback={<IconButton icon="bell" label={t('toasts')} />}>
              <NoticeBell />
            </Suspense>
            <Link
              href={paths.mine()}
              className={`${buttonClass({ variant: 'quiet', size: 's' })} ${styles.worded}`}
              aria-label={t('nav.mine')}
            >
              <Icon name="person" />
              <span>{t('nav.mine')}</span>
            </Link>
            <SignOut size="s" />
          </>
        ) : (
          <>
            <Link href={paths.login()} className={buttonClass({ variant: 'quiet' })}>
              {t('session.signIn')}
            </Link>
            <Link href={paths.register()} className={buttonClass({ variant: 'primary' })}>
              {t('session.signUp')}
            </Link>
          </>
        )}
      </div>
    </header>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** The dialog that a key press opens; null for other presses, and for single keys that are turned off. */
const openedBy = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): 'search' | 'shortcuts' | null => {
  if (altKey) return null
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'search' : null
  if (isTyping(target) || localStorage.getItem('glasshouse.shortcuts') === '0') return null
  return key === '/' ? 'search' : key === '?' ? 'shortcuts' : null
}

/** Search of everything, opened by a click, `/` or Ctrl-K, and the list of shortcuts, opened by `?`. */
function Finder() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'search' | 'shortcuts' | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const next = openedBy(event)
      if (next === null) return
      event.preventDefault()
      setOpened(next)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.find}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        aria-label={t('find.open')}
        onClick={() => setOpened('search')}
      >
        <Icon name="search" size={14} />
        <span className={styles.findText}>{t('find.open')}</span>
        <Kbd>/</Kbd>
      </button>
      {opened && (
        <Suspense fallback={null}>
          <Palette opened={opened} onOpen={setOpened} />
        </Suspense>
      )}
    </>
  )
}
