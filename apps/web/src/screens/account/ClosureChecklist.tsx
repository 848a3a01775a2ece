import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { type ClosureBlocker, closureBlockers } from './accountClosure.ts'

/** What must be done before an account can be closed; what the server named stands out. */
export function ClosureChecklist({
  names,
  missing,
}: {
  names: readonly ClosureBlocker[]
  missing: ClosureBlocker | null
}) {
  const { t } = useTranslation('mine')
  return (
    <ul className={styles.needs}>
      {names.map((name) => (
        <li key={name} className={styles.need} data-missing={name === missing || undefined}>
          <Icon name={name === missing ? 'warning' : 'right'} size={14} />
          <span>
            {name === missing ? t(`closing.left.${name}`) : t(`closing.need.${name}`)}{' '}
            <Link href={closureBlockers[name]} className={styles.link}>
              {t(`closing.way.${name}`)}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  )
}
