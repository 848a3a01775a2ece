import { Link } from 'wouter'
import { Contact, RiskNotice } from '../../components/FootNotes.tsx'
import { SiteSwitch } from '../../components/SiteSwitch.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { LanguagePicker } from '../desktop/LanguagePicker.tsx'
import styles from './PhoneFoot.module.css'

/** Footer of the phone's home and account screens: operator, risk notice, language and desktop site. */
export default function PhoneFoot() {
  const { t } = useTranslation('site')
  const { t: shell } = useTranslation()
  return (
    <footer className={styles.foot}>
      <RiskNotice />
      <nav className={styles.places} aria-label={t('foot.house')}>
        <Link href={paths.about()}>{shell('nav.about')}</Link>
        <Link href={paths.community()}>{t('community')}</Link>
        <Link href={paths.trust()}>{t('foot.trust')}</Link>
        <Link href={paths.new()}>{t('news.title')}</Link>
        <Link href={paths.question()}>{t('help.title')}</Link>
        <Link href={paths.download()}>{t('download.title')}</Link>
        <Contact />
      </nav>
      <div className={styles.tools}>
        <LanguagePicker />
        <SiteSwitch />
      </div>
    </footer>
  )
}
