import type { DataOf } from '@glasshouse/core/calls'
import { Button } from '@glasshouse/ui/Button'
import { showToast } from '@glasshouse/ui/Toast'
import { useMutation } from '../../data/query.ts'
import { instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { Section } from '../../parts/ConsolePage.tsx'
import { DataTable } from '../../parts/DataTable.tsx'

type FailedJob = DataOf<'/staff/api/metrics'>['jobs'][number]

/** Background jobs whose newest run failed for good; managers let one run once more. */
export function FailedJobs({ jobs, onRetried }: { jobs: readonly FailedJob[]; onRetried: () => void }) {
  return (
    <Section title="Failed jobs" note="Each runs again at its next time.">
      <DataTable
        name="jobs"
        caption="Background jobs that failed for good"
        rows={jobs}
        rowKey={({ id }) => id}
        problem={null}
        onRetry={onRetried}
        empty={{ icon: 'check', title: 'No job has failed' }}
        columns={[
          { id: 'name', title: 'Job', value: ({ name }) => name },
          {
            id: 'time',
            title: 'Last attempt',
            value: ({ time }) => time,
            cell: ({ time }) => instantText(time),
          },
          { id: 'attempts', title: 'Attempts', align: 'right', value: ({ attempts }) => attempts },
          { id: 'failure', title: 'Failure', value: ({ failure }) => failure },
          {
            id: 'retry',
            title: 'Retry',
            value: () => '',
            cell: (job) => <Retry job={job} onRetried={onRetried} />,
          },
        ]}
      />
    </Section>
  )
}

function Retry({ job: { id, name }, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const me = useCurrentStaff()
  const command = useMutation('/staff/api/jobRetry')
  const act = async () => {
    if ((await command.run({ id, name })) === null) return
    showToast({ title: `${name} runs again`, text: 'Within a minute.' })
    onRetried()
  }
  return (
    <>
      <Button
        size="s"
        busy={command.busy && 'Retrying'}
        reason={managerOnlyReason(me) ?? undefined}
        aria-label={`Retry ${name}`}
        onClick={() => void act()}
      >
        Retry
      </Button>
      {command.problem !== null && <p role="alert">{command.problem}</p>}
    </>
  )
}
