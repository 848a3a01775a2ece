import { auditRecordsFromWire } from '@glasshouse/core/staff/audit/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CustomerDetailState } from '../../data/customer.ts'
import { useDecodedPage } from '../../data/query.ts'
import { formatAmount, formatDay, instantText } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { paths } from '../../paths.ts'
import { chainStatusText, fieldName } from '../../words/reviewKinds.ts'
import { worded } from '../../words/worded.ts'
import styles from './Detail.module.css'
import { fieldValue, type Item, ownerText, submittedFields } from './item.ts'
import { HoldReason } from './PendingReasonForm.tsx'
import { timelineOf } from './timeline.ts'

/** Right pane: submitted fields, automatic checks, customer, and history. */
export function Record({ item, customer }: { item: Item; customer: CustomerDetailState }) {
  const fields = submittedFields(item)
  return (
    <aside className={styles.record} aria-label="Record" id="record">
      {fields.length > 0 && (
        <Part title="What they asked for">
          <dl className={styles.pairs}>
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{fieldName(field.name)}</dt>
                <dd>{written(field)}</dd>
              </div>
            ))}
          </dl>
          <HoldReason item={item} />
        </Part>
      )}
      <Checked item={item} customer={customer} />
      {item.uid !== null && (
        <Part title="The customer">
          <CustomerFacts uid={item.uid} username={item.username} customer={customer} />
        </Part>
      )}
      {item.decisions.length > 0 && (
        <Part title="Decisions">
          <ol className={styles.trail}>
            {item.decisions.map(({ staff, decision, remark, atMs }) => (
              <li key={`${staff} ${atMs}`}>
                <b>
                  {staff} {decision === 'approve' ? 'approved it' : 'rejected it'}
                </b>
                <span>
                  {instantText(atMs)}
                  {remark && ` · ${remark}`}
                </span>
              </li>
            ))}
          </ol>
        </Part>
      )}
      <Trail item={item} />
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.label}>{title}</h3>
      {children}
    </section>
  )
}

const written = ({ value, form, name }: ReturnType<typeof submittedFields>[number]): ReactNode => {
  if (form === 'amount') return `${formatAmount(value)} USDT`
  if (form === 'time') return instantText(Number.parseInt(value, 10))
  if (form === 'address' || form === 'hash') return <CopyableText text={value} what={fieldName(name)} />
  return ['state', 'reason', 'finding'].includes(name) ? worded(value) : value
}

type Check = { readonly id: string; readonly good: boolean; readonly sentence: string }

/** Automatic checks, each with a sign and a sentence. They do not decide. */
const checksOf = (item: Item, customer: CustomerDetailState['data']): readonly Check[] => {
  const finding = fieldValue(item, 'finding')
  const confirmations = fieldValue(item, 'confirmations')
  const chainStatus = finding === null ? null : chainStatusText(finding)
  const checks: (Check | null | undefined)[] = [
    chainStatus && {
      id: 'finding',
      good: chainStatus[0],
      sentence: confirmations === null ? chainStatus[1] : `${chainStatus[1]} (${confirmations})`,
    },
    item.isDuplicate === null
      ? null
      : {
          id: 'duplicate',
          good: !item.isDuplicate,
          sentence: item.isDuplicate
            ? 'Another account has this document'
            : 'No other account has this document',
        },
    item.isOverdue ? { id: 'overdue', good: false, sentence: 'Overdue' } : null,
    item.needed > 1
      ? {
          id: 'two',
          good: item.approvals > 0,
          sentence: `${item.approvals} of ${item.needed} managers approved it`,
        }
      : null,
    customer && {
      id: 'frozen',
      good: !customer.profile.isLocked,
      sentence: customer.profile.isLocked ? 'The account is locked' : 'The account is not locked',
    },
    customer && customer.profile.closedMs !== null
      ? { id: 'closed', good: false, sentence: 'The account is closed' }
      : null,
  ]
  return checks.filter((check) => check != null)
}

function Checked({ item, customer }: { item: Item; customer: CustomerDetailState }) {
  const checks = checksOf(item, customer.data)
  if (checks.length === 0) return null
  return (
    <Part title="Automatic checks">
      <ul className={styles.checks}>
        {checks.map(({ id, good, sentence }) => (
          <li key={id}>
            <Icon name={good ? 'check' : 'warning'} className={good ? styles.good : styles.bad} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function CustomerFacts({
  uid,
  username,
  customer,
}: {
  uid: number
  username: string
  customer: CustomerDetailState
}) {
  const { data } = customer
  const wallet = data?.balances.find(({ account, asset }) => account === 'wallet' && asset === 'USDT')
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'Number',
      <Link key="link" href={paths.customer(uid)}>
        u {uid}
      </Link>,
    ],
    ['Name', username],
    ['Email', data?.profile.email || '—'],
    ['Since', data && formatDay(data.profile.registeredMs)],
    ['Wallet', data && (wallet ? `${formatAmount(wallet.amount)} USDT` : 'never used')],
    ['Credit score', data?.profile.creditScore],
  ]
  if (customer.problem) return <p className={styles.quiet}>{customer.problem}</p>
  return (
    <dl className={styles.pairs}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton width={90} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** History of the item: its audit log (managers only), then its submission. */
function Trail({ item }: { item: Item }) {
  const me = useCurrentStaff()
  const log = useDecodedPage(
    '/staff/api/auditLog',
    { target: `${item.kind} ${item.id}`, pageSize: 30 },
    auditRecordsFromWire,
    { off: me.role !== 'manager' },
  )
  const steps = timelineOf(log.data ?? [], me.id)
  return (
    <Part title="Audit trail">
      <ol className={classNames(styles.trail, styles.live)}>
        {steps.map((step) => (
          <li key={step.id}>
            <b>{step.title}</b>
            <span>
              {instantText(step.atMs)}
              {step.note && ` · ${step.note}`}
            </span>
          </li>
        ))}
        <li>
          <b>{item.uid === null ? 'Applications closed' : `${ownerText(item)} sent it`}</b>
          <span>{instantText(item.createdMs)}</span>
        </li>
      </ol>
      {log.problem && <p className={styles.quiet}>{log.problem}</p>}
    </Part>
  )
}
