import type { ApiError } from '@glasshouse/client/http'
import { isAddressField } from '@glasshouse/core/destinations/codec'
import type { Network } from '@glasshouse/core/destinations/rules'
import { useSentence } from '../../../components/useSentence.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { AddressMistake } from './addressForm.ts'

/** Messages for the issues of an address, before and after the check of the server. */
export const useAddressWords = () => {
  const { t } = useTranslation('money')
  const sentence = useSentence()
  return {
    mistake: (mistake: AddressMistake, network: Network | null): string => {
      if (mistake === 'empty') return t('destination.missing')
      if (mistake === 'unchanged') return t('destination.unchanged')
      if (network === null) return t('destination.wrong')
      return t(mistake === 'form' ? `destination.form.${network}` : `destination.other.${network}`)
    },
    /** The format was valid, so the server rejected the checksum: a character is wrong. */
    refusal: (error: ApiError | null, network: Network | null): string | undefined => {
      const field = error?.data.field
      const isChecksum = network !== null && isAddressField(field)
      return isChecksum ? t('destination.checksum') : sentence(error)
    },
  }
}
