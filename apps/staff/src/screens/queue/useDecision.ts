import { formatUsdt } from '@glasshouse/core/money/units'
import { isPendingReview, reviewFromWire } from '@glasshouse/core/reviews/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { useRef, useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { kindLabels } from '../../words/reviewKinds.ts'
import { errorHint, type Reason, reasonsOf } from '../../words/reviewReasons.ts'
import type { Item } from './item.ts'

export type DecisionForm = ReturnType<typeof useDecision>

/**
 * Form state of a decision. If two managers decide at the same time, the first one counts; the other gets an
 * error and the refreshed item.
 */
export const useDecision = (item: Item, onDecided: () => void) => {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/reviewDecide')
  const [reason, setReason] = useState<Reason | undefined>()
  const [remark, setRemark] = useState('')
  const [typed, setReceived] = useState<string | null>(null)
  const claimed = item.amount === null ? '' : formatUsdt(item.amount)
  const received = typed ?? claimed
  const [deciding, setDeciding] = useState<'approve' | 'reject' | null>(null)
  /** A press before the next drawing does not see that the command is busy. */
  const isDeciding = useRef(false)
  const reasons = reasonsOf(item.kind, item.reasons)
  const choose = (chosenReason: Reason) => {
    setReason(reasons.find(({ key }) => key === chosenReason.key))
    setRemark(chosenReason.remark)
    command.forget()
  }
  const decide = async (decision: 'approve' | 'reject'): Promise<void> => {
    if (isDeciding.current) return
    isDeciding.current = true
    setDeciding(decision)
    const done = await command.run({
      kind: item.kind,
      id: item.id,
      decision,
      ...(decision === 'reject' || item.kind === 'complaint' ? { remark: remark.trim() } : {}),
      ...(decision === 'reject' && reason?.code ? { reason: reason.code } : {}),
      ...(decision === 'approve' && item.kind === 'deposit' && received !== claimed
        ? { amount: received.trim() }
        : {}),
    })
    isDeciding.current = false
    setDeciding(null)
    reload('/staff/api/reviewList', '/staff/api/reviewItem', '/staff/api/auditLog')
    if (done === null) return
    const name = `${kindLabels(item.kind).name} ${item.id}`
    if (isPendingReview(reviewFromWire(done))) {
      showToast({ title: `${name}: approved by you`, text: 'It waits for a second manager.' })
      setReason(undefined)
    } else showToast({ title: `${name} ${decision === 'approve' ? 'approved' : 'rejected'}` })
    onDecided()
  }
  const note = command.error === null ? null : errorHint(command.error.data.reason)
  const problem =
    command.problem === null ? null : note === null ? command.problem : `${command.problem}. ${note}`
  return {
    reasons,
    reason: reasons.find(({ key }) => key === reason?.key),
    choose,
    remark,
    setRemark,
    received,
    setReceived,
    decide,
    busy: command.busy ? deciding : null,
    problem,
  }
}
