import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import type { CopyProduct } from './copyDraft.ts'

const reasons = [
  { value: 'leadBroke', label: 'Broke the rules' },
  { value: 'risk', label: 'Risk' },
  { value: 'legal', label: 'Legal reasons' },
] as const

/** Ends the lead of a copy product, with a reason and a remark that the customer reads. */
export function EndLead({ product, onClose }: { product: CopyProduct; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/leadEnd')
  const [reason, setReason] = useState<(typeof reasons)[number]['value']>('risk')
  const [remark, setRemark] = useState('')
  const act = async () => {
    const done = await command.run({ id: product.copy.leadId, reason, remark: remark.trim() })
    if (done === null) return
    showToast({
      title: 'The lead is ended',
      text: 'The pools close, and everybody is paid at the next dealing.',
    })
    reload('/staff/api/productList')
    onClose()
  }
  return (
    <ConfirmDialog
      danger
      title={`End the lead of ${product.name}?`}
      consequence="Final. All products of the lead take no new money, their positions are closed at the market, and everybody is paid at the next dealing without a levy. The customer is told the reason and the remark."
      act="End the lead"
      busy={command.busy && 'Ending'}
      problem={command.problem}
      locked={remark.trim() === '' ? 'Enter a remark.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Select label="Reason" options={reasons} value={reason} onChange={setReason} />
      <Field
        label="Remark"
        limits="at most 500 letters"
        maxLength={500}
        value={remark}
        onChange={setRemark}
      />
    </ConfirmDialog>
  )
}
