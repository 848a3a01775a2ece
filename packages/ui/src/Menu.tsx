import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

const loadPanel = () => import('./MenuPanel.tsx')
const MenuPanel = lazy(loadPanel)

export type MenuItem = {
  readonly id: string
  readonly label: ReactNode
  readonly note?: ReactNode
  /** Set on every item of a choice: which one is in force. */
  readonly chosen?: boolean
  readonly locked?: boolean
  /** The language the label is written in, when it is not the page's. */
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
 * A button that drops a menu. The menu's library arrives on the first reach for it, so a page pays
 * nothing for menus nobody opens.
 */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  /** The button; it receives what a menu button needs. */
  trigger: ReactElement<TriggerProps>
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}) {
  const [asked, setAsked] = useState(false)
  const waiting = cloneElement(trigger, {
    onClick: () => setAsked(true),
    onPointerEnter: () => void loadPanel(),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  })
  if (!asked) return waiting
  return (
    <Suspense fallback={waiting}>
      <MenuPanel trigger={trigger} items={items} align={align} defaultOpen />
    </Suspense>
  )
}
