import type { Network } from '@glasshouse/core/deposits/networks'
import { maskMiddle } from '@glasshouse/core/destinations/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { useSenderAddresses } from '../../../data/deposits.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './Deposit.module.css'

/** Maximum number of suggested previous addresses. */
const offered = 3

/** Field for the sender address, with previous addresses as suggestions. */
export function Sender({
  network,
  value,
  error,
  onChange,
}: {
  network: Network
  value: string
  error: string | undefined
  onChange: (from: string) => void
}) {
  const { t } = useTranslation('money')
  const usual = useSenderAddresses()
  const known = (usual.data ?? []).filter((sender) => sender.network === network).slice(0, offered)
  return (
    <div>
      <Field
        label={t('digital.from')}
        limits={t('digital.optional')}
        mono
        value={value}
        onChange={onChange}
        error={error}
      />
      {known.length > 0 && (
        <div className={styles.usual}>
          {known.map(({ address }) => (
            <Button key={address} size="s" title={address} onClick={() => onChange(address)}>
              {t('digital.usual', { address: maskMiddle(address) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
