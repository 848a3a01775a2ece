import { classNames } from '@glasshouse/ui/classNames'
import { veilClass } from '@glasshouse/ui/GlassPanel'
import { TabPanel } from '@glasshouse/ui/Tabs'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { NoticeList } from './NoticeList.tsx'
import styles from './NoticePanel.module.css'
import { type InboxTab, MarkAll, NoticeTabs } from './NoticeTabs.tsx'
import { useInbox } from './useInbox.ts'

const shown = 8

/** The newest notices below the bell. It takes the focus when it opens. */
export default function NoticePanel({ unread }: { unread: number }) {
  const { t } = useTranslation('notices')
  const [tab, setTab] = useState<InboxTab>('all')
  const list = useInbox(tab, 1, shown)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t('title')}
      tabIndex={-1}
      className={classNames(styles.panel, veilClass())}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <MarkAll unread={unread} />
      </div>
      <NoticeTabs id="noticePanel" className={styles.tabs} tab={tab} onChange={setTab} />
      <TabPanel id="noticePanel" tab={tab} className={styles.list}>
        <NoticeList list={list} skeletons={shown} />
      </TabPanel>
      <div className={styles.foot}>
        <Link href={paths.notices()}>{t('show')}</Link>
      </div>
    </div>
  )
}
