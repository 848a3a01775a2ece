import { totalState } from '@glasshouse/core/rewards/codec'
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
import { SignInCalendar } from './SignInCalendar.tsx'
import { Step } from './Step.tsx'
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
            <Panel title={t('campaign.title')} inset>
              <p className={styles.lead}>{t('campaign.lead')}</p>
              <Link href={paths.campaign()} className={buttonClass({ size: 's' })}>
                {t('campaign.open')}
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
        <div className={styles.daily}>
          <div>
            <p className={styles.count}>
              <b>{figures.whole(data.signincount)}</b> {t('signIn.streak')}
              <small>
                {t('signIn.total')}: {figures.whole(data.total)}
              </small>
            </p>
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
          </div>
          <SignInCalendar data={data} />
        </div>
      )}
    </Panel>
  )
}

/** Smallest assets of the tier that gives the reward of today; null where none or more than one does. */
const ownTierOf = ({ rules, reward, signincount, onboardStatus }: SigninOverview): string | null => {
  const streak = onboardStatus === 1 ? signincount : signincount + 1
  const paying = rules.filter(({ money, money2, times }) => (streak >= times ? money2 : money) === reward)
  return paying.length === 1 ? (paying[0]?.minmoney ?? null) : null
}

function Tiers({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const times = data?.rules[0]?.times ?? 0
  const own = data === undefined ? null : ownTierOf(data)
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
            cell: ({ minmoney, maxmoney }) => (
              <>
                {t('tier.range', { from: figures.plain(minmoney), to: figures.plain(maxmoney) })}{' '}
                {minmoney === own && <Badge tone="brand">{t('tier.mine')}</Badge>}
              </>
            ),
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
          <Step
            key={id}
            mark={figures.whole(times)}
            isDone={status !== null}
            title={name}
            money={figures.plain(money)}
            share={Math.min(1, data.total / times)}
          >
            {totalState(status) === 'claimed' && <Badge tone="brand">{t('totals.claimed')}</Badge>}
            {totalState(status) === 'claimable' && (
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
            {status === null && t('totals.left', { count: figures.whole(times - data.total) })}
          </Step>
        ))}
      </ul>
      {claim.error && <FieldError>{refusal(claim.error)}</FieldError>}
    </Panel>
  )
}
