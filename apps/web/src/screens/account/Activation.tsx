import type { ActivationState } from '@glasshouse/core/ai/rules'
import { Button } from '@glasshouse/ui/Button'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

/** Sentences of the states of an activation. */
const words = {
  unclaimed: 'unclaimed',
  waiting: 'inactive',
  active: 'active',
  over: 'expired',
} as const satisfies Readonly<Record<ActivationState, string>>

/** What the activation of AI ordering is at; one that is unclaimed or over can be claimed. */
export function Activation({ state }: { state: ActivationState }) {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const claim = useMutation('/api/ai/obtainAI')
  const word = words[state]
  const press = async () => {
    if ((await claim.run({})) === null) return
    showToast({ title: t('activation.claimed'), text: t('activation.claimedText') })
  }
  return (
    <>
      <span className={styles.small}>{t(`activation.${word}`)}</span>
      {(word === 'unclaimed' || word === 'expired') && (
        <Button size="s" busy={claim.busy && t('activation.claiming')} onClick={() => void press()}>
          {t('activation.claim')}
        </Button>
      )}
      {claim.error && <span className={styles.small}>{sentence(claim.error)}</span>}
    </>
  )
}
