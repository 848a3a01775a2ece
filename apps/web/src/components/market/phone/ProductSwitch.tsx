import { Link } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from './PhoneMarketHeader.module.css'

/** The two things that are traded on a phone. */
export type Kind = 'contract' | 'options'

/** Contracts or options, at the top of Trade; the market stays. */
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
