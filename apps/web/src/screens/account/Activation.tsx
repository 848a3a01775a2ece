import { Button } from '@glasshouse/ui/Button'
import { showToast } from '@glasshouse/ui/Toast'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

/** What the activation of the AI is at, by its number on the wire. */
const words: ReadonlyMap<number, 'inactive' | 'active' | 'expired'> = new Map([
  [2, 'inactive'],
  [3, 'active'],
  [4, 'expired'],
])
const wordOf = (status: number) => words.get(status) ?? 'unclaimed'

/** What the activation of AI ordering is at; one that is unclaimed or over can be claimed. */
export function Activation({ status }: { status: number }) {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const claim = useMutation('/api/ai/obtainAI')
  const word = wordOf(status)
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
