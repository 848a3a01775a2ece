import { maxNotices } from '@glasshouse/core/notifications/spec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { TabPanel } from '@glasshouse/ui/Tabs'
import { Link, useLocation, useSearchParams } from 'wouter'
import { AlertList } from '../../components/alerts/AlertList.tsx'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { NoticeList } from '../../components/notices/NoticeList.tsx'
import { type InboxTab, MarkAll, NoticeTabs, tabOf } from '../../components/notices/NoticeTabs.tsx'
import { useInbox, useUnread } from '../../components/notices/useInbox.ts'
import { Page, Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { pageIn } from '../../components/page/pageIn.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Notices.module.css'

const pageSize = 20

/** The inbox: what happened in the account, newest first. Tab and page are in the address. */
export default function Notices() {
  return useSignedIn() ? <Inbox /> : null
}

function PriceAlerts() {
  const { t } = useTranslation('notices')
  const alerts = useQueryCall('/api/user/priceAlerts', {})
  return (
    <Panel title={t('alerts.title')} inset busy={alerts.data === undefined && alerts.error === null}>
      {alerts.data ? (
        <AlertList rows={alerts.data} />
      ) : alerts.error ? (
        <ListError list={alerts} title={t('alerts.failed')} />
      ) : (
        <Skeleton width="100%" height={40} />
      )}
    </Panel>
  )
}

function Inbox() {
  const { t } = useTranslation('notices')
  const figures = useFormatters()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const tab = tabOf(search.get('tab'))
  const page = pageIn(search.get('page'))
  const list = useInbox(tab, page, pageSize)
  const unread = useUnread()
  const open = (to: InboxTab, next: number) =>
    navigate(
      paths.notices({
        tab: to === 'all' ? undefined : to,
        page: next === 1 ? undefined : String(next),
      }),
      { replace: true },
    )
  return (
    <Page title={t('title')} lead={t('lead', { count: figures.whole(maxNotices) })} back={paths.mine()}>
      <Panel>
        <div className={styles.head}>
          <span aria-live="polite">
            {unread === undefined ? '' : unread === 0 ? t('allRead') : t('left', { count: unread })}
          </span>
          <span className={styles.actions}>
            <MarkAll unread={unread} />
            <Link href={paths.noticeSettings()}>{t('settings.open')}</Link>
          </span>
        </div>
        <NoticeTabs id="notices" className={paneTabsClass} tab={tab} onChange={(next) => open(next, 1)} />
        <TabPanel id="notices" tab={tab}>
          <NoticeList list={list} skeletons={8} />
          <ListPager list={list} page={page} pageSize={pageSize} onPage={(next) => open(tab, next)} />
        </TabPanel>
      </Panel>
      <PriceAlerts />
    </Page>
  )
}
