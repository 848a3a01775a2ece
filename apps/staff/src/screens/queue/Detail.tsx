import { assignReviewToWire, isPendingReview, reviewItemFromWire } from '@glasshouse/core/reviews/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Kbd } from '@glasshouse/ui/Kbd'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect, useState } from 'react'
import { serverNow, useLocalNow } from '../../data/clock.ts'
import { useCustomerDetail } from '../../data/customer.ts'
import { useDecodedCall, useInvalidate, useMutation } from '../../data/query.ts'
import { formatDuration } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { LoadError } from '../../parts/DataTable.tsx'
import { useKeys } from '../../parts/useKeys.ts'
import { fieldName, kindLabels } from '../../words/reviewKinds.ts'
import { errorHint } from '../../words/reviewReasons.ts'
import { DecisionBar } from './DecisionBar.tsx'
import styles from './Detail.module.css'
import { type Item, ownerText, picturesOf, textsOf } from './item.ts'
import { MoneyPanel } from './MoneyPanel.tsx'
import { Picture } from './Picture.tsx'
import pictureStyles from './Pictures.module.css'
import { Record } from './Record.tsx'
import { TextPanel } from './TextPanel.tsx'
import { useDecision } from './useDecision.ts'
import type { SelectedItem } from './useQueue.ts'

/** Delay before the chosen item is loaded, because each load writes an audit record. */
const openDelayMs = 250

/** The chosen item. Each load writes an audit record. */
export function Detail({ chosen, onDecided }: { chosen: SelectedItem; onDecided: () => void }) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), openDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const item = useDecodedCall('/staff/api/reviewItem', chosen, reviewItemFromWire, { off: !isSettled })
  if (item.data !== undefined) return <Opened item={item.data} onDecided={onDecided} />
  return (
    <section className={styles.detail} aria-label="Item" aria-busy={!item.problem}>
      <header className={styles.head}>
        <h2>{kindLabels(chosen.kind).title}</h2>
      </header>
      {item.problem ? (
        <LoadError problem={item.problem} onRetry={item.reload} />
      ) : (
        <div className={styles.opening}>
          <Skeleton width="70%" height={220} />
          <Skeleton width={200} />
        </div>
      )}
    </section>
  )
}

function Opened({ item, onDecided }: { item: Item; onDecided: () => void }) {
  const customer = useCustomerDetail(item.uid)
  const deciding = useDecision(item, onDecided)
  const [isRecordOpen, setRecordOpen] = useState(false)
  useKeys({ i: () => setRecordOpen((open) => !open) })
  const [pictures, texts] = [picturesOf(item), textsOf(item)]
  return (
    <section className={styles.detail} aria-label="Item">
      <ItemHead item={item} onRecord={() => setRecordOpen((open) => !open)} isRecordOpen={isRecordOpen} />
      <div className={classNames(styles.middle, isRecordOpen && styles.withRecord)}>
        {pictures.length > 0 ? (
          <div className={pictureStyles.pictures}>
            {pictures.map(({ name, value }) => (
              <Picture key={name} name={fieldName(name)} address={value} />
            ))}
          </div>
        ) : texts.length > 0 ? (
          <TextPanel item={item} texts={texts} />
        ) : (
          <MoneyPanel item={item} customer={customer} />
        )}
        <Record item={item} customer={customer} />
      </div>
      <DecisionBar item={item} deciding={deciding} />
    </section>
  )
}

function ItemHead({
  item,
  onRecord,
  isRecordOpen,
}: {
  item: Item
  onRecord: () => void
  isRecordOpen: boolean
}) {
  const state = isPendingReview(item) ? `waiting ${formatDuration(item.ageMs)}` : item.state
  return (
    <header className={styles.head}>
      <h2>
        {kindLabels(item.kind).title} {item.id}
      </h2>
      <p>
        {ownerText(item)} · {state}
      </p>
      {item.needed > 1 && isPendingReview(item) && (
        <Badge tone="warn">
          {item.approvals === 0 ? 'needs two managers' : `${item.approvals} of ${item.needed} approved`}
        </Badge>
      )}
      {isPendingReview(item) && <Hold item={item} />}
      <Button
        size="s"
        className={styles.recordButton}
        aria-expanded={isRecordOpen}
        aria-controls="record"
        onClick={onRecord}
      >
        Record <Kbd>I</Kbd>
      </Button>
    </header>
  )
}

/** Holder of the item, with buttons to take and release it. */
function Hold({ item }: { item: Item }) {
  const me = useCurrentStaff()
  const reload = useInvalidate()
  const take = useMutation('/staff/api/reviewTake')
  useLocalNow(15_000)
  const remainingMs = item.holder === null ? 0 : item.holder.untilMs - serverNow()
  const holder = remainingMs > 0 ? item.holder : null
  const isMine = holder?.id === me.id
  const set = async (isTaken: boolean) => {
    const done = await take.run(assignReviewToWire({ kind: item.kind, id: item.id, isTaken }))
    reload('/staff/api/reviewList', '/staff/api/reviewItem', '/staff/api/auditLog')
    if (done !== null && isTaken)
      showToast({ title: 'Assigned to you for 15 minutes', text: 'Nobody else decides it meanwhile.' })
  }
  useKeys({ t: () => (holder === null || isMine) && void set(!isMine) })
  const note = take.error && (errorHint(take.error.data.reason) ?? take.problem)
  return (
    <>
      {note && (
        <span className={styles.refused} role="alert">
          {note}
        </span>
      )}
      {holder && (
        <Badge tone={isMine ? 'brand' : 'plain'}>
          {isMine
            ? `yours for ${formatDuration(remainingMs)}`
            : `${holder.name} holds it for ${formatDuration(remainingMs)}`}
        </Badge>
      )}
      {(holder === null || isMine) && (
        <Button
          size="s"
          busy={take.busy && (isMine ? 'Letting go' : 'Taking')}
          onClick={() => void set(!isMine)}
        >
          {isMine ? 'Release' : 'Assign to me'} <Kbd>T</Kbd>
        </Button>
      )}
    </>
  )
}
