import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel as PagePane } from '../../components/page/Page.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { AccountLayout, Panel } from './AccountLayout.tsx'
import { LimitMeter } from './LimitMeter.tsx'
import type { AmountLimit } from './limitChange.ts'
import { RiskChecks } from './RiskChecks.tsx'

const LimitDialog = lazy(() => import('./LimitDialog.tsx'))
const PauseDialog = lazy(() => import('./PauseDialog.tsx'))

/** What I allow myself: a loss a day, deposits a day, a pause; and the risk checks. */
export default function Limits() {
  return useSignedIn() ? <Allowed /> : null
}

function Allowed() {
  const { t } = useTranslation('mine')
  const limits = useQueryCall('/api/user/limits', {})
  return (
    <AccountLayout room="limits" lead={t('limits.lead')}>
      {limits.data ? (
        <Own view={limits.data} />
      ) : limits.error ? (
        <ListError list={limits} />
      ) : (
        <PagePane inset busy>
          <Skeleton width="100%" height={260} />
        </PagePane>
      )}
      <RiskChecks />
    </AccountLayout>
  )
}

function Own({ view }: { view: LimitsView }) {
  const { t } = useTranslation('mine')
  const labelled = useLabelled()
  const figures = useFormatters()
  const [opened, setOpened] = useState<AmountLimit | 'pause' | null>(null)
  const close = () => setOpened(null)
  const paused = view.pauseUntil !== null
  return (
    <Panel title={t('limits.title')}>
      <div className={styles.rows}>
        <Amount view={view} name="dailyLoss" onChange={() => setOpened('dailyLoss')} />
        <Amount view={view} name="deposit" onChange={() => setOpened('deposit')} />
        <Line
          name="pauseUntil"
          view={view}
          text={t('pause.text')}
          value={
            view.pauseUntil === null ? (
              t('pause.none')
            ) : (
              <span className={styles.waiting}>
                {t('pause.until', { time: figures.full(view.pauseUntil) })}
              </span>
            )
          }
          button={
            <Button
              aria-label={paused ? labelled(t('change'), t('pause.title')) : undefined}
              onClick={() => setOpened('pause')}
            >
              {paused ? t('change') : t('pause.open')}
            </Button>
          }
        />
      </div>
      <Suspense fallback={null}>
        {opened === 'pause' && <PauseDialog view={view} onClose={close} />}
        {opened !== null && opened !== 'pause' && <LimitDialog view={view} name={opened} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

/** A limit that is an amount, with what today has come to. */
function Amount({ view, name, onChange }: { view: LimitsView; name: AmountLimit; onChange: () => void }) {
  const { t } = useTranslation('mine')
  const labelled = useLabelled()
  const figures = useFormatters()
  const limit = view[name]
  const today =
    name === 'dailyLoss'
      ? figures.amountText(view.resultToday, 'floor', 4, 'always')
      : figures.amountText(view.depositedToday, 'ceil')
  const result = usdt(view.resultToday)
  const loss = result < 0n ? -result : 0n
  const used = name === 'dailyLoss' ? loss : usdt(view.depositedToday)
  return (
    <Line
      name={name}
      view={view}
      text={t(`limits.text.${name}`)}
      value={
        <>
          {limit === null ? t('limits.none') : `${figures.plain(limit)} USDT`}
          <span className={styles.small}>{t('limits.today', { amount: today })}</span>
          {limit !== null && <LimitMeter label={t(`limits.name.${name}`)} used={used} limit={limit} />}
        </>
      }
      button={
        <Button aria-label={labelled(t('change'), t(`limits.name.${name}`))} onClick={onChange}>
          {t('change')}
        </Button>
      }
    />
  )
}

/** One limit: its name, what stands, what waits to be loosened, and the way to change it. */
function Line({
  name,
  view,
  text,
  value,
  button,
}: {
  name: AmountLimit | 'pauseUntil'
  view: LimitsView
  text: string
  value: ReactNode
  button: ReactNode
}) {
  const { t } = useTranslation('mine')
  const figures = useFormatters()
  const next = view.pending.find((one) => one.name === name)
  const then = (wanted: string | number | null): string => {
    if (typeof wanted === 'number') return t('pause.until', { time: figures.full(wanted) })
    if (wanted !== null) return `${figures.plain(wanted)} USDT`
    return name === 'pauseUntil' ? t('pause.none') : t('limits.none')
  }
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <b>{t(`limits.name.${name}`)}</b>
        <span className={styles.small}>{text}</span>
        {next && (
          <span className={`${styles.small} ${styles.waiting}`}>
            {t('limits.pending', { time: figures.full(next.from), value: then(next.value) })}
          </span>
        )}
      </div>
      <div className={styles.lineValue}>{value}</div>
      {button}
    </div>
  )
}
