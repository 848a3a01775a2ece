import type { DataOf } from '@glasshouse/core/calls'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { invitationLink } from './invitation.ts'
import styles from './Members.module.css'

type Member = DataOf<'/staff/api/memberList'>[number]
export type MemberAction = 'freeze' | 'thaw' | 'promote' | 'demote' | 'invite'

const showPendingToast = () =>
  showToast({
    title: 'It waits for a second manager',
    text: 'Nothing is done until another manager agrees within 24 hours.',
  })

const follows: Readonly<Record<MemberAction, (member: Member) => string>> = {
  freeze: () => 'All sessions end at once, and signing in is closed.',
  thaw: ({ role }) =>
    role === 'manager'
      ? 'Signing in is open again once a second manager agrees.'
      : 'Signing in is open again.',
  promote: () =>
    'It waits until a second manager agrees. A manager decides withdrawals and changes settings.',
  demote: () => 'A manager’s power ends at once, and all sessions with it.',
  invite: ({ role }) =>
    `Password, app and all sessions end, and a new invitation is made${role === 'manager' ? ' once a second manager agrees' : ''}.`,
}
const names: Readonly<Record<MemberAction, string>> = {
  freeze: 'Freeze',
  thaw: 'Unfreeze',
  promote: 'Make manager',
  demote: 'Make service',
  invite: 'Renew invitation',
}

/** Confirms one action on a member with its effect. */
export function MemberActionDialog({
  act,
  member,
  onInvited,
  onClose,
}: {
  act: MemberAction
  member: Member
  onInvited: (answer: unknown) => void
  onClose: () => void
}) {
  const reload = useInvalidate()
  const set = useMutation('/staff/api/memberSet')
  const invite = useMutation('/staff/api/memberInvite')
  const command = act === 'invite' ? invite : set
  const send = () => {
    const { id } = member
    if (act === 'invite') return invite.run({ id })
    if (act === 'freeze' || act === 'thaw') return set.run({ id, frozen: act === 'freeze' ? 1 : 0 })
    return set.run({ id, role: act === 'promote' ? 'manager' : 'service' })
  }
  const run = async () => {
    const done = await send()
    if (done === null) return
    if (done.waits) showPendingToast()
    else showToast({ title: `${names[act]}: ${member.name}` })
    reload('/staff/api/memberList', '/staff/api/proposalList')
    onClose()
    onInvited(done)
  }
  return (
    <ConfirmDialog
      title={`${names[act]}: ${member.name}`}
      consequence={follows[act](member)}
      act={names[act]}
      busy={command.busy && 'Working'}
      danger={act === 'freeze' || act === 'invite'}
      problem={command.problem}
      onAct={() => void run()}
      onClose={onClose}
    />
  )
}

/** Adds a member, who sets the password by an invitation. */
export function AddMember({
  onInvited,
  onClose,
}: {
  onInvited: (answer: unknown) => void
  onClose: () => void
}) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/memberAdd')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('service')
  const run = async () => {
    const done = await command.run({ email: email.trim(), name: name.trim(), role })
    if (done === null) return
    if (done.waits) showPendingToast()
    reload('/staff/api/memberList', '/staff/api/proposalList')
    onClose()
    onInvited(done)
  }
  return (
    <ConfirmDialog
      title="Add a member"
      consequence={
        role === 'manager'
          ? 'It waits until a second manager agrees; the invitation is then shown to that one.'
          : 'An invitation is shown once. It is good for 24 hours and for one use; hand it over yourself.'
      }
      act="Add"
      busy={command.busy && 'Adding'}
      problem={command.problem}
      locked={email.trim() === '' || name.trim() === '' ? 'Enter an email and a name.' : null}
      onAct={() => void run()}
      onClose={onClose}
    >
      <Field label="Email" type="email" maxLength={254} value={email} onChange={setEmail} />
      <Field label="Name" limits="at most 60 letters" maxLength={60} value={name} onChange={setName} />
      <SegmentedControl
        label="Role"
        options={[
          { value: 'service', label: 'Service' },
          { value: 'manager', label: 'Manager' },
        ]}
        value={role}
        onChange={setRole}
      />
    </ConfirmDialog>
  )
}

/** Invitation link, displayed once. */
export function InvitationDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const link = invitationLink(window.location.origin, secret)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => showToast({ title: 'Invitation copied' }),
      () => showToast({ tone: 'danger', title: 'Copy it by hand', text: 'The browser does not allow it.' }),
    )
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title="The invitation"
      description="Shown once. Share it over a private channel."
      closeLabel="Close"
      foot={
        <Button variant="primary" onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <p className={styles.invitation}>{link}</p>
    </Dialog>
  )
}
