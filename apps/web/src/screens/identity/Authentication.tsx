import { type KycRecord, kycRecordFromWire } from '@glasshouse/core/kyc/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useProfile } from '../../data/profile.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Identity.module.css'
import { IdentityForm } from './IdentityForm.tsx'

/** My identity check: its state, the form where one can be handed in, and who looked at it. */
export default function Authentication() {
  return useSignedIn() ? <Check /> : null
}

/** While staff decide, the state changes without an action here. */
const everyMs = 15_000

function Check() {
  const { t } = useTranslation('identity')
  const record = useDecodedCall('/api/user/queryKyc', {}, kycRecordFromWire, { everyMs })
  const info = useProfile()
  const isOff = info.data?.hidesIdentityCheck === true
  return (
    <Page title={t('title')} lead={t('lead')} back={paths.mine()}>
      <div className={stackClass}>
        {record.data === undefined ? (
          record.error ? (
            <ListError list={record} />
          ) : (
            <Panel inset busy>
              <Skeleton width="100%" height={320} />
            </Panel>
          )
        ) : (
          <>
            <State record={record.data} isOff={isOff} />
            {!isOff && (record.data === null || record.data.state === 'rejected') && (
              <IdentityForm record={record.data} />
            )}
            {record.data !== null && <Looks record={record.data} />}
          </>
        )}
      </div>
    </Page>
  )
}

const names = { pending: 'review', approved: 'approved', rejected: 'rejected' } as const
const tones = { pending: 'warn', approved: 'up', rejected: 'danger' } as const

function State({ record, isOff }: { record: KycRecord | null; isOff: boolean }) {
  const { t } = useTranslation('identity')
  const figures = useFormatters()
  if (record === null)
    return (
      <Panel inset>
        <Badge>{t('status.none')}</Badge>
        <p className={styles.text}>{t(isOff ? 'off' : 'text.none')}</p>
      </Panel>
    )
  return (
    <Panel inset>
      <Badge tone={tones[record.state]}>{t(`status.${names[record.state]}`)}</Badge>
      {record.state === 'pending' && (
        <p className={styles.text}>{t('text.review', { time: figures.full(record.deadlineMs) })}</p>
      )}
      {record.state === 'approved' && <p className={styles.text}>{t('text.approved')}</p>}
      {record.state === 'rejected' && (
        <>
          {record.reason !== null && <p className={styles.text}>{t(`reason.${record.reason}`)}</p>}
          <p className={styles.text}>{record.remark}</p>
        </>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('form.name')}</dt>
          <dd>{record.username}</dd>
        </div>
        <div>
          <dt>{t('form.number')}</dt>
          <dd>{record.documentNumber}</dd>
        </div>
      </dl>
      <div className={styles.pictures}>
        <Picture label={t('form.front')} source={record.front} />
        <Picture label={t('form.back')} source={record.back} />
      </div>
    </Panel>
  )
}

/** Each answer has new links to the same pictures; the one that was loaded stays. */
function Picture({ label, source }: { label: string; source: string }) {
  const [shown, setShown] = useState(source)
  if (addressOf(shown) !== addressOf(source)) setShown(source)
  return (
    <figure>
      <img src={shown} alt={label} />
      <figcaption>{label}</figcaption>
    </figure>
  )
}

const addressOf = (source: string): string => source.replace(/[?].*$/, '')

function Looks({ record }: { record: KycRecord }) {
  const { t } = useTranslation('identity')
  const figures = useFormatters()
  return (
    <Panel title={t('looks.title')} inset>
      {record.views.length === 0 ? (
        <p className={styles.text}>{t('looks.none')}</p>
      ) : (
        <ul className={styles.looks}>
          {record.views.map(({ time, role }, at) => (
            // Two looks can have the same instant and role.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only replaced as a whole
            <li key={at}>
              <span>{t(`looks.${role}`)}</span>
              <time>{figures.full(time)}</time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
