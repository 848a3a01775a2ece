import { staffIssuesFromWire } from '@glasshouse/core/console/codec'
import { staffMarketsFromWire } from '@glasshouse/core/markets/staff/codec'
import type { StaffIssue as Issue } from '@glasshouse/core/subscription/staff/codec'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { useDecodedCall, useInvalidate, useMutation } from '../../data/query.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import {
  draftOfIssue,
  emptyIssue,
  type IssueDraft,
  issueProblem,
  issueRequest,
  issueState,
} from './issueDraft.ts'
import styles from './Products.module.css'

type Change = (part: Partial<IssueDraft>) => void

const consequences = {
  new: 'A new issue is a draft. It opens by itself in its window, once its reserve holds all its coins (Reserves).',
  draft: 'It opens by itself in its window, once its reserve holds all its coins (Reserves).',
  opened:
    'The issue has opened. Only the last day to pay can move, later; everybody who applied sees it at once.',
} as const

/** Terms of an issue; once it has opened only its last day to pay. */
export function EditIssue({ issue, onClose }: { issue: Issue | 'new'; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/productSave')
  const saved = issue === 'new' ? null : issue
  const [draft, setDraft] = useState(saved === null ? emptyIssue : draftOfIssue(saved))
  const change: Change = (part) => setDraft({ ...draft, ...part })
  const stage = saved === null ? 'new' : saved.state === 'draft' ? 'draft' : 'opened'
  const act = async () => {
    const done = await command.run(issueRequest(saved, draft))
    const [stored] = done === null ? [] : staffIssuesFromWire([done])
    if (stored === undefined) return
    showToast({ title: `Issue ${stored.id} is saved: ${issueState(stored)}` })
    reload('/staff/api/productList', '/staff/api/reserveList')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={saved === null ? 'Add an issue' : `Issue ${saved.id}, ${saved.title}`}
      consequence={consequences[stage]}
      act={saved === null ? 'Add' : 'Save'}
      busy={command.busy && 'Saving'}
      problem={command.problem}
      locked={issueProblem(draft)}
      onAct={() => void act()}
      onClose={onClose}
    >
      {stage !== 'opened' && <Terms draft={draft} change={change} isNew={stage === 'new'} />}
      <Field
        label="Last day to pay"
        limits="until its end, UTC+1"
        type="date"
        value={draft.finalDay}
        onChange={(finalDay) => change({ finalDay })}
      />
      {stage !== 'opened' && <RiskSheet draft={draft} change={change} />}
    </ConfirmDialog>
  )
}

const coinFields = [
  ['number', 'Coins offered', 'whole steps'],
  ['step', 'Step', 'coins'],
  ['min', 'Smallest application', 'whole steps'],
  ['max', 'Largest application', 'per customer'],
] as const

function Terms({ draft, change, isNew }: { draft: IssueDraft; change: Change; isNew: boolean }) {
  const markets = useDecodedCall('/staff/api/productList', { kind: 'market' }, staffMarketsFromWire)
  const options = (markets.data ?? []).map(({ pid, title }) => ({ value: String(pid), label: title }))
  return (
    <div className={styles.pair}>
      {isNew && (
        <Select
          label="Market"
          options={[{ value: '', label: 'Choose' }, ...options]}
          value={draft.pid}
          onChange={(pid) => change({ pid })}
        />
      )}
      <NumberField
        label="Issue price"
        limits="of one coin"
        unit="USDT"
        value={draft.price}
        onChange={(price) => change({ price })}
      />
      {coinFields.map(([field, label, limits]) => (
        <NumberField
          key={field}
          label={label}
          limits={limits}
          whole
          value={draft[field]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
      <Field
        label="Opens"
        limits="UTC+1"
        type="datetime-local"
        value={draft.opens}
        onChange={(opens) => change({ opens })}
      />
      <Field
        label="Closes"
        limits="UTC+1"
        type="datetime-local"
        value={draft.closes}
        onChange={(closes) => change({ closes })}
      />
    </div>
  )
}

function RiskSheet({ draft, change }: { draft: IssueDraft; change: Change }) {
  const id = useId()
  return (
    <div className={styles.sheet}>
      <label htmlFor={id}>Risk sheet</label>
      <textarea
        id={id}
        rows={6}
        maxLength={20_000}
        value={draft.riskSheet}
        onChange={(event) => change({ riskSheet: event.target.value })}
      />
    </div>
  )
}
