import { Dialog } from '@glasshouse/ui/Dialog'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Kbd } from '@glasshouse/ui/Kbd'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../parts/useKeys.ts'
import { Detail } from './Detail.tsx'
import styles from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import { useQueue } from './useQueue.ts'
import { adjacentRow } from './view.ts'

/** Work queue: list on the left, the chosen item with pictures and record on the right. */
export default function Queue() {
  const queue = useQueue()
  const find = useRef<HTMLInputElement>(null)
  const [asksKeys, setAsksKeys] = useState(false)
  const { rows, chosen, show } = queue
  useEffect(() => {
    document.title = 'Queue · Glasshouse console'
  }, [])
  const move = (step: 1 | -1) => {
    const row = adjacentRow(rows ?? [], chosen, step)
    if (row) show(row)
  }
  const afterDecision = () => {
    const row = adjacentRow(rows ?? [], chosen, 1) ?? adjacentRow(rows ?? [], chosen, -1)
    show(row ?? null)
  }
  useKeys({
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    '/': () => find.current?.focus(),
    '?': () => setAsksKeys(true),
    Escape: () => show(null),
  })
  return (
    <div className={styles.queue}>
      <QueueList queue={queue} findRef={find} onAllKeys={() => setAsksKeys(true)} />
      {chosen ? (
        <Detail key={`${chosen.kind} ${chosen.id}`} chosen={chosen} onDecided={afterDecision} />
      ) : (
        <section className={styles.nothing} aria-label="Item">
          <EmptyState
            icon="rows"
            title="Choose something from the queue"
            text="Press J to open the first one. Everything you open is recorded in the audit log."
          />
        </section>
      )}
      {asksKeys && <AllKeys onClose={() => setAsksKeys(false)} />}
    </div>
  )
}

const allKeys: readonly (readonly [string, string])[] = [
  ['J K', 'next and previous item'],
  ['T', 'take the item for 15 minutes, or let it go'],
  ['0', 'reason: in order'],
  ['1 … 5', 'reason: what is wrong'],
  ['A', 'approve, after 0'],
  ['R', 'reject, after 1 and on'],
  ['I', 'show the record, on narrow screens'],
  ['/', 'find an item'],
  ['Esc', 'leave a field, close, show no item'],
  ['?', 'these keys'],
]

function AllKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keys" closeLabel="Close">
      <dl className={styles.keys}>
        {allKeys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>{keys.split(' ').map((key) => (key === '…' ? ' … ' : <Kbd key={key}>{key}</Kbd>))}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
