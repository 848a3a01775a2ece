import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ListFailed } from '../../parts/ListFailed.tsx'
import { paths } from '../../paths.ts'
import { Summary } from '../assets/Summary.tsx'
import type { Assets } from '../assets/useAssets.ts'
import { Pane } from './AccountFrame.tsx'
import styles from './Mine.module.css'

/** What I own in one figure, and the way to all of it. */
export function Owned({ assets }: { assets: Assets }) {
  const { t } = useTranslation('mine')
  return (
    <Pane
      title={t('assets.title')}
      aside={
        <Link href={paths.assets()} className={styles.link}>
          {t('assets.all')}
        </Link>
      }
    >
      {assets.failed && assets.holdings === null ? (
        <ListFailed list={assets.failed} />
      ) : (
        <div className={styles.total}>
          <Summary holdings={assets.holdings} />
        </div>
      )}
    </Pane>
  )
}
