import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation, usePagedCall } from '../data/query.ts'
import { instantText } from '../formatters.ts'
import { useCurrentStaff } from '../me.ts'
import { targetText } from '../words/audit.ts'
import styles from './ApprovalRequests.module.css'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Proposal = DataOf<'/staff/api/proposalList'>[number]

/** The calls that may wait for a second manager; agreeing is making the same call. */
const agreeable = ['configSet', 'fund', 'experienceGrant', 'memberAdd', 'memberSet', 'memberInvite'] as const
export type ApprovableCall = (typeof agreeable)[number]
type AgreeablePath = `/staff/api/${ApprovableCall}`

const pathOf = (action: string): AgreeablePath | null => {
  const known = agreeable.find((name) => name === action)
  return known === undefined ? null : `/staff/api/${known}`
}

const wishText = (wish: Proposal['wish']): string =>
  Object.entries(wish)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

/** What waits for a second manager, of the calls of one room: agree, or take it back. */
export function ApprovalRequests({
  of,
  about,
  onDone,
}: {
  of: readonly ApprovableCall[]
  /** Only what is about this, such as `customer 10001`; everything where it is not given. */
  about?: string
  /** Told what an agreement answered, such as an invitation that is shown once. */
  onDone?: (answer: unknown) => void
}) {
  const me = useCurrentStaff()
  const list = usePagedCall('/staff/api/proposalList', { pageSize: 100 }, { off: me.role !== 'manager' })
  const [asked, setAsked] = useState<{ proposal: Proposal; path: AgreeablePath } | null>(null)
  const waiting = (list.data ?? []).filter(
    ({ action, target }) => of.some((name) => name === action) && (about === undefined || about === target),
  )
  if (waiting.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Waiting for second approval">
      {waiting.map((proposal) => {
        const path = pathOf(proposal.action)
        return (
          <li key={proposal.id}>
            <Icon name="clock" />
            <span className={styles.told}>
              <b>{targetText(proposal.target)}</b>: {wishText(proposal.wish)}
              <small>
                asked by {proposal.mine ? 'you' : proposal.staff}, {instantText(proposal.time)}; forgotten{' '}
                {instantText(proposal.until)}
              </small>
            </span>
            {path && (
              <Button
                size="s"
                variant="primary"
                reason={proposal.mine ? 'Needs another manager' : undefined}
                onClick={() => setAsked({ proposal, path })}
              >
                Approve
              </Button>
            )}
            <Drop id={proposal.id} />
          </li>
        )
      })}
      {asked && <Agree {...asked} onClose={() => setAsked(null)} {...(onDone ? { onDone } : {})} />}
    </ul>
  )
}

function Agree({
  proposal,
  path,
  onClose,
  onDone,
}: {
  proposal: Proposal
  path: AgreeablePath
  onClose: () => void
  onDone?: (answer: unknown) => void
}) {
  const reload = useInvalidate()
  const command = useMutation(path)
  const act = async () => {
    // What the first manager wrote is what is sent: the server compares it field by field.
    const done = await command.run(proposal.wish as RequestOf<AgreeablePath>)
    if (done === null) return
    showToast({
      title: 'Done, by two managers',
      text: `${targetText(proposal.target)}: ${wishText(proposal.wish)}`,
    })
    reload(
      '/staff/api/proposalList',
      '/staff/api/configList',
      '/staff/api/configHistory',
      '/staff/api/reserveList',
      '/staff/api/fundList',
      '/staff/api/userDetail',
      '/staff/api/memberList',
    )
    onDone?.(done)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Agree: ${targetText(proposal.target)}`}
      consequence={`${wishText(proposal.wish)}. It takes effect at once, under both names.`}
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
