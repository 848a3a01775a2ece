import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { expiryChoices } from '../../../components/contract/ticket/expiry.ts'
import styles from '../../../components/contract/ticket/Ticket.module.css'
import { useLabelled } from '../../../components/useLabelled.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** How long the limit order may rest. */
export function ExpiryMenu({ draft: { expiry, setExpiry } }: { draft: Draft }) {
  const { t } = useTranslation('contract')
  const labelled = useLabelled()
  return (
    <Menu
      trigger={
        <button type="button" className={styles.expiry}>
          <span className="sr-only">{labelled(t('ticket.expiry'), t(`ticket.expiries.${expiry}`))}</span>
          <span aria-hidden="true">{t(`ticket.expiryShort.${expiry}`)}</span>
          <Icon name="down" size={12} />
        </button>
      }
      items={expiryChoices.map((choice) => ({
        id: choice,
        label: t(`ticket.expiries.${choice}`),
        chosen: choice === expiry,
        onSelect: () => setExpiry(choice),
      }))}
    />
  )
}
