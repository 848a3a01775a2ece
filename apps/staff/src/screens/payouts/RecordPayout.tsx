import { markSentToWire } from '@glasshouse/core/withdrawals/payouts/codec'
import { Field } from '@glasshouse/ui/Field'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'

/** Records that a withdrawal was sent, with its transaction hash and the checksum of its file. */
export function RecordPayout({ id, uid, onClose }: { id: number; uid: number | null; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/withdrawSent')
  const [checksum, setChecksum] = useState('')
  const [proof, setProof] = useState('')
  const act = async () => {
    const record = markSentToWire({ id, checksum: checksum.trim(), proof: proof.trim() })
    if ((await command.run(record)) === null) return
    showToast({ title: `Withdrawal ${id} is sent` })
    reload('/staff/api/reviewList', '/staff/api/withdrawBatches')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={`Withdrawal ${id} of u ${uid} was sent`}
      consequence="The hold ends and the customer sees the hash. It cannot be taken back, and a hash counts once for ever."
      act="Confirm payout"
      busy={command.busy && 'Recording'}
      problem={command.problem}
      locked={proof.trim() === '' || !/^[0-9a-f]{64}$/i.test(checksum.trim()) ? 'Fill both fields.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Field label="Hash or bank reference" maxLength={80} mono value={proof} onChange={setProof} />
      <Field
        label="Checksum of the file"
        limits="64 letters, from the list below"
        maxLength={64}
        mono
        value={checksum}
        onChange={setChecksum}
      />
    </ConfirmDialog>
  )
}
