import { dayMs, dayNumber, dayOf, dayStart } from '@glasshouse/core/calendar/days'
import type { SigninOverview } from '@glasshouse/core/rewards/wire'
import { Badge } from '@glasshouse/ui/Badge'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Table } from '@glasshouse/ui/Table'
import { showToast } from '@glasshouse/ui/Toast'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Rewards.module.css'
import { Tasks } from './Tasks.tsx'
import { useRewardRefusal } from './useRewards.ts'

/** Daily sign-in, totals and newbie tasks. */
export default function SignIn() {
  return useSignedIn() ? <Rewards /> : null
}

function Rewards() {
  const { t } = useTranslation('rewards')
  const overview = useQueryCall('/api/signin/signInMsg', {})
  const { data } = overview
  return (
    <Page title={t('signIn.title')} lead={t('signIn.lead')} back={paths.mine()}>
      {overview.error !== null && data === undefined ? (
        <ListError list={overview} />
      ) : (
        <div className={styles.split}>
          <div className={stackClass}>
            <Daily data={data} />
            <Tiers data={data} />
            <Panel inset>
              <Link href={paths.campaign()} className={buttonClass({})}>
                {t('campaign.title')}
              </Link>
            </Panel>
          </div>
          <div className={stackClass}>
            <Totals data={data} />
            <Tasks />
          </div>
        </div>
      )}
    </Page>
  )
}

type LoadedOverview = { readonly data: SigninOverview | undefined }

function Daily({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const refusal = useRewardRefusal()
  const signing = useMutation('/api/signin/checkinDaily')
  const sign = async () => {
    const done = await signing.run({})
    if (done === null) return
    const money = figures.plain(done.reward)
    showToast({
      title: t('signIn.done', { money }),
      text: done.funded ? t('signIn.paid', { money }) : t('signIn.unfunded'),
    })
  }
  return (
    <Panel
      title={t('signIn.daily')}
      beside={<span className={styles.aside}>{t('signIn.midnight')}</span>}
      inset
      busy={data === undefined}
    >
      {data === undefined ? (
        <Skeleton width="100%" height={280} />
      ) : (
        <>
          <dl className={styles.figures}>
            <div>
              <dt>{t('signIn.streak')}</dt>
              <dd>{figures.whole(data.signincount)}</dd>
            </div>
            <div>
              <dt>{t('signIn.total')}</dt>
              <dd>{figures.whole(data.total)}</dd>
            </div>
          </dl>
          {data.onboardStatus === 1 ? (
            <p role="status">{t('signIn.done', { money: figures.plain(data.reward) })}</p>
          ) : data.offered ? (
            <Button
              variant="primary"
              busy={signing.busy && t('signIn.busy')}
              onClick={(event) => {
                if (event.detail <= 1) void sign()
              }}
            >
              {t('signIn.submit', { money: figures.plain(data.reward) })}
            </Button>
          ) : (
            <p>{t('signIn.notOffered')}</p>
          )}
          {signing.error && <FieldError>{refusal(signing.error)}</FieldError>}
          <Month data={data} />
        </>
      )}
    </Panel>
  )
}

/** Days of the current month of the calendar, the signed ones marked. */
function Month({ data }: { data: SigninOverview }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const first = dayStart(`${data.today.slice(0, 6)}01`) ?? 0
  const days = Array.from({ length: 31 }, (_, at) => dayOf(first + at * dayMs)).filter(
    (day) => day.slice(0, 6) === data.today.slice(0, 6),
  )
  const signed = new Set(data.days)
  // Weeks begin on Monday; day 0 of the calendar, 1 January 1970, was a Thursday.
  const column = (dayNumber(first) + 3) % 7
  const week = Array.from({ length: 7 }, (_, at) => first + (at - column) * dayMs)
  return (
    <>
      <div className={classNames(styles.calendar, styles.weekdays)} aria-hidden="true">
        {week.map((at) => (
          <span key={at}>{figures.weekday(at)}</span>
        ))}
      </div>
      <ul className={styles.calendar} aria-label={t('signIn.calendar', { month: figures.month(first) })}>
        {days.map((day, at) => (
          <li
            key={day}
            style={at === 0 ? { gridColumnStart: column + 1 } : undefined}
            className={classNames(signed.has(day) && styles.signed, day === data.today && styles.today)}
            aria-current={day === data.today ? 'date' : undefined}
          >
            {figures.whole(Number.parseInt(day.slice(6), 10))}
            {signed.has(day) && <span className="sr-only">{t('signIn.signed')}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Tiers({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const times = data?.rules[0]?.times ?? 0
  return (
    <Panel title={t('tier.title')} busy={data === undefined}>
      <Table
        caption={t('tier.title')}
        rows={data?.rules}
        rowKey={({ minmoney }) => minmoney}
        columns={[
          {
            id: 'assets',
            head: t('tier.assets'),
            cell: ({ minmoney, maxmoney }) =>
              t('tier.range', { from: figures.plain(minmoney), to: figures.plain(maxmoney) }),
          },
          { id: 'money', head: t('tier.money'), align: 'right', cell: ({ money }) => figures.plain(money) },
          {
            id: 'money2',
            head: t('tier.money2', { times: figures.whole(times) }),
            align: 'right',
            cell: ({ money2 }) => figures.plain(money2),
          },
        ]}
        empty={<EmptyState icon="rows" title={t('tier.none')} />}
      />
      <p className={classNames(styles.note, styles.belowTable)}>{t('tier.note')}</p>
    </Panel>
  )
}

function Totals({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const refusal = useRewardRefusal()
  const claim = useMutation('/api/signin/signinTotalReward')
  return (
    <Panel title={t('totals.title')} busy={data === undefined}>
      {data === undefined && <Skeleton width="100%" height={170} />}
      {data?.totals.length === 0 && <EmptyState icon="rows" title={t('totals.none')} />}
      <ul className={styles.rows}>
        {data?.totals.map(({ id, name, times, money, status }) => (
          <li key={id}>
            <span className={styles.what}>
              <b>{name}</b>
              <span className={styles.text}>{`${figures.plain(money)} USDT`}</span>
            </span>
            {status === 2 && <Badge tone="brand">{t('totals.claimed')}</Badge>}
            {status === 1 && (
              <Button
                size="s"
                busy={claim.busy && t('signIn.busy')}
                onClick={async () => {
                  const done = await claim.run({ id })
                  if (done !== null)
                    showToast({ title: t('signIn.paid', { money: figures.plain(done.money) }) })
                }}
              >
                {t('totals.claim', { money: figures.plain(money) })}
              </Button>
            )}
            {status === null && (
              <span className={styles.text}>
                {t('totals.left', { count: figures.whole(times - data.total) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {claim.error && <FieldError>{refusal(claim.error)}</FieldError>}
    </Panel>
  )
}
