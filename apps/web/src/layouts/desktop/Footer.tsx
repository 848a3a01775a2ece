import { Logo } from '@glasshouse/ui/Logo'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Contact, RiskNotice } from '../../components/FootNotes.tsx'
import { SiteSwitch } from '../../components/SiteSwitch.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Footer.module.css'
import { LanguagePicker } from './LanguagePicker.tsx'

const trade = ['contract', 'quotes', 'project', 'subscription'] as const
const house = ['about'] as const

/** Footer of all scrolling pages: contact and risk notice. */
export default function Footer() {
  const { t } = useTranslation('site')
  const { t: shell } = useTranslation()
  return (
    <footer className={styles.foot}>
      <div className={styles.wrap}>
        <div>
          <Link href={paths.home()} className={styles.brand}>
            <Logo />
            Glasshouse
          </Link>
          <div className={styles.contact}>
            <Contact />
          </div>
          <div className={styles.tools}>
            <LanguagePicker />
            <SiteSwitch />
          </div>
        </div>
        <Places title={t('foot.trade')}>
          {trade.map((name) => (
            <Link key={name} href={paths[name]()}>
              {shell(`nav.${name}`)}
            </Link>
          ))}
        </Places>
        <Places title={t('foot.house')}>
          {house.map((name) => (
            <Link key={name} href={paths[name]()}>
              {shell(`nav.${name}`)}
            </Link>
          ))}
          <Link href={paths.community()}>{t('community')}</Link>
          <Link href={paths.trust()}>{t('foot.trust')}</Link>
          <Link href={paths.new()}>{t('news.title')}</Link>
          <Link href={paths.question()}>{t('help.title')}</Link>
          <Link href={paths.download()}>{t('download.title')}</Link>
        </Places>
        <RiskNotice />
      </div>
    </footer>
  )
}

function Places({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav className={styles.places} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </nav>
  )
}
