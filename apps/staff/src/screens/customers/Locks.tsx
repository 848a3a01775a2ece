import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConsolePage } from '../../parts/ConsolePage.tsx'
import { type LockFilter, LockList } from './LockList.tsx'

/** Locks of accounts: those that stand, and those that are over. */
export default function Locks() {
  const [shown, setShown] = useState<LockFilter>('running')
  return (
    <ConsolePage
      title="Locks"
      note="A lock of one manager ends after 72 hours."
      acts={
        <SegmentedControl
          label="Which locks"
          options={[
            { value: 'running', label: 'Standing' },
            { value: 'over', label: 'Over' },
          ]}
          value={shown}
          onChange={setShown}
        />
      }
    >
      <ApprovalRequests of={['userSet']} />
      <LockList shown={shown} />
    </ConsolePage>
  )
}
