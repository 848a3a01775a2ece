import type { DepositAddress } from '@glasshouse/core/deposits/codec'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { QrCode } from '../../../components/QrCode.tsx'
import { useCopy } from '../../../components/useCopy.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import money from '../Money.module.css'
import styles from './Deposit.module.css'

/** Deposit address of a network as QR code and text, with a warning about unsupported assets. */
export function Address({ place: { name, address } }: { place: DepositAddress }) {
  const { t } = useTranslation('money')
  const copy = useCopy()
  return (
    <>
      <div className={styles.address}>
        <QrCode text={address} label={t('digital.qr', { network: name })} size={136} />
        <div className={styles.addressText}>
          <span className={money.settingName}>{t('digital.address', { network: name })}</span>
          <span className={styles.value}>{address}</span>
          <Button size="s" icon={<Icon name="copy" size={14} />} onClick={() => copy(address)}>
            {t('digital.copy')}
          </Button>
        </div>
      </div>
      {isPractice ? (
        <p className={`${money.note} ${money.practice}`}>{t('digital.practice')}</p>
      ) : (
        <p className={`${money.note} ${money.warn}`}>{t('digital.only', { network: name })}</p>
      )}
    </>
  )
}
