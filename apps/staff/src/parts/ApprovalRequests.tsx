import type { RequestOf } from '@glasshouse/core/calls'
import { approvalRequestFromWire, type OpenApprovalRequest } from '@glasshouse/core/staff/codec'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation, usePagedCall } from '../data/query.ts'
import { instantText } from '../formatters.ts'
import { useCurrentStaff } from '../me.ts'
import { targetText } from '../words/audit.ts'
import { requestText } from '../words/fields.ts'
import styles from './ApprovalRequests.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Proposal = OpenApprovalRequest

/** Calls that can require a second manager. The second manager approves by making the same call. */
const approvable = [
  'configSet',
  'productSave',
  'fund',
  'experienceGrant',
  'memberAdd',
  'memberSet',
  'memberInvite',
  'userSet',
  'withdrawHold',
  'holdingPublish',
] as const
export type ApprovableCall = (typeof approvable)[number]
type ApprovablePath = `/staff/api/${ApprovableCall}`

const pathOf = (action: string): ApprovablePath | null => {
  const known = approvable.find((name) => name === action)
  return known === undefined ? null : `/staff/api/${known}`
}

/** Requests of one section that wait for a second manager, with buttons to approve or withdraw. */
export function ApprovalRequests({
  of,
  about,
  onDone,
}: {
  of: readonly ApprovableCall[]
  /** Only requests with this target, such as `customer 10001`; all if omitted. */
  about?: string
  /** Receives the result of an approved call, such as an invitation that is displayed once. */
  onDone?: (answer: unknown) => void
}) {
  const me = useCurrentStaff()
  const list = usePagedCall('/staff/api/proposalList', { pageSize: 100 }, { off: me.role !== 'manager' })
  const [opened, setOpened] = useState<{ proposal: Proposal; path: ApprovablePath } | null>(null)
  const pending = (list.data ?? [])
    .map(approvalRequestFromWire)
    .filter(
      ({ action, target }) => of.some((name) => name === action) && (about === undefined || about === target),
    )
  if (pending.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Waiting for second approval">
      {pending.map((proposal) => {
        const path = pathOf(proposal.action)
        return (
          <li key={proposal.id}>
            <Icon name="clock" />
            <span className={styles.text}>
              <b>{targetText(proposal.target)}</b>: {requestText(proposal.payload)}
              <small>
                requested by {proposal.isMine ? 'you' : proposal.staff}, {instantText(proposal.atMs)}; expires{' '}
                {instantText(proposal.untilMs)}
              </small>
            </span>
            {path && (
              <Button
                size="s"
                variant="primary"
                reason={proposal.isMine ? 'Needs another manager' : undefined}
                onClick={() => setOpened({ proposal, path })}
              >
                Approve
              </Button>
            )}
            <Drop id={proposal.id} />
          </li>
        )
      })}
      {opened && <Agree {...opened} onClose={() => setOpened(null)} {...(onDone ? { onDone } : {})} />}
    </ul>
  )
}

/** When an approved request takes effect. */
const effectOf = (action: string): string =>
  action === 'productSave'
    ? 'The terms are announced and take effect after the notice, under both names.'
    : 'It takes effect at once, under both names.'

function Agree({
  proposal,
  path,
  onClose,
  onDone,
}: {
  proposal: Proposal
  path: ApprovablePath
  onClose: () => void
  onDone?: (answer: unknown) => void
}) {
  const reload = useInvalidate()
  const command = useMutation(path)
  const act = async () => {
    // Sends exactly the fields of the first manager: the server compares them one by one.
    const done = await command.run(proposal.payload as RequestOf<ApprovablePath>)
    if (done === null) return
    showToast({
      title: 'Done, by two managers',
      text: `${targetText(proposal.target)}: ${requestText(proposal.payload)}`,
    })
    reload(
      '/staff/api/proposalList',
      '/staff/api/configList',
      '/staff/api/productList',
      '/staff/api/configHistory',
      '/staff/api/reserveList',
      '/staff/api/fundList',
      '/staff/api/userDetail',
      '/staff/api/memberList',
      '/staff/api/lockList',
      '/staff/api/reviewItem',
      '/staff/api/reviewList',
      '/staff/api/holdingList',
    )
    onDone?.(done)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Agree: ${targetText(proposal.target)}`}
      consequence={`${requestText(proposal.payload)}. ${effectOf(proposal.action)}`}
      act="Approve"
      busy={command.busy && 'Agreeing'}
      problem={command.problem}
      onAct={() => void act()}
      onClose={onClose}
    />
  )
}

function Drop({ id }: { id: number }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/proposalDrop')
  const drop = async () => {
    if ((await command.run({ id })) !== null) showToast({ title: 'Taken back' })
    reload('/staff/api/proposalList')
  }
  return (
    <Button size="s" busy={command.busy && 'Taking back'} onClick={() => void drop()}>
      Withdraw request
    </Button>
  )
}
