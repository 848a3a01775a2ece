import type { DepositAddress } from '@glasshouse/core/deposits/codec'
import type { Network } from '@glasshouse/core/deposits/networks'
import { usdt } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useState } from 'react'
import { ListError } from '../../../components/ListError.tsx'
import { useDepositAddresses } from '../../../data/deposits.ts'
import { useQueryCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Money.module.css'
import { Address } from './Address.tsx'
import { TransferReportForm } from './TransferReportForm.tsx'

/** On-chain deposit: address per network, and a form to report the transfer. */
export function Digital() {
  const { t } = useTranslation('money')
  const places = useDepositAddresses()
  if (places.data === undefined)
    return places.error ? (
      <ListError list={places} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={320} />
      </div>
    )
  const [first] = places.data
  return first === undefined ? (
    <EmptyState icon="lock" title={t('digital.none')} text={t('digital.noneText')} />
  ) : (
    <Networks places={places.data} first={first} />
  )
}

function Networks({ places, first }: { places: readonly DepositAddress[]; first: DepositAddress }) {
  const { t } = useTranslation('money')
  const [network, setNetwork] = useState<Network>(first.network)
  const limits = useQueryCall('/api/common/getKeys', { keys: 'userpay_min,userpay_max' })
  const place = places.find((known) => known.network === network) ?? first
  const limit = (key: string) => {
    const text = limits.data?.[key]
    return text === undefined ? null : usdt(text)
  }
  return (
    <div className={styles.form}>
      <div className={styles.setting}>
        <span className={styles.settingName}>{t('digital.network')}</span>
        <SegmentedControl
          label={t('digital.network')}
          options={places.map((known) => ({ value: known.network, label: known.name }))}
          value={place.network}
          onChange={setNetwork}
        />
      </div>
      <Address place={place} />
      <TransferReportForm
        key={place.network}
        place={place}
        limits={{ min: limit('userpay_min'), max: limit('userpay_max') }}
      />
    </div>
  )
}
