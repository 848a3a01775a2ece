import { IconButton } from '@glasshouse/ui/IconButton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { useCopy } from '../useCopy.ts'
import styles from './Lists.module.css'
import { placeOfProof, shortProof } from './proof.ts'

/** Hash or reference of a transfer: shortened, with a copy button and a link to a block explorer. */
export function Proof({ network, proof }: { network: string; proof: string }) {
  const { t } = useTranslation('money')
  const copy = useCopy()
  const explorerUrl = placeOfProof(network, proof, isPractice)
  return (
    <span className={styles.proof}>
      {explorerUrl === null ? (
        <span className={styles.mono} title={proof}>
          {shortProof(proof)}
        </span>
      ) : (
        <a className={styles.mono} href={explorerUrl} title={proof} target="_blank" rel="noopener noreferrer">
          {shortProof(proof)}
        </a>
      )}
      <IconButton icon="copy" small label={t('list.copyProof')} onClick={() => copy(proof)} />
    </span>
  )
}
