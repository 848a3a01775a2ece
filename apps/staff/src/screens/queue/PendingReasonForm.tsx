import { pendingReasonFromWire } from '@glasshouse/core/withdrawals/payouts/codec'
import { type PendingReason, pendingReasons } from '@glasshouse/core/withdrawals/rules'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { worded } from '../../words/worded.ts'
import styles from './Detail.module.css'
import { fieldValue, type Item } from './item.ts'

/** Reason why a withdrawal is pending. Managers can change it; the customer sees it; the deadline does not change. */
export function HoldReason({ item }: { item: Item }) {
  const me = useCurrentStaff()
  const [asks, setAsks] = useState(false)
  const state = fieldValue(item, 'state')
  const isOnHold = state === 'waiting' || state === 'approved' || state === 'sending'
  if (item.kind !== 'withdrawal' || me.role !== 'manager' || !isOnHold) return null
  return (
    <>
      <button type="button" className={styles.change} onClick={() => setAsks(true)}>
        Set pending reason
      </button>
      <ApprovalRequests of={['withdrawHold']} about={`withdrawal ${item.id}`} />
      {asks && <SetReason item={item} onClose={() => setAsks(false)} />}
    </>
  )
}

function SetReason({ item, onClose }: { item: Item; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/withdrawHold')
  const [reason, setReason] = useState<PendingReason>(
    pendingReasons.find((known) => known === fieldValue(item, 'reason')) ?? 'amount_review',
  )
  const [remark, setRemark] = useState(fieldValue(item, 'reasonText') ?? '')
  const [reference, setReference] = useState(fieldValue(item, 'reference') ?? '')
  const isLegal = reason === 'legal_order'
  const isHeld = fieldValue(item, 'heldUntil') !== null
  const act = async () => {
    const done = await command.run({
      id: item.id,
      reason,
      ...(isLegal ? { remark: remark.trim(), reference: reference.trim() } : {}),
    })
    if (done === null) return
    const result = pendingReasonFromWire(done)
    showToast(
      result.needsSecondManager
        ? { title: `Withdrawal ${item.id}: waits for a second manager`, text: 'Nothing is done until then.' }
        : { title: `Withdrawal ${item.id} waits for: ${worded(result.reason ?? '').toLowerCase()}` },
    )
    reload('/staff/api/proposalList', '/staff/api/reviewItem', '/staff/api/reviewList', '/staff/api/auditLog')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Why withdrawal ${item.id} waits`}
      consequence={holdEffect(isLegal, isHeld)}
      act="Set"
      busy={command.busy && 'Setting'}
      problem={command.problem}
      locked={
        isLegal && (remark.trim() === '' || reference.trim() === '')
          ? 'A legal order needs a text, which the customer sees, and a reference.'
          : null
      }
      onAct={() => void act()}
      onClose={onClose}
    >
      <Select
        label="Reason"
        options={pendingReasons.map((value) => ({ value, label: worded(value) }))}
        value={reason}
        onChange={setReason}
      />
      {isLegal && (
        <>
          <Field label="What the customer reads" maxLength={500} value={remark} onChange={setRemark} />
          <Field label="Reference" maxLength={100} value={reference} onChange={setReference} />
        </>
      )}
    </ConfirmDialog>
  )
}

/** Effect of setting a reason: a legal order, and ending one, take two managers. */
const holdEffect = (isLegal: boolean, isHeld: boolean): string => {
  if (isLegal)
    return 'Nothing is held until a second manager makes the same call. Then it holds for 7 days; both can renew it. The customer sees the text.'
  return isHeld
    ? 'Ends the legal order as soon as a second manager makes the same call.'
    : 'The customer sees the reason. The deadline stays what it was; nothing extends it.'
}
