import type { ApiError } from '@glasshouse/client/http'
import type { Network } from '@glasshouse/core/funding/destinations/rules'
import { useSentence } from '../../../components/useSentence.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { AddressMistake } from './addressForm.ts'

/** The words for what is wrong with an address, before the server saw it and after. */
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
    /** The form was right, so what the server found wrong is the checksum: a character is not the one meant. */
    refusal: (error: ApiError | null, network: Network | null): string | undefined => {
      const field = error?.data.field
      const isChecksum = network !== null && (field === 'address' || field === 'walletaddr')
      return isChecksum ? t('destination.checksum') : sentence(error)
    },
  }
}
