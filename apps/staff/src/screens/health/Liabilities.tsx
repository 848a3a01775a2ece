import { bookIssues, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useMutation, usePagedCall } from '../../data/query.ts'
import { instantText, shortHash, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Section } from '../../parts/ConsolePage.tsx'
import { LoadError } from '../../parts/DataTable.tsx'
import styles from './Health.module.css'

/** The newest liabilities report and whether its book adds up; managers publish one of now, at most one an hour. */
export function Liabilities() {
  const { data: list, problem, reload } = usePagedCall('/api/trust/liabilityList', pageToWire(1, 1))
  const data = list?.[0]
  const [isOpen, setOpen] = useState(false)
  const reason = managerOnlyReason(useCurrentStaff())
  const report = data === undefined ? null : parseReport(data.text)
  return (
    <Section
      title="Liabilities report"
      note="Made after each midnight run. One of now can be published once an hour."
      acts={
        <Button size="s" reason={reason} onClick={() => setOpen(true)}>
          Publish one now
        </Button>
      }
    >
      {problem !== null && list === undefined && <LoadError problem={problem} onRetry={reload} />}
      {list?.length === 0 && <p className={styles.verdict}>No report yet</p>}
      {list === undefined && problem === null && <DescriptionList className={styles.facts} items={bones} />}
      {data !== undefined && report !== null && (
        <DescriptionList
          className={styles.facts}
          items={[
            {
              id: 'number',
              label: 'Newest',
              value: `${wholeText(report.number)}, made ${instantText(report.time)}`,
            },
            {
              id: 'book',
              label: 'Book',
              value:
                bookIssues(report).length === 0 ? (
                  <Badge tone="brand">adds up</Badge>
                ) : (
                  <Badge tone="danger">
                    {bookIssues(report)
                      .map(({ check, asset }) => `${check} ${asset}`)
                      .join(', ')}
                  </Badge>
                ),
            },
            { id: 'accounts', label: 'Accounts', value: wholeText(report.customers) },
            { id: 'checks', label: 'Checked by customers', value: wholeText(data.checks) },
            { id: 'hash', label: 'Hash', value: <code title={data.hash}>{shortHash(data.hash)}</code> },
          ]}
        />
      )}
      {isOpen && <Publish onDone={reload} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Lines of a report that is loading. */
const bones = ['Newest', 'Book', 'Accounts', 'Checked by customers', 'Hash'].map((label) => ({
  id: label,
  label,
  value: <Skeleton width={64} />,
}))

function Publish({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const command = useMutation('/staff/api/liabilitiesRun')
  const publish = async (): Promise<void> => {
    const signed = await command.run({})
    if (signed === null) return
    const number = parseReport(signed.text)?.number
    showToast({
      title: number === undefined ? 'Report published' : `Report ${wholeText(number)} is published`,
    })
    onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      title="Publish a liabilities report of now?"
      consequence="It is signed and public at once, and can neither be edited nor withdrawn. The next one can be published in an hour."
      act="Publish"
      busy={command.busy && 'Publishing'}
      problem={command.problem}
      onAct={() => void publish()}
      onClose={onClose}
    />
  )
}
