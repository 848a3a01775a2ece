import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { RingLegend } from '@glasshouse/ui/DonutChart'
import { Link } from 'wouter'
import { Amount } from '../../components/holdings/Amount.tsx'
import type { Holdings } from '../../components/holdings/holdings.ts'
import { ringTones, Summary } from '../../components/holdings/Summary.tsx'
import type { Assets } from '../../components/holdings/useAssets.ts'
import { ListError } from '../../components/ListError.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

/** What I own in one figure, and the way to all of it. */
export function NetWorth({ assets }: { assets: Assets }) {
  const { t } = useTranslation('mine')
  return (
    <Panel
      title={t('assets.title')}
      aside={
        <Link href={paths.assets()} className={styles.link}>
          {t('assets.all')}
        </Link>
      }
    >
      {assets.failed && assets.holdings === null ? (
        <ListError list={assets.failed} />
      ) : (
        <div className={styles.total}>
          <Summary holdings={assets.holdings} />
          {site === 'desktop' && <Wallets holdings={assets.holdings} />}
        </div>
      )}
    </Panel>
  )
}

/** The parts of the ring in words and figures. */
function Wallets({ holdings }: { holdings: Holdings | null }) {
  const { t } = useTranslation('assets')
  return (
    <DescriptionList
      className={styles.wallets}
      items={(holdings?.parts ?? []).map(({ place, total }) => ({
        id: place,
        label: (
          <span className={styles.wallet}>
            <RingLegend tone={ringTones[place]} />
            {t(`place.${place}`)}
          </span>
        ),
        value: <Amount amount={total} />,
      }))}
    />
  )
}
