import type { Issue as IssueData } from '@glasshouse/core/subscription/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { Link } from 'wouter'
import { Page, stackClass } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { Allotment } from './Allotment.tsx'
import { Facts } from './Facts.tsx'
import { IssuePanel } from './IssuePanel.tsx'
import { RiskSheet } from './RiskSheet.tsx'
import { Steps } from './Steps.tsx'
import styles from './Subscription.module.css'
import { coinOf, useOwnOrder } from './useIssues.ts'

/** One issue: its terms and dates, my application, the allotment as it can be computed again, and the risk sheet. */
export function Issue({ issue }: { issue: IssueData }) {
  const { t } = useTranslation('subscription')
  const own = useOwnOrder(issue.id)
  const chart = paths.contract({ type: 'ipo', symbol: issue.symbol })
  return (
    <Page
      title={`${coinOf(issue)} ${issue.id}`}
      lead={t('lead')}
      back={paths.subscription()}
      tools={
        <>
          <Link href={paths.subscription()} className={buttonClass()}>
            {t('allIssues')}
          </Link>
          <Link href={chart} className={buttonClass()}>
            {t('chart')}
          </Link>
        </>
      }
    >
      <div className={styles.columns}>
        {site === 'phone' && <IssuePanel issue={issue} own={own} />}
        <div className={stackClass}>
          <Facts issue={issue} />
          {site === 'phone' && (
            <p className={styles.phoneLink}>
              <Link href={chart} className={buttonClass()}>
                {t('chart')}
              </Link>
            </p>
          )}
          <Steps issue={issue} />
          <RiskSheet text={issue.riskSheet} />
        </div>
        {site === 'desktop' && <IssuePanel issue={issue} own={own} />}
      </div>
      <Allotment issue={issue} own={own} />
    </Page>
  )
}
