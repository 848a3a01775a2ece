import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { moveFocus } from './rovingFocus.ts'
import styles from './Tabs.module.css'
import { useFocusRestore } from './useFocusRestore.ts'

export type TabItem<Id extends string> = {
  readonly id: Id
  readonly label: ReactNode
  readonly count?: number | undefined
}

/** Tab list. Its panel is a `TabPanel` with the same `id`. */
export function Tabs<Id extends string>({
  id,
  label,
  tabs,
  value,
  onChange,
  tools,
  className,
}: {
  id: string
  label: string
  tabs: readonly TabItem<Id>[]
  value: Id
  onChange: (tab: Id) => void
  /** Controls at the right end of the tab list. */
  tools?: ReactNode
  className?: string | undefined
}) {
  const chosen = tabs.findIndex((tab) => tab.id === value)
  return (
    <div className={classNames(styles.bar, className)}>
      <div
        role="tablist"
        aria-label={label}
        className={styles.list}
        onKeyDown={(event) => {
          const next = moveFocus(event, Math.max(chosen, 0), tabs.length, 'tab')
          const tab = next === null ? undefined : tabs[next]
          if (tab) onChange(tab.id)
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.id === value}
            tabIndex={tab.id === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
  )
}

/** Panel of the chosen tab. Takes the focus when the focused row is removed. */
export function TabPanel({
  id,
  tab,
  className,
  children,
}: {
  id: string
  tab: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div
      ref={useFocusRestore()}
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-${tab}`}
      tabIndex={-1}
      className={className}
    >
      {children}
    </div>
  )
}
