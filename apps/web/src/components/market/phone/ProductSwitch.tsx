import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from './PhoneMarketHeader.module.css'

/** Product kinds of the phone trading page. */
export type Kind = 'contract' | 'options'

/** Switch between contracts and options; the market stays. */
export function ProductSwitch({ kind, symbol }: { kind: Kind; symbol: string }) {
  const { t } = useTranslation('trade')
  const places = [
    { id: 'contract', path: paths.contract({ symbol }), label: t('contracts') },
    { id: 'options', path: paths.quotes({ symbol }), label: t('options') },
  ] as const
  return (
    <nav className={styles.kinds} aria-label={t('kinds')}>
      {places.map(({ id, path, label }) => (
        <Link key={id} href={path} aria-current={id === kind ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
