import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { type OpenedShortcut, shortcutsOf } from './shortcuts.ts'

/** The ways on from the account that this customer has. */
export function Shortcuts({
  info,
  onOpen,
}: {
  info: QueryState<ProfileView>
  onOpen: (what: OpenedShortcut) => void
}) {
  const { t } = useTranslation('mine')
  if (info.data === undefined)
    return (
      <div aria-busy={info.loading}>
        <Skeleton width="100%" height={150} />
      </div>
    )
  return (
    <div className={styles.shortcuts}>
      {shortcutsOf(info.data).map(({ name, icon, path }) => {
        const face = (
          <>
            <Icon name={icon} />
            {t(`shortcut.${name}`)}
          </>
        )
        return path === null ? (
          <button
            key={name}
            type="button"
            className={styles.shortcut}
            onClick={() => onOpen(name === 'send' ? 'send' : 'transfer')}
          >
            {face}
          </button>
        ) : (
          <Link key={name} href={path} className={styles.shortcut}>
            {face}
          </Link>
        )
      })}
    </div>
  )
}
