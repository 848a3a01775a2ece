import { type ReferralOverview, referralOverviewFromWire } from '@glasshouse/core/referral/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Table } from '@glasshouse/ui/Table'
import { lazy, Suspense, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { QrCode } from '../../components/QrCode.tsx'
import { useCopy } from '../../components/useCopy.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useProfile } from '../../data/profile.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { Awards } from './Awards.tsx'
import { downloadPoster } from './poster.ts'
import styles from './Rewards.module.css'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'))
const Statement = lazy(() => import('../../components/journal/Statement.tsx'))

/** Invitation link, what is paid by whom, income and clients. */
export default function InviteFriends() {
  return useSignedIn() ? <Invitations /> : null
}

function Invitations() {
  const { t } = useTranslation('rewards')
  const overview = useDecodedCall('/api/user/userCenter', {}, referralOverviewFromWire)
  const info = useProfile()
  const [opened, setOpened] = useState<'leave' | 'statement' | null>(null)
  const { data } = overview
  const close = () => setOpened(null)
  return (
    <Page title={t('invite.title')} lead={t('invite.lead')} back={paths.mine()}>
      {overview.error !== null && data === undefined ? (
        <ListError list={overview} />
      ) : (
        <div className={styles.split}>
          <div className={stackClass}>
            <Invitation data={data} name={info.data?.username ?? ''} />
            <Levels data={data} />
            {data !== undefined && (data.hasInviter || info.data?.isIntroducingBroker) && (
              <Panel inset>
                <div className={styles.link}>
                  {info.data?.isIntroducingBroker && (
                    <Button icon={<Icon name="download" size={14} />} onClick={() => setOpened('statement')}>
                      {t('invite.statement')}
                    </Button>
                  )}
                  {data.hasInviter && <Button onClick={() => setOpened('leave')}>{t('leave.open')}</Button>}
                </div>
              </Panel>
            )}
          </div>
          <Awards data={data} />
        </div>
      )}
      <Suspense fallback={null}>
        {opened === 'leave' && <LeaveDialog onClose={close} />}
        {opened === 'statement' && <Statement about="referral" onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** The first character of a name, the rest hidden. */
const maskName = (name: string): string => `${[...name][0] ?? ''}***`

function Invitation({ data, name }: { data: ReferralOverview | undefined; name: string }) {
  const { t } = useTranslation('rewards')
  const copy = useCopy()
  if (data === undefined)
    return (
      <Panel title={t('invite.link')} inset busy>
        <Skeleton width="100%" height={320} />
      </Panel>
    )
  const { link } = data
  const poster = () =>
    void downloadPoster({
      link,
      invites: t('invite.invites', { name: maskName(name) }),
      pays: t('invite.pays'),
    })
  return (
    <Panel title={t('invite.link')} inset>
      <div className={styles.link}>
        <code>{link}</code>
        <Button icon={<Icon name="copy" size={14} />} onClick={() => copy(link)}>
          {t('invite.copy')}
        </Button>
      </div>
      <div className={styles.code}>
        <QrCode text={link} label={t('invite.qr')} />
        <div>
          <p className={styles.text}>{t('invite.sees')}</p>
          <Button icon={<Icon name="download" size={14} />} onClick={poster}>
            {t('invite.poster')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Levels({ data }: { data: ReferralOverview | undefined }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  // On a phone the tabs below show the counts.
  const people = {
    id: 'people',
    head: t('invite.people'),
    align: 'right' as const,
    cell: ({ clients }: ReferralOverview['levels'][number]) => figures.whole(clients),
  }
  // The first three kinds of income are those of the levels.
  const isFunded = (level: number): boolean => data?.payers[level - 1]?.isFunded ?? true
  return (
    <Panel title={t('invite.levels')} busy={data === undefined}>
      <Table
        caption={t('invite.levels')}
        rows={data?.levels}
        rowKey={({ level }) => level}
        columns={[
          { id: 'level', head: t('invite.levelHead'), cell: ({ level }) => figures.whole(level) },
          ...(site === 'phone' ? [] : [people]),
          {
            id: 'share',
            head: t('invite.share'),
            align: 'right',
            cell: ({ sharePercent }) => `${figures.whole(sharePercent)}%`,
          },
          {
            id: 'first',
            head: t('invite.first'),
            align: 'right',
            cell: ({ firstPercent }) => `${figures.whole(firstPercent)}%`,
          },
          {
            id: 'funded',
            head: t('invite.money'),
            align: 'right',
            cell: ({ level }) => (
              <Badge tone={isFunded(level) ? 'plain' : 'warn'}>
                {t(isFunded(level) ? 'invite.funded' : 'invite.notFunded')}
              </Badge>
            ),
          },
        ]}
        empty={null}
      />
      <p className={classNames(styles.note, styles.belowTable)}>
        {t('invite.rule', { max: data === undefined ? '' : figures.coins(data.maxMonth) })}{' '}
        {t('invite.firstRule')}
      </p>
    </Panel>
  )
}
