import type { DataOf } from '@glasshouse/core/calls'
import { deviceOf } from '@glasshouse/core/identity/device'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'

const CommandDialog = lazy(() =>
  import('@glasshouse/ui/CommandDialog').then((module) => ({ default: module.CommandDialog })),
)

type Session = DataOf<'/api/user/sessions'>[number]
const pageSize = 10

/** A session's machine in words. */
const useDeviceName = () => {
  const { t } = useTranslation('mine')
  return ({ userAgent }: Session): string => {
    const { browser, system } = deviceOf(userAgent)
    if (browser !== null && system !== null) return t('sessions.on', { browser, system })
    return browser ?? system ?? t('sessions.unknown')
  }
}

/** Everywhere this account is signed in, and the way to end it there. */
export function Sessions() {
  const { t } = useTranslation('mine')
  const sessions = useQueryCall('/api/user/sessions', {})
  const [page, setPage] = useState(1)
  const [ending, setEnding] = useState<Session | null>(null)
  const shown = sessions.data?.slice((page - 1) * pageSize, page * pageSize)
  return (
    <Panel title={t('sessions.title')} text={t('sessions.text')}>
      {shown ? (
        <div className={styles.rows}>
          {shown.map((session) => (
            <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </div>
      ) : sessions.error ? (
        <ListError list={sessions} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={56} />
        </div>
      )}
      <ListPager
        list={{ data: shown, total: sessions.data?.length }}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
      />
      {ending && (
        <Suspense fallback={null}>
          <EndSession session={ending} onClose={() => setEnding(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

/** The network address, and the country where a proxy named it. */
const placeOf = ({ ip, country }: Session): string => (country === null ? ip : `${ip}, ${country}`)

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation(['mine', 'security'])
  const figures = useFormatters()
  const device = useDeviceName()(session)
  const labelled = useLabelled()
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{device}</b> {session.current && <Badge tone="brand">{t('sessions.this')}</Badge>}
        <span className={styles.small}>
          {t('sessions.since', { time: figures.full(session.started), ip: placeOf(session) })}
        </span>
        <span className={styles.small}>
          {t('security:device.used', { time: figures.full(session.lastUsed) })}
        </span>
        <span className={styles.small}>{t('sessions.until', { time: figures.full(session.expires) })}</span>
      </div>
      {!session.current && (
        <Button size="s" aria-label={labelled(t('sessions.end'), device)} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </div>
  )
}

function EndSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell'])
  const sentence = useSentence()
  const device = useDeviceName()(session)
  const end = useMutation('/api/user/endSession')
  const run = async () => {
    if ((await end.run({ id: session.id })) === null) return
    showToast({ title: t('sessions.ended', { device }) })
    onClose()
  }
  return (
    <CommandDialog
      title={t('sessions.ask', { device })}
      description={t('sessions.askText')}
      closeLabel={t('shell:close')}
      cancelLabel={t('sessions.keep')}
      act={t('sessions.end')}
      variant="danger"
      busy={end.busy && t('sessions.ending')}
      problem={sentence(end.error)}
      onAct={() => void run()}
      onClose={onClose}
    />
  )
}
