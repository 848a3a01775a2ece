import { type WithdrawalRejection, withdrawalRejections } from '@glasshouse/core/withdrawals/rules'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { reasonsOf } from '../../words/reviewReasons.ts'

const reasons = reasonsOf('withdrawal', withdrawalRejections).slice(1)

/** Returns an approved withdrawal that cannot be sent. */
export function FailPayout({ id, uid, onClose }: { id: number; uid: number | null; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/withdrawFail')
  const [reason, setReason] = useState<WithdrawalRejection>('bad_address')
  const [remark, setRemark] = useState(reasons.find(({ code }) => code === 'bad_address')?.remark ?? '')
  const choose = (code: WithdrawalRejection) => {
    setReason(code)
    setRemark(reasons.find((reason) => reason.code === code)?.remark ?? '')
  }
  const act = async () => {
    if ((await command.run({ id, reason, remark: remark.trim() })) === null) return
    showToast({ title: `Withdrawal ${id} was given back` })
    reload('/staff/api/reviewList', '/staff/api/withdrawBatches')
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Withdrawal ${id} of u ${uid} cannot be sent`}
      consequence="Amount and fee are back in the wallet at once. Make sure that your signer does not send it. One that was handed over needs another manager than who handed it."
      act="Return funds"
      busy={command.busy && 'Giving back'}
      danger
      problem={command.problem}
      locked={remark.trim() === '' ? 'Write what the customer will read.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Select
        label="Reason"
        options={withdrawalRejections.map((code) => ({
          value: code,
          label: reasons.find((reason) => reason.code === code)?.label ?? code,
        }))}
        value={reason}
        onChange={choose}
      />
      <Field label="What the customer reads" maxLength={500} value={remark} onChange={setRemark} />
    </ConfirmDialog>
  )
}
