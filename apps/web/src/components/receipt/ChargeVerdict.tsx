import { useTranslation } from '../../i18n/useTranslation.ts'
import { Verdict } from './Verdict.tsx'

/** Whether the sum worked out on this page is what was charged; where it is not, what to do. */
export function ChargeVerdict({ matches, text }: { matches: boolean; text: string }) {
  const { t } = useTranslation('market')
  return <Verdict right={matches} text={matches ? text : t('receipt.mismatch')} />
}
