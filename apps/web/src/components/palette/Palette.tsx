import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSentence } from '../useSentence.ts'
import { type Entry, entryGroups, useEntries } from './entries.tsx'
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts'
import styles from './Palette.module.css'
import ShortcutsDialog from './ShortcutsDialog.tsx'

const textOf = ({ title, note }: Entry): string => (note === undefined ? title : `${title} ${note}`)

type Group = { readonly id: Entry['group']; readonly entries: readonly Entry[] }

/** Matching entries by group; the group with the best match comes first. */
const groupsOf = (entries: readonly Entry[], typed: string): readonly Group[] =>
  entryGroups
    .map((id) => ({
      id,
      entries: fuzzyFilter(
        entries.filter(({ group }) => group === id),
        typed,
        textOf,
      ),
    }))
    .filter((group) => group.entries.length > 0)
    .toSorted((a, b) => bestOf(b, typed) - bestOf(a, typed))

const bestOf = ({ entries }: Group, typed: string): number => {
  const [first] = entries
  return first === undefined ? 0 : (fuzzyScore(textOf(first), typed) ?? 0)
}

function Row({
  id,
  entry,
  isAt,
  onPoint,
  onRun,
}: {
  id: string
  entry: Entry
  isAt: boolean
  onPoint: () => void
  onRun: () => void
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    <div
      id={id}
      // The entry at which the keys are stays in view.
      ref={isAt ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      aria-selected={isAt}
      tabIndex={-1}
      className={styles.entry}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <span>
        <span className={styles.title}>{entry.title}</span>
        {entry.note !== undefined && <span className={styles.note}>{entry.note}</span>}
      </span>
      <span className={styles.end}>{entry.end}</span>
    </div>
  )
}

/** Search for markets, orders, pages, actions and settings; Enter opens or does what is chosen. */
function Search({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { t } = useTranslation(['palette', 'shell'])
  const { t: tPalette } = useTranslation('palette')
  const sentence = useSentence()
  const [typed, setTyped] = useState('')
  const [index, setIndex] = useState(0)
  const list = useId()
  const markets = useMarkets()
  const groups = groupsOf(useEntries(onShortcuts), typed)
  const found = groups.flatMap(({ entries }) => entries)
  const at = Math.min(index, Math.max(found.length - 1, 0))
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setIndex((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(found[at])
    }
  }
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title={t('shell:find.open')}
      closeLabel={t('shell:close')}
    >
      <Field
        label={t('palette:field')}
        value={typed}
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${found[at].id}` : undefined}
        onChange={(next) => {
          setTyped(next)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className={styles.list} role="listbox" aria-label={t('palette:results')}>
        {groups.map(({ id, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which has no element of its own
          <div key={id} role="group" aria-labelledby={`${list}-${id}`}>
            <div id={`${list}-${id}`} className={styles.head} role="presentation">
              {tPalette(`group.${id}`)}
            </div>
            {entries.map((entry) => (
              <Row
                key={entry.id}
                id={`${list}-${entry.id}`}
                entry={entry}
                isAt={found[at] === entry}
                onPoint={() => setIndex(found.indexOf(entry))}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('palette:none')}</p>}
        {markets.error && !markets.data && <p className={styles.none}>{sentence(markets.error)}</p>}
      </div>
      <p className={styles.keys}>
        <span>{t('shell:find.keys')}</span>
      </p>
    </Dialog>
  )
}

/** The search, or the list of shortcuts. */
export default function Palette({
  opened,
  onOpen,
}: {
  opened: 'search' | 'shortcuts'
  onOpen: (opened: 'search' | 'shortcuts' | null) => void
}) {
  if (opened === 'shortcuts') return <ShortcutsDialog onClose={() => onOpen(null)} />
  return <Search onClose={() => onOpen(null)} onShortcuts={() => onOpen('shortcuts')} />
}
