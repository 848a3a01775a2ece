import { type NoticeChannel, noticeChannels } from '@glasshouse/core/notifications/topics'
import type { TopicSwitches } from '@glasshouse/core/notifications/wire'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Toggle } from '@glasshouse/ui/Toggle'
import { useEffect, useId, useState } from 'react'
import { ListError } from '../../components/ListError.tsx'
import { BrowserNoticeToggle } from '../../components/notices/BrowserNoticeToggle.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './NoticeSettings.module.css'

/** Where notices reach me: inbox, toast and mail of each topic. */
export default function NoticeSettings() {
  return useSignedIn() ? <Topics /> : null
}

function Topics() {
  const { t } = useTranslation('notices')
  const topics = useQueryCall('/api/user/noticeSwitches', {})
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')} back={paths.notices()}>
      <Panel busy={topics.data === undefined && topics.error === null}>
        {topics.data ? (
          topics.data.map((row) => <Topic key={row.topic} row={row} />)
        ) : topics.error ? (
          <ListError list={topics} title={t('settings.failed')} />
        ) : (
          <Skeleton width="100%" height={14 * 49} />
        )}
      </Panel>
      <Panel title={t('browser.title')} inset>
        <BrowserNoticeToggle />
      </Panel>
    </Page>
  )
}

function Topic({ row }: { row: TopicSwitches }) {
  const { t } = useTranslation('notices')
  const name = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in the grid of its fieldset
    <div role="group" aria-labelledby={name} className={styles.topic}>
      <span id={name} className={styles.name}>
        {t(`settings.topics.${row.topic}`)}
      </span>
      {noticeChannels.map((channel) =>
        // A topic that is never mailed has no switch for it.
        row.switchable.includes(channel) || row[channel] === 1 ? (
          <Channel key={channel} row={row} channel={channel} />
        ) : (
          <span key={channel} />
        ),
      )}
    </div>
  )
}

function Channel({ row, channel }: { row: TopicSwitches; channel: NoticeChannel }) {
  const { t } = useTranslation('notices')
  const sentence = useSentence()
  const setting = useMutation('/api/user/setNoticeSwitches')
  /** What was pressed, until the answer of the server is here. */
  const [request, setRequest] = useState<boolean | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer ends what was requested before
  useEffect(() => setRequest(null), [row])
  const change = async (on: boolean) => {
    if (setting.busy) return
    setRequest(on)
    if ((await setting.run({ topic: row.topic, [channel]: on ? 1 : 0 })) === null) setRequest(null)
  }
  const isWithoutInbox = channel === 'toast' && row.inbox === 0
  return (
    <div>
      <Toggle
        on={request ?? row[channel] === 1}
        disabled={isWithoutInbox || !row.switchable.includes(channel)}
        onChange={(on) => void change(on)}
      >
        {t(`settings.channels.${channel}`)}
      </Toggle>
      {setting.error !== null && <FieldError>{sentence(setting.error)}</FieldError>}
    </div>
  )
}
