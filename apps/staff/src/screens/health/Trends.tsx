import type { DataOf } from '@glasshouse/core/calls'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { useEffect, useState } from 'react'
import { formatDuration, shortText, wholeText } from '../../formatters.ts'
import { Section } from '../../parts/ConsolePage.tsx'
import styles from './Health.module.css'
import { heightsOf, type Sample, sampleOf, withSample } from './samples.ts'

/** Samples of this tab, so that a visit of another screen does not lose them. */
let kept: readonly Sample[] = []

const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms))

const lines = [
  { id: 'feedMs', title: 'Longest time without a tick', text: seconds },
  { id: 'eventMs', title: 'Oldest undelivered event', text: seconds },
  { id: 'mailMs', title: 'Oldest waiting email or SMS', text: seconds },
  { id: 'reviews', title: 'Review items waiting', text: wholeText },
  { id: 'reviewMs', title: 'Oldest review item waiting', text: seconds },
] as const

/** Feed lag and queue ages over time, from what this page itself has read. */
export function Trends({ data }: { data: DataOf<'/staff/api/metrics'> | undefined }) {
  const [samples, setSamples] = useState(kept)
  useEffect(() => {
    if (data === undefined) return
    kept = withSample(kept, sampleOf(data))
    setSamples(kept)
  }, [data])
  const first = samples[0]
  return (
    <Section
      title="Over time"
      note={
        first && `read by this tab since ${shortText(first.at)}, UTC+1, each half minute; at most two hours`
      }
    >
      <dl className={styles.trends}>
        {lines.map(({ id, title, text }) => {
          const values = samples.flatMap((sample) => sample[id] ?? [])
          const newest = data && sampleOf(data)[id]
          return (
            <div key={id}>
              <dt>{title}</dt>
              <dd className={styles.newest}>
                {newest === undefined ? <Skeleton width={64} /> : newest === null ? 'none yet' : text(newest)}
              </dd>
              <dd>
                <Sparkline points={heightsOf(values)} direction="flat" width={200} height={40} />
              </dd>
              <dd className={styles.most}>
                {values.length < 2 ? 'one reading so far' : `at most ${text(Math.max(...values))}`}
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}
