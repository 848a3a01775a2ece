import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { ListError } from '../../../components/ListError.tsx'
import { useDepositChannels } from '../../../data/deposits.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CheckoutForm } from './CheckoutForm.tsx'

/** Available payment channels. */
export function Online() {
  const { t } = useTranslation('money')
  const channels = useDepositChannels()
  if (channels.data === undefined)
    return channels.error ? (
      <ListError list={channels} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={180} />
      </div>
    )
  return channels.data.length > 0 ? (
    <CheckoutForm channels={channels.data} />
  ) : (
    <EmptyState icon="lock" title={t('recharge.noChannel')} text={t('recharge.noChannelText')} />
  )
}
