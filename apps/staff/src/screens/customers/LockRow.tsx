import { type LockReason, lockReasons, needsTwoManagers } from '@glasshouse/core/identity/locks'
import {
  type CustomerRecord,
  setCustomerFlagResultFromWire,
  setCustomerFlagToWire,
} from '@glasshouse/core/staff/customers/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { lockReasonText } from '../../words/lockReasons.ts'
import { lockEffect, lockObstacle, lockText } from './lock.ts'

type Act = 'lock' | 'agree' | 'lift'

const actLabels: Readonly<Record<Act, string>> = { lock: 'Lock', agree: 'Agree', lift: 'Lift the lock' }

/** Access of a customer: open, or locked for a reason and until when, with what a manager can do about it. */
export function LockRow({ profile }: { profile: CustomerRecord }) {
  const me = useCurrentStaff()
  const [act, setAct] = useState<Act | null>(null)
  const { lock } = profile
  const blocked = profile.closedMs !== null ? 'The account is closed' : managerOnlyReason(me)
  const acts: readonly Act[] = lock === null ? ['lock'] : lock.agreed === null ? ['agree', 'lift'] : ['lift']
  return (
    <div>
      <dt>Access</dt>
      <dd>{lock === null ? (profile.isLocked ? 'closed' : 'open') : lockText(lock)}</dd>
      <dd>
        {acts.map((one) => (
          <Button
            key={one}
            size="s"
            reason={
              blocked ?? (one === 'agree' && lock?.staffId === me.id ? 'Needs another manager' : undefined)
            }
            onClick={() => setAct(one)}
          >
            {actLabels[one]}
          </Button>
        ))}
      </dd>
      {act !== null && <SetLock profile={profile} act={act} onClose={() => setAct(null)} />}
    </div>
  )
}

function SetLock({ profile, act, onClose }: { profile: CustomerRecord; act: Act; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/userSet')
  const [reason, setReason] = useState<LockReason>(profile.lock?.reason ?? 'stolen_access')
  const [remark, setRemark] = useState(act === 'lift' ? '' : (profile.lock?.remark ?? ''))
  const [reference, setReference] = useState('')
  const { uid } = profile
  const isOrdered = act !== 'lift' && needsTwoManagers(reason)
  const run = async () => {
    const change = { flag: 'isLocked', value: act !== 'lift' } as const
    const request =
      act === 'lift'
        ? { uid, change, ...(remark.trim() === '' ? {} : { remark: remark.trim() }) }
        : {
            ...{ uid, change, reason, remark: remark.trim() },
            ...(isOrdered ? { reference: reference.trim() } : {}),
          }
    const answer = await command.run(setCustomerFlagToWire(request))
    if (answer === null) return
    const { flags, lock } = setCustomerFlagResultFromWire(answer)
    showToast(
      lock?.isWaiting
        ? { title: `u ${uid}: waits for a second manager`, text: 'Nothing is done until then.' }
        : { title: `u ${uid}: ${flags.isLocked ? 'locked' : 'open'}` },
    )
    reload(
      '/staff/api/userDetail',
      '/staff/api/userSearch',
      '/staff/api/lockList',
      '/staff/api/proposalList',
      '/staff/api/auditLog',
    )
    onClose()
  }
  return (
    <ConfirmDialog
      title={`${actLabels[act]}: u ${uid}`}
      consequence={lockEffect(act, reason, profile.lock)}
      act={actLabels[act]}
      busy={command.busy && 'Changing'}
      danger={act !== 'lift'}
      problem={command.problem}
      locked={act === 'lift' ? null : lockObstacle(reason, remark, reference)}
      onAct={() => void run()}
      onClose={onClose}
    >
      {act === 'lock' && (
        <Select
          label="Reason"
          options={lockReasons.map((value) => ({ value, label: lockReasonText(value) }))}
          value={reason}
          onChange={setReason}
        />
      )}
      {act !== 'lift' && (
        <Field label="What the customer reads" maxLength={500} value={remark} onChange={setRemark} />
      )}
      {isOrdered && <Field label="Reference" maxLength={100} value={reference} onChange={setReference} />}
      {act === 'agree' && profile.lock !== null && (
        <p>
          {lockReasonText(profile.lock.reason)}, since {instantText(profile.lock.fromMs)}
        </p>
      )}
    </ConfirmDialog>
  )
}
