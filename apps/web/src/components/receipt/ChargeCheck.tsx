import { useTranslation } from '../../i18n/useTranslation.ts'
import { CheckResult } from './CheckResult.tsx'

/** Whether the recalculated amount equals the charged amount; if not, what to do. */
export function ChargeCheck({ matches, text }: { matches: boolean; text: string }) {
  const { t } = useTranslation('evidence')
  return <CheckResult right={matches} text={matches ? text : t('receipt.mismatch')} />
}
