import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { classNames } from './classNames.tsx'
import { veilClass } from './GlassPanel.tsx'
import { Icon } from './Icon.tsx'
import styles from './Menu.module.css'
import type { MenuItem } from './Menu.tsx'

/** Menu with keyboard support and positioning, loaded on first use. */
export default function MenuPanel({
  trigger,
  items,
  align,
  defaultOpen,
}: {
  trigger: ReactNode
  items: readonly MenuItem[]
  align: 'start' | 'end'
  defaultOpen: boolean
}) {
  const choices = items.some((item) => item.chosen !== undefined)
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames(styles.panel, veilClass())}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {items.map((item) =>
            item.chosen === undefined ? (
              <Radix.Item
                key={item.id}
                className={styles.item}
                disabled={item.locked ?? false}
                onSelect={item.onSelect}
              >
                {choices && <span className={styles.tick} />}
                {item.label}
                {item.note && <span className={styles.note}>{item.note}</span>}
              </Radix.Item>
            ) : (
              <Radix.CheckboxItem
                key={item.id}
                className={styles.item}
                checked={item.chosen}
                disabled={item.locked ?? false}
                onSelect={item.onSelect}
              >
                <span className={styles.tick}>{item.chosen && <Icon name="check" size={14} />}</span>
                <span lang={item.lang}>{item.label}</span>
                {item.note && <span className={styles.note}>{item.note}</span>}
              </Radix.CheckboxItem>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
