import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { checkInFromWire, type SigninView, signinsFromWire } from '@glasshouse/core/rewards/codec'
import { rewardOf } from '@glasshouse/core/rewards/rules'
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
import { useLabelled } from '../../components/useLabelled.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useDecodedCall, useMutation } from '../../data/query.ts'
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
  const overview = useDecodedCall('/api/signin/signInMsg', {}, signinsFromWire)
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

type LoadedOverview = { readonly data: SigninView | undefined }

function Daily({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const labelled = useLabelled()
  const figures = useFormatters()
  const refusal = useRewardRefusal()
  const signing = useMutation('/api/signin/checkinDaily')
  const sign = async () => {
    const data = await signing.run({})
    if (data === null) return
    const done = checkInFromWire(data)
    const money = figures.coins(done.reward)
    showToast({
      title: t('signIn.done', { money }),
      text: done.isFunded ? t('signIn.paid', { money }) : t('signIn.unfunded'),
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
              <b>{figures.whole(data.streak)}</b> {t('signIn.streak')}
              <small>{labelled(t('signIn.total'), figures.whole(data.total))}</small>
            </p>
            {data.isSignedToday ? (
              <p role="status">{t('signIn.done', { money: figures.coins(data.reward) })}</p>
            ) : data.isOffered ? (
              <Button
                variant="primary"
                busy={signing.busy && t('signIn.busy')}
                onClick={(event) => {
                  if (event.detail <= 1) void sign()
                }}
              >
                {t('signIn.submit', { money: figures.coins(data.reward) })}
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
const ownTierOf = ({ tiers, reward, streak, isSignedToday }: SigninView): Usdt | null => {
  const paying = tiers.filter((tier) => rewardOf(tier, isSignedToday ? streak : streak + 1) === reward)
  return paying.length === 1 ? (paying[0]?.minAssets ?? null) : null
}

function Tiers({ data }: LoadedOverview) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const times = data?.tiers[0]?.times ?? 0
  const own = data === undefined ? null : ownTierOf(data)
  return (
    <Panel title={t('tier.title')} busy={data === undefined}>
      <Table
        caption={t('tier.title')}
        rows={data?.tiers}
        rowKey={({ minAssets }) => String(minAssets)}
        columns={[
          {
            id: 'assets',
            head: t('tier.assets'),
            cell: ({ minAssets, maxAssets }) => (
              <>
                {t('tier.range', { from: figures.coins(minAssets), to: figures.coins(maxAssets) })}{' '}
                {minAssets === own && <Badge tone="brand">{t('tier.mine')}</Badge>}
              </>
            ),
          },
          { id: 'money', head: t('tier.money'), align: 'right', cell: ({ money }) => figures.coins(money) },
          {
            id: 'streakMoney',
            head: t('tier.streakMoney', { times: figures.whole(times) }),
            align: 'right',
            cell: ({ streakMoney }) => figures.coins(streakMoney),
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
        {data?.totals.map(({ id, name, times, money, state }) => (
          <Step
            key={id}
            mark={figures.whole(times)}
            isDone={state !== 'locked'}
            title={name}
            money={figures.coins(money)}
            share={Math.min(1, data.total / times)}
          >
            {state === 'claimed' && <Badge tone="brand">{t('totals.claimed')}</Badge>}
            {state === 'claimable' && (
              <Button
                size="s"
                busy={claim.busy && t('signIn.busy')}
                onClick={async () => {
                  const done = await claim.run({ id })
                  if (done !== null)
                    showToast({ title: t('signIn.paid', { money: figures.coins(usdt(done.money)) }) })
                }}
              >
                {t('totals.claim', { money: figures.coins(money) })}
              </Button>
            )}
            {state === 'locked' && t('totals.left', { count: figures.whole(times - data.total) })}
          </Step>
        ))}
      </ul>
      {claim.error && <FieldError>{refusal(claim.error)}</FieldError>}
    </Panel>
  )
}
