import type { DataOf } from '@glasshouse/core/calls'
import { directionToWire } from '@glasshouse/core/wire/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { useState } from 'react'
import { usePagedCall } from '../../data/query.ts'
import { formatDay, instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { invitationIn } from './invitation.ts'
import { AddMember, InvitationDialog, type MemberAction, MemberActionDialog } from './MemberActs.tsx'
import styles from './Members.module.css'

type Member = DataOf<'/staff/api/memberList'>[number]

/** Staff members. Granting the manager role needs two managers; removing it takes effect at once. */
export default function Members() {
  const me = useCurrentStaff()
  const list = usePagedCall('/staff/api/memberList', { pageSize: 100, ...directionToWire('asc') })
  const [adds, setAdds] = useState(false)
  const [opened, setOpened] = useState<{ act: MemberAction; member: Member } | null>(null)
  const [invitation, setInvitation] = useState<string | null>(null)
  const take = (answer: unknown) => setInvitation(invitationIn(answer))
  return (
    <ConsolePage
      title="Staff"
      note="Manager changes need two approvals. You can’t change your own account."
      acts={
        <Button variant="primary" reason={managerOnlyReason(me) ?? undefined} onClick={() => setAdds(true)}>
          Add a member
        </Button>
      }
    >
      <ApprovalRequests of={['memberAdd', 'memberSet', 'memberInvite']} onDone={take} />
      <RecordList<Member>
        name="staff"
        caption="Members of staff"
        list={list}
        rowKey={({ id }) => id}
        empty={{ icon: 'person', title: 'No members' }}
        columns={[
          { id: 'id', title: 'No.', value: ({ id }) => id },
          {
            id: 'name',
            title: 'Name',
            value: ({ name }) => name,
            cell: ({ id, name }) => (id === me.id ? `${name} (you)` : name),
          },
          { id: 'email', title: 'Email', value: ({ email }) => email },
          { id: 'role', title: 'Role', value: ({ role }) => role },
          { id: 'state', title: 'State', value: stateOf, cell: (member) => <State member={member} /> },
          { id: 'app', title: 'App', value: ({ totp }) => (totp ? 'on' : 'off') },
          { id: 'since', title: 'Since', value: ({ since }) => since, cell: ({ since }) => formatDay(since) },
          {
            id: 'seen',
            title: 'Seen',
            value: ({ seen }) => seen,
            cell: ({ seen }) => (seen === null ? 'never' : instantText(seen)),
          },
          {
            id: 'acts',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (member) =>
              member.id !== me.id && <Acts member={member} onAct={(act) => setOpened({ act, member })} />,
          },
        ]}
      />
      {adds && <AddMember onInvited={take} onClose={() => setAdds(false)} />}
      {opened && <MemberActionDialog {...opened} onInvited={take} onClose={() => setOpened(null)} />}
      {invitation && <InvitationDialog secret={invitation} onClose={() => setInvitation(null)} />}
    </ConsolePage>
  )
}

const stateOf = ({ frozen, invited }: Member): string =>
  frozen === 1 ? 'frozen' : invited ? 'invited' : 'works'

function State({ member }: { member: Member }) {
  const state = stateOf(member)
  const tone = state === 'frozen' ? 'danger' : state === 'invited' ? 'warn' : 'brand'
  return <Badge tone={tone}>{state}</Badge>
}

function Acts({ member, onAct }: { member: Member; onAct: (act: MemberAction) => void }) {
  const buttons: readonly (readonly [MemberAction, string])[] = [
    member.frozen === 1 ? ['thaw', 'Unfreeze'] : ['freeze', 'Freeze'],
    member.role === 'manager' ? ['demote', 'Make service'] : ['promote', 'Make manager'],
    ['invite', 'Renew invitation'],
  ]
  return (
    <span className={styles.acts}>
      {buttons.map(([act, name]) => (
        <Button key={act} size="s" aria-label={`${name}: ${member.name}`} onClick={() => onAct(act)}>
          {name}
        </Button>
      ))}
    </span>
  )
}
