import { type NoticeTab, noticeTabs } from '@glasshouse/core/notifications/spec'
import { Button } from '@glasshouse/ui/Button'
import { Tabs } from '@glasshouse/ui/Tabs'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

export type InboxTab = NoticeTab | 'all'
const tabs = ['all', ...noticeTabs] as const

/** Tab named in an address; all by default. */
export const tabOf = (text: string | null): InboxTab => tabs.find((tab) => tab === text) ?? 'all'

/** Tab list of the inbox. */
export function NoticeTabs({
  id,
  tab,
  className,
  onChange,
}: {
  id: string
  tab: InboxTab
  className?: string | undefined
  onChange: (tab: InboxTab) => void
}) {
  const { t } = useTranslation('notices')
  return (
    <Tabs
      id={id}
      className={className}
      label={t('tabs.label')}
      tabs={tabs.map((name) => ({ id: name, label: t(`tabs.${name}`) }))}
      value={tab}
      onChange={onChange}
    />
  )
}

/** Button that marks every notice as read; it stays in place when there is none, so that nothing moves. */
export function MarkAll({ unread }: { unread: number | undefined }) {
  const { t } = useTranslation('notices')
  const reading = useMutation('/api/user/noticeRead')
  return (
    <Button
      variant="quiet"
      size="s"
      busy={reading.busy && t('marking')}
      reason={unread === 0}
      onClick={() => void reading.run({ all: 1 })}
    >
      {t('markAll')}
    </Button>
  )
}
