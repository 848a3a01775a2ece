import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

const loadPanel = () => import('./MenuPanel.tsx')
const MenuPanel = lazy(loadPanel)

export type MenuItem = {
  readonly id: string
  readonly label: ReactNode
  readonly note?: ReactNode
  /** Set on every item of a single choice: whether it is the current one. */
  readonly chosen?: boolean
  readonly locked?: boolean
  /** Language of the label, if it differs from that of the page. */
  readonly lang?: string
  readonly onSelect: () => void
}

type TriggerProps = {
  onClick?: () => void
  onPointerEnter?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

/**
 * Button that opens a menu. The menu library is loaded when the button is first hovered or pressed, which
 * keeps it out of the initial download.
 */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  /** The button element; it receives the trigger props. */
  trigger: ReactElement<TriggerProps>
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}) {
  const [isRequested, setRequested] = useState(false)
  const closedButton = cloneElement(trigger, {
    onClick: () => setRequested(true),
    onPointerEnter: () => void loadPanel(),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  if (!isRequested) return closedButton
  return (
    <Suspense fallback={closedButton}>
      <MenuPanel trigger={trigger} items={items} align={align} defaultOpen />
    </Suspense>
  )
}
