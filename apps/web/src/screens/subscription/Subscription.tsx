import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { Issue } from './Issue.tsx'
import { IssueList } from './IssueList.tsx'
import { Orders } from './Orders.tsx'
import { useIssues } from './useIssues.ts'

/** Issues of new coins and my applications, or one issue by the `id` of the address. */
export default function Subscription() {
  const [search] = useSearchParams()
  const id = Number.parseInt(search.get('id') ?? '', 10)
  return Number.isNaN(id) ? <Issues /> : <One key={id} id={id} />
}

function Issues() {
  const { t } = useTranslation('subscription')
  const issues = useIssues()
  const signedIn = useSession() !== null
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.mine()}>
      <div className={stackClass}>
        <Panel title={t('issues')}>
          <IssueList issues={issues} />
        </Panel>
        {signedIn && <Orders />}
      </div>
    </Page>
  )
}

function One({ id }: { id: number }) {
  const { t } = useTranslation('subscription')
  const issues = useIssues()
  const issue = issues.data?.find((one) => one.id === id)
  if (issue !== undefined) return <Issue issue={issue} />
  return (
    <Page title={t('title')} back={paths.subscription()}>
      <Panel inset busy={issues.loading}>
        {issues.error ? (
          <ListError list={issues} />
        ) : issues.data === undefined ? (
          <Skeleton width="100%" height={360} />
        ) : (
          <EmptyState icon="plus" title={t('gone')} text={t('noneText')} />
        )}
      </Panel>
    </Page>
  )
}
