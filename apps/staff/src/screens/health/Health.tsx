import type { DataOf } from '@glasshouse/core/calls'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useQueryCall } from '../../data/query.ts'
import { formatDuration, instantText, shortHash, wholeText } from '../../formatters.ts'
import { ConsolePage, Section } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { DataTable, LoadError } from '../../parts/DataTable.tsx'
import { gaugeText } from '../../words/gauges.ts'
import { kindLabels } from '../../words/reviewKinds.ts'
import { Books } from './Books.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import styles from './Health.module.css'
import { HoldingProofs } from './HoldingProofs.tsx'
import { Liabilities } from './Liabilities.tsx'
import { Trends } from './Trends.tsx'

type Metrics = DataOf<'/staff/api/metrics'>

/** Health of the platform: feed, queues, process and ledger. */
export default function Health() {
  const metrics = useQueryCall('/staff/api/metrics', {}, { everyMs: 30_000 })
  const { data, problem, reload, busy } = metrics
  // What is broken comes before what only waits.
  const isBroken = data?.ledger?.balanced === false
  return (
    <ConsolePage
      title="Health"
      note={data && `as of ${instantText(data.time)}, UTC+1. Updated every 30 s while this page is open.`}
      acts={
        <Button size="s" busy={busy && 'Loading…'} onClick={reload}>
          Refresh
        </Button>
      }
    >
      {problem !== null && data === undefined && <LoadError problem={problem} onRetry={reload} />}
      <div className={styles.panes}>
        <Feed data={data} problem={problem} onRetry={reload} />
        <House data={data} />
      </div>
      {isBroken && <Books />}
      {data && data.jobs.length > 0 && <FailedJobs jobs={data.jobs} onRetried={reload} />}
      <Trends data={data} />
      <Queues data={data} />
      <Liabilities />
      <HoldingProofs />
      {!isBroken && <Books />}
    </ConsolePage>
  )
}

function Feed({
  data,
  problem,
  onRetry,
}: {
  data: Metrics | undefined
  problem: string | null
  onRetry: () => void
}) {
  const feed = data?.feed
  return (
    <Section
      title="Feed"
      note={feed && `${feed.source}, lost ${wholeText(feed.lost)} times`}
      acts={
        feed && (
          <Badge tone={feed.connected ? 'brand' : 'danger'}>{feed.connected ? 'connected' : 'down'}</Badge>
        )
      }
    >
      <DataTable
        size="dense"
        name="feed"
        caption="Markets and the age of their newest tick"
        rows={feed?.symbols}
        rowKey={({ symbol }) => symbol}
        problem={problem}
        onRetry={onRetry}
        empty={{ icon: 'line', title: 'No markets running', text: 'Markets are named in MARKET_SYMBOLS.' }}
        columns={[
          { id: 'symbol', title: 'Symbol', value: ({ symbol }) => symbol },
          {
            id: 'stale',
            title: 'State',
            value: ({ stale }) => (stale ? 'stale' : 'live'),
            cell: ({ stale }) => <Badge tone={stale ? 'warn' : 'brand'}>{stale ? 'stale' : 'live'}</Badge>,
          },
          {
            id: 'age',
            title: 'Newest tick',
            align: 'right',
            value: ({ ageMs }) => ageMs,
            cell: ({ ageMs }) => (ageMs === null ? 'none yet' : `${formatDuration(ageMs)} ago`),
          },
          { id: 'dropped', title: 'Dropped', align: 'right', value: ({ dropped }) => dropped },
          { id: 'missed', title: 'Missed', align: 'right', value: ({ missed }) => missed },
        ]}
      />
    </Section>
  )
}

/** Facts of the process; while they load, their lines stand with bones, so that nothing below moves. */
function House({ data }: { data: Metrics | undefined }) {
  return (
    <Section title="House" acts={data && <Badge>{data.mode}</Badge>}>
      <DescriptionList className={styles.facts} items={data === undefined ? houseBones : houseFacts(data)} />
    </Section>
  )
}

const houseItems = [
  { id: 'facts', label: 'Pending events' },
  { id: 'oldest', label: 'Oldest of them' },
  { id: 'dead', label: 'Dead-lettered events' },
  { id: 'pool', label: 'DB connections: open, idle, waiting' },
  { id: 'memory', label: 'Memory' },
  { id: 'ledger', label: 'Last ledger check' },
  { id: 'audit', label: 'Head of the audit chain' },
] as const

const houseBones: readonly DescriptionItem[] = houseItems.map((item) => ({
  ...item,
  value: <Skeleton width={64} />,
  ...(item.id === 'audit' ? { working: <Skeleton width={200} /> } : {}),
}))

const houseFacts = ({ facts, pool, ledger, audit, memoryMiB }: Metrics): readonly DescriptionItem[] => {
  const values: Readonly<
    Record<(typeof houseItems)[number]['id'], Pick<DescriptionItem, 'value' | 'working'>>
  > = {
    facts: { value: wholeText(facts.waiting) },
    oldest: { value: facts.oldestMs === null ? 'none' : formatDuration(facts.oldestMs) },
    dead: {
      value:
        facts.dead === 0 ? '0' : <Badge tone="danger">{`${wholeText(facts.dead)}: needs attention`}</Badge>,
    },
    pool: { value: `${pool.open}, ${pool.idle}, ${pool.waiting}` },
    memory: { value: `${wholeText(memoryMiB)} MiB` },
    ledger: {
      value: ledger ? (
        <>
          {ledger.balanced ? 'balanced' : <Badge tone="danger">broken</Badge>} {instantText(ledger.at)}
        </>
      ) : (
        'never'
      ),
    },
    audit: {
      value: audit ? <CopyableText text={audit.hash} what={`head ${audit.n}`} /> : 'none yet',
      working: audit && `record ${wholeText(audit.n)}, ${shortHash(audit.hash)}: note it down elsewhere`,
    },
  }
  return houseItems.map(({ id, label }) => ({ id, label, ...values[id] }))
}

function Queues({ data }: { data: Metrics | undefined }) {
  const labelsOf = (labels: Readonly<Record<string, string>>) =>
    Object.values(labels)
      .map((label) => kindLabels(label).title)
      .join(', ')
  return (
    <Section title="Queues">
      <DataTable
        size="dense"
        name="queues"
        caption="What waits and for how long"
        rows={data?.queues}
        skeletonRows={30}
        rowKey={({ name, labels }) => `${name} ${labelsOf(labels)}`}
        problem={null}
        onRetry={() => undefined}
        empty={{ icon: 'check', title: 'No queue is counted' }}
        columns={[
          { id: 'name', title: 'Queue', value: ({ name }) => gaugeText(name) },
          { id: 'of', title: 'Of', value: ({ labels }) => labelsOf(labels) },
          { id: 'value', title: 'Value', align: 'right', value: ({ value }) => value },
        ]}
      />
    </Section>
  )
}
