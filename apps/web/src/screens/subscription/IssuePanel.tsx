import type { Application, Issue } from '@glasshouse/core/subscription/codec'
import { shareNow } from '@glasshouse/core/subscription/rules'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { IssueState } from './IssueList.tsx'
import { OwnOrder } from './OwnOrder.tsx'
import styles from './Subscription.module.css'
import { coinOf, coverage } from './useIssues.ts'

/** What is offered and asked of an issue, and my application or the form for one. */
export function IssuePanel({
  issue,
  own,
}: {
  issue: Issue
  /** Undefined while loading, null if there is none. */
  own: Application | null | undefined
}) {
  const { t } = useTranslation('subscription')
  return (
    <Panel title={`${coinOf(issue)} ${issue.id}`} beside={<IssueState state={issue.state} />} inset>
      <div className={styles.form}>
        <Demand issue={issue} />
        {own === undefined ? (
          <Skeleton width="100%" height={240} />
        ) : own !== null ? (
          <OwnOrder issue={issue} order={own} />
        ) : issue.state === 'open' ? (
          <ApplyForm issue={issue} />
        ) : (
          <p className={styles.text}>{t(`closedText.${issue.state}`)}</p>
        )}
        {(issue.state === 'open' || issue.state === 'closed') && <Funded issue={issue} />}
      </div>
    </Panel>
  )
}

/** Coins offered and applied for; while it is open the share if it closed now. */
function Demand({ issue }: { issue: Issue }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const isOpen = issue.state === 'open'
  return (
    <div className={styles.demand}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('offered')}</dt>
          <dd>{figures.coins(issue.number)}</dd>
        </div>
        <div>
          <dt>{t(isOpen ? 'asked' : 'askedAll')}</dt>
          <dd>{figures.coins(issue.asked)}</dd>
        </div>
        <div>
          <dt>{t(isOpen ? 'share' : 'applications')}</dt>
          <dd>{isOpen ? figures.percent(shareNow(issue)) : figures.whole(issue.applications)}</dd>
        </div>
      </dl>
      {isOpen && (
        <>
          {/* The figures say it; the bar is their picture. */}
          <div aria-hidden className={styles.bar}>
            <i style={{ width: `${coverage(issue)}%` }} />
          </div>
          <p className={styles.hint}>{t('shareText', { step: figures.coins(issue.step) })}</p>
        </>
      )}
    </div>
  )
}

/** That all coins of the issue lie in its reserve. */
function Funded({ issue }: { issue: Issue }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const coins = { held: figures.coins(issue.reserve), coin: coinOf(issue) }
  return (
    <div className={styles.funded}>
      <b>{t('funded')}</b>
      <p>{t('fundedText', coins)}</p>
    </div>
  )
}
