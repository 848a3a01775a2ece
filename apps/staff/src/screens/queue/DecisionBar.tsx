import { amountScale, parseDecimal } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { classNames } from '@glasshouse/ui/classNames'
import { Kbd } from '@glasshouse/ui/Kbd'
import { useEffect, useRef } from 'react'
import { formatAmount } from '../../formatters.ts'
import { useCurrentStaff } from '../../me.ts'
import { NumberField } from '../../parts/NumberField.tsx'
import { useKeys } from '../../parts/useKeys.ts'
import { validateDecision } from '../../words/reviewReasons.ts'
import styles from './Decision.module.css'
import { approvalEffect, decisionBlockReason, type Item, rejectionEffect } from './item.ts'
import type { DecisionForm } from './useDecision.ts'

/** Keyboard decision: a reason key, then A or R. Every decision needs a reason. */
export function DecisionBar({ item, deciding }: { item: Item; deciding: DecisionForm }) {
  const me = useCurrentStaff()
  const remarkField = useRef<HTMLInputElement>(null)
  const { reasons, reason, choose, remark, setRemark, decide, busy } = deciding
  const locked = decisionBlockReason(item, me.id, me.role)
  const isAnswered = item.kind === 'complaint'
  const approveLock =
    locked ??
    (item.may.approve
      ? validateDecision('approve', reason, remark, isAnswered)
      : 'You approved it already.') ??
    receivedProblem(item, deciding.received)
  const rejectLock = locked ?? validateDecision('reject', reason, remark)
  const isWrong = reason !== undefined && reason.key !== '0'
  const isWritten = isWrong || (isAnswered && reason !== undefined)
  const isRemarkMissing = isWritten && reason.remark === ''
  useEffect(() => {
    if (isRemarkMissing) remarkField.current?.focus()
  }, [isRemarkMissing])
  useKeys({
    ...Object.fromEntries(reasons.map((reason) => [reason.key, () => locked === null && choose(reason)])),
    a: () => approveLock === null && void decide('approve'),
    r: () => rejectLock === null && void decide('reject'),
  })
  const follows =
    locked ?? (isWrong ? rejectionEffect(item) : approvalEffect(item, formatAmount(deciding.received)))
  return (
    <section className={styles.bar} aria-label="Decision">
      <div className={styles.choice}>
        <Reasons deciding={deciding} isLocked={locked !== null} />
        <div className={styles.follows}>
          {item.kind === 'deposit' && !isWrong && locked === null && <Received deciding={deciding} />}
          <p aria-live="polite" className={deciding.problem === null ? undefined : styles.problem}>
            {deciding.problem ?? follows}
          </p>
          {isWritten && locked === null && (
            <input
              ref={remarkField}
              aria-label="What the customer reads"
              value={remark}
              maxLength={500}
              placeholder={isAnswered ? 'Write the answer' : 'Write what is wrong'}
              onChange={(event) => setRemark(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur()
                if (event.key === 'Enter' && rejectLock === null) void decide('reject')
              }}
            />
          )}
        </div>
      </div>
      <Button
        size="l"
        className={styles.reject}
        busy={busy === 'reject' && 'Rejecting'}
        reason={rejectLock === null ? undefined : true}
        title={rejectLock ?? undefined}
        onClick={() => void decide('reject')}
      >
        Reject <Kbd>R</Kbd>
      </Button>
      <Button
        size="l"
        variant="primary"
        className={styles.approve}
        busy={busy === 'approve' && 'Approving'}
        reason={approveLock === null ? undefined : true}
        title={approveLock ?? undefined}
        onClick={() => void decide('approve')}
      >
        Approve <Kbd>A</Kbd>
      </Button>
    </section>
  )
}

function Reasons({ deciding, isLocked }: { deciding: DecisionForm; isLocked: boolean }) {
  const { reasons, reason, choose } = deciding
  return (
    <fieldset className={styles.reasons} aria-label="Reason">
      <span>Reason</span>
      {reasons.map((one) => (
        <button
          key={one.key}
          type="button"
          className={classNames(styles.reason, one === reason && styles.on)}
          aria-pressed={one === reason}
          disabled={isLocked}
          onClick={() => choose(one)}
        >
          {one.label}
          <Kbd>{one.key}</Kbd>
        </button>
      ))}
    </fieldset>
  )
}

/** Why the received amount is invalid; null if valid, and for kinds other than deposits. */
const receivedProblem = ({ kind }: Item, received: string): string | null =>
  kind === 'deposit' && !parseDecimal(received, amountScale) ? 'Say how much arrived.' : null

/** Received amount, for deposits that staff must confirm. */
function Received({ deciding: { received, setReceived } }: { deciding: DecisionForm }) {
  return (
    <NumberField
      className={styles.received}
      layout="inside"
      label="Received"
      unit="USDT"
      value={received}
      onChange={setReceived}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  )
}
