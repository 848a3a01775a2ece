import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { Prose, Way } from '../../components/prose/Prose.tsx'
import { dateText } from '../../components/published.ts'
import { useAbout } from '../../components/useAbout.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Rewards.module.css'

/** The campaign of the operator that runs today, or that none runs. */
export default function Campaign() {
  const { t } = useTranslation('rewards')
  const { locale } = useFormatters()
  const about = useAbout()
  const campaign = about.data?.campaign
  return (
    <Page title={t('campaign.title')} lead={t('campaign.lead')} back={paths.home()}>
      <Panel
        inset={campaign !== null}
        busy={about.data === undefined && about.error === null}
        {...(campaign ? { title: campaign.title } : {})}
        beside={
          campaign && (
            <span className={styles.aside}>
              {t('campaign.dates', {
                from: dateText(campaign.from, locale),
                to: dateText(campaign.to, locale),
              })}
            </span>
          )
        }
      >
        {campaign ? (
          <div className={styles.campaign}>
            <Prose text={campaign.content} />
            {campaign.link !== '' && (
              <Way to={campaign.link} className={buttonClass({})}>
                {t('campaign.open')}
              </Way>
            )}
          </div>
        ) : campaign === null ? (
          <EmptyState
            icon="star"
            title={t('campaign.none')}
            action={
              <Link href={paths.signIn()} className={buttonClass({})}>
                {t('signIn.title')}
              </Link>
            }
          />
        ) : about.error ? (
          <ListError list={about} />
        ) : (
          <Skeleton width="100%" height={120} />
        )}
      </Panel>
    </Page>
  )
}
