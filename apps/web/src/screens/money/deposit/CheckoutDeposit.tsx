import { Skeleton } from '@glasshouse/ui/Skeleton'
import { StateNote } from '@glasshouse/ui/StateNote'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../data/query.ts'
import { ListFailed } from '../../../components/ListFailed.tsx'
import { PayForm } from './PayForm.tsx'

/** The payment channels that are open. */
export function Online() {
  const { t } = useTranslation('money')
  const channels = useCall('/api/pay/payChannel', {})
  if (channels.data === undefined)
    return channels.error ? (
      <ListFailed list={channels} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={180} />
      </div>
    )
  return channels.data.length > 0 ? (
    <PayForm channels={channels.data} />
  ) : (
    <StateNote icon="lock" title={t('recharge.noChannel')} text={t('recharge.noChannelText')} />
  )
}
